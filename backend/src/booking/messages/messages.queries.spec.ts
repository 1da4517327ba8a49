import { expect, it } from '@jest/globals';
import { MessageQueries } from './messages.queries.js';

const booking = {
  bookingId: 'booking-1',
  playerId: 'pat',
  hostId: 'hana',
  status: 'confirmed',
  paymentStatus: 'paid',
  approvedAt: '2027-03-01T12:00:00.000Z',
  endTime: '2027-03-10T12:00:00.000Z',
};
/** Queries without streams, because reads must work while EventStoreDB is down or a key is lost. */
const queriesWith = (emails: Readonly<Record<string, string>>) => {
  const collections: Record<string, object> = {
    bookings: { findOne: async () => booking },
    conversations: { findOne: async () => null },
    people: {
      countDocuments: async ({ _id, email }: { _id: { $in: string[] }; email: string }) =>
        _id.$in.filter((userId) => emails[userId] === email).length,
    },
  };
  const readModels = {
    read: async ({ name }: { name: string }, query: (collection?: object) => unknown) =>
      query(collections[name]),
  };
  return new MessageQueries(
    readModels as never,
    { instant: () => booking.endTime } as never,
    { blockedAmong: async () => new Set() } as never,
    { policy: { reviewDays: 14 } } as never,
  );
};

it.each([
  [true, 'both sides have accounts', { pat: 'pat@example.test', hana: 'hana@example.test' }],
  [false, 'the player has deleted their account', { pat: '', hana: 'hana@example.test' }],
  [false, 'the host has deleted their account', { pat: 'pat@example.test', hana: '' }],
])('shows canWrite as %s if %s', async (canWrite, _, emails) => {
  const conversation = await queriesWith(emails).conversationOf('booking-1', 'pat');
  expect(conversation.canWrite).toBe(canWrite);
});
