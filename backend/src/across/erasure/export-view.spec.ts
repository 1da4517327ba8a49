import { expect, it } from '@jest/globals';
import { MOST_EXPORTED } from '@courtly/contracts/erasure';
import { booking } from '../../booking/bookings/booking.js';
import { conversations } from '../../booking/messages/conversations.projection.js';
import type { MatchDocument } from '../../play/matches/matches.projection.js';
import { messageRemoved, messageSent } from '../../../testing/conversation.js';
import { bookingRequested } from '../../../testing/court-day.js';
import { fold, inStream } from '../../../testing/projection.js';
import {
  toHostedItem,
  toExportList,
  toMatchItem,
  toMessageItems,
  toExportValue,
} from './export-view.js';

it('shows amounts in dollars and omits internal fields and secrets', () =>
  expect(
    toExportValue({
      _id: 'b1',
      position: '1',
      totalCents: 33_005,
      payBy: null,
      clientSecret: 'pi_secret',
      policyId: 'open',
      refunds: { re_1: { amountCents: 100, failed: false } },
      tags: ['a'],
    }),
  ).toEqual({
    total: '330.05',
    payBy: null,
    refunds: { re_1: { amount: '1.00', failed: false } },
    tags: ['a'],
  }));

it('limits a list to 1,000 entries and shows whether it is complete', () => {
  const some = (itemCount: number) => Array.from({ length: itemCount }, (_, n) => ({ n }));
  expect(toExportList(some(MOST_EXPORTED))).toMatchObject({
    isComplete: true,
    items: { length: MOST_EXPORTED },
  });
  expect(toExportList(some(MOST_EXPORTED + 1))).toMatchObject({
    isComplete: false,
    items: { length: MOST_EXPORTED },
  });
});

it('omits texts that others wrote', () => {
  const place = {
    placeId: 'p',
    side: 'opponent',
    email: 'o@example.test',
    addedAt: 'then',
    emailHash: 'h',
    answerBy: null,
  };
  const match = {
    matchId: 'm',
    loggerId: 'ann',
    notes: 'Windy',
    reason: 'No',
    reasonBy: 'olga',
    players: [
      { ...place, playerId: 'olga', name: 'Olga' },
      { ...place, playerId: 'rosa', name: 'Rosa' },
    ],
  } as unknown as MatchDocument;
  const names = (item: ReturnType<ReturnType<typeof toMatchItem>>) =>
    item.players.map(({ name }) => name);
  const [ofAnn, ofOlga] = [toMatchItem('ann')(match), toMatchItem('olga')(match)];
  expect([ofAnn.notes, ofAnn.reason, names(ofAnn)]).toEqual(['Windy', null, ['Olga', 'Rosa']]);
  expect([ofOlga.notes, ofOlga.reason, names(ofOlga)]).toEqual(['', 'No', ['Olga']]);
  expect(JSON.stringify(ofAnn)).not.toContain('emailHash');
  expect(toHostedItem({ notes: 'Please open the gate' })).toEqual({});
});

it('shows messages newest first and omits removed ones', () => {
  const written = [
    messageSent('player', { text: 'My number: 480 555 0123' }),
    messageSent('host', { number: 2, text: 'Mine: 480 555 0199' }),
    messageSent('host', { number: 3, text: 'Rude.' }),
    messageRemoved(3),
  ];
  const conversationDocuments = [
    ...fold(conversations, ...inStream('conversation-booking-1', ...written)).values(),
  ];
  const bookings = [booking.evolve(null, bookingRequested())!];
  expect(toMessageItems(conversationDocuments, bookings, 'pavel')).toMatchObject([
    { bookingId: 'booking-1', number: 2, isMine: false, text: 'Mine: •••' },
    { bookingId: 'booking-1', number: 1, isMine: true, text: 'My number: 480 555 0123' },
  ]);
});
