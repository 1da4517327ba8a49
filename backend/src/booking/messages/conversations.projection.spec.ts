import { expect, it } from '@jest/globals';
import {
  bookingFields,
  messageRemoved,
  messageReported,
  messageSent,
  messagesRead,
  reportDismissed,
} from '../../../testing/conversation.js';
import { fold, inStream } from '../../../testing/projection.js';
import type { ConversationEvent } from './conversation.events.js';
import { conversations } from './conversations.projection.js';

const after = (...events: ConversationEvent[]) =>
  fold(conversations, ...inStream('conversation-booking-1', ...events)).get('booking-1')!;

const [playerMessage, answered] = [messageSent('player'), messageSent('host', { number: 2 })];

it('counts unread messages per side', () => {
  expect(after(playerMessage, answered)).toMatchObject({
    ...bookingFields,
    unread: { player: 1, host: 1 },
  });
  expect(after(playerMessage, answered, messagesRead('player', 2)).unread).toEqual({
    player: 0,
    host: 1,
  });
});

it('shows the oldest open report', () => {
  const [first, second] = ['2027-03-10T14:00:00.000Z', '2027-03-10T15:00:00.000Z'] as const;
  const later = messageReported({ number: 1, reportedAt: second });
  const earlier = messageReported({ number: 2, reportedBy: 'pavel', reportedAt: first });
  expect(after(playerMessage, answered).reportedAt).toBe('');
  expect(after(playerMessage, answered, later).reportedAt).toBe(second);
  expect(after(playerMessage, answered, earlier, later).reportedAt).toBe(first);
  expect(after(playerMessage, answered, earlier, later, reportDismissed(2)).reportedAt).toBe(
    second,
  );
  expect(after(playerMessage, answered, later, messageRemoved(1)).reportedAt).toBe('');
});

it('notifies both sides and indexes authors and reporters', () => {
  const document = after(playerMessage, messageReported());
  expect(conversations.audience!(document).toSorted()).toEqual(['hana', 'pavel']);
  expect(conversations.people!(document).toSorted()).toEqual(['hana', 'pavel']);
});
