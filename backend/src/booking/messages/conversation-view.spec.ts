import { describe, expect, it } from '@jest/globals';
import { foldAll } from '../../platform/kernel/decider.js';
import {
  bookingFields,
  hourFields,
  messageRemoved,
  messageReported,
  messageSent,
  messagesRead,
} from '../../../testing/conversation.js';
import type { ConversationEvent } from './conversation.events.js';
import { canWrite, conversationView } from './conversation-view.js';
import { conversation } from './conversation.js';

const text = 'Call me: 480 555 0123';
const masked = 'Call me: •••';
const playerMessage = messageSent('player', { text });
const answered = messageSent('host', { number: 2, text });

const viewFor = (viewerId: string, approvedAt: string | null, ...events: ConversationEvent[]) =>
  conversationView(
    { ...bookingFields, ...hourFields, approvedAt },
    foldAll(conversation, events),
    viewerId,
    true,
  );
const textsFor = (viewerId: string, approvedAt: string | null, ...events: ConversationEvent[]) =>
  viewFor(viewerId, approvedAt, ...events).messages.map((message) => message.text);

describe('a conversation', () => {
  it('masks the contact details of both sides until the booking is confirmed', () => {
    expect(textsFor('hana', null, playerMessage, answered)).toEqual([masked, text]);
    expect(textsFor('pavel', null, playerMessage, answered)).toEqual([text, masked]);
    expect(textsFor('hana', '2027-03-10T13:00:00.000Z', playerMessage, answered)).toEqual([
      text,
      text,
    ]);
    expect(textsFor('pavel', '2027-03-10T13:00:00.000Z', playerMessage, answered)).toEqual([
      text,
      text,
    ]);
  });

  it('says whether the reader cannot see contact details yet', () => {
    const harmless = messageSent('player', { number: 2, text: 'At 10:30 on 2027-03-13' });
    const hidden = (viewerId: string, approvedAt: string | null) =>
      viewFor(viewerId, approvedAt, playerMessage, harmless).messages.map(
        ({ hidesContacts }) => hidesContacts,
      );
    for (const viewerId of ['hana', 'pavel']) {
      expect(hidden(viewerId, null)).toEqual([true, false]);
      expect(hidden(viewerId, '2027-03-10T13:00:00.000Z')).toEqual([false, false]);
    }
  });

  it('hides removed and erased messages and says why', () => {
    const [removed, erased] = [messageRemoved(), messageSent('player', { text: '' })];
    const absentMessage = (absence: 'removed' | 'erased') => [{ text: null, gone: absence }];
    for (const viewer of ['hana', 'pavel'])
      expect(viewFor(viewer, null, playerMessage, removed).messages).toMatchObject(
        absentMessage('removed'),
      );
    expect(viewFor('hana', null, erased).messages).toMatchObject(absentMessage('erased'));
    expect(viewFor('hana', null, erased, removed).messages).toMatchObject(absentMessage('removed'));
    expect(viewFor('hana', null, playerMessage).messages).toMatchObject([
      { text: masked, gone: null },
    ]);
  });

  it('starts empty and counts unread messages', () => {
    expect(viewFor('hana', null, playerMessage)).toMatchObject({ side: 'host', unread: 1 });
    expect(viewFor('hana', null, playerMessage, messagesRead('host', 1))).toMatchObject({
      unread: 0,
    });
    expect(viewFor('pavel', null)).toMatchObject({ side: 'player', unread: 0, messages: [] });
  });

  it('shows a report to its reporter, not to the author', () => {
    const [forReader, forAuthor] = ['hana', 'pavel'].map(
      (id) => viewFor(id, null, playerMessage, messageReported()).messages[0]!,
    );
    expect([forReader!.isReported, forAuthor!.isReported]).toEqual([true, false]);
  });

  it('rejects anyone but the two sides', () =>
    expect(() => viewFor('olga', null, playerMessage)).toThrow(/doesn't exist/));
});

describe('permission to write', () => {
  const paid = { endTime: hourFields.endTime, paymentStatus: 'authorised' } as const;

  it('ends a few days after the hour', () => {
    expect(canWrite(paid, 14, '2027-03-27T18:59:59.999Z')).toBe(true);
    expect(canWrite(paid, 14, '2027-03-27T19:00:00.000Z')).toBe(false);
  });

  it('starts when the host sees the request', () => {
    expect(canWrite({ ...paid, paymentStatus: 'unpaid' }, 14, '2027-03-10T13:00:00.000Z')).toBe(
      false,
    );
    expect(
      canWrite({ ...paid, paymentStatus: 'not_required' }, 14, '2027-03-10T13:00:00.000Z'),
    ).toBe(true);
  });
});
