import { expect, it } from '@jest/globals';
import type { Message } from '../../platform/kernel/decider.js';
import { messageSent } from '../../../testing/conversation.js';
import { inStream } from '../../../testing/projection.js';
import { NOT_REPORTED, withoutPrivateContent } from './private-content.js';

type AnyMessage = Message<string, Record<string, unknown>>;
const shown = (stream: string, ...events: Message[]) =>
  withoutPrivateContent(inStream(stream, ...(events as AnyMessage[]))).map(
    ({ data }) => data as Record<string, unknown>,
  );

it('shows the text of a message only if someone reported it', () => {
  const reported = { type: 'MessageReported', data: { number: 2, reportedBy: 'hana' } };
  const [first, second] = shown(
    'conversation-booking-1',
    messageSent('player', { text: 'My code is 1234.' }),
    messageSent('host', { number: 2, text: 'You are rude.' }),
    reported,
  );
  expect([first!['text'], second!['text']]).toEqual([NOT_REPORTED, 'You are rude.']);
});

it('shows no favorites, follows, or blocks', () => {
  const followed = { type: 'PlayerFollowed', data: { userId: 'pavel', playerId: 'olga' } };
  const added = { type: 'FavouriteAdded', data: { userId: 'pavel', courtId: 'roxbury' } };
  expect(shown('follows-pavel', followed)).toEqual([{ userId: 'pavel' }]);
  const blocked = { type: 'PersonBlocked', data: { userId: 'pavel', blockedId: 'olga' } };
  expect(shown('blocks-pavel', blocked)).toEqual([{ userId: 'pavel' }]);
  expect(shown('favourites-pavel', added)).toEqual([{ userId: 'pavel' }]);
});
