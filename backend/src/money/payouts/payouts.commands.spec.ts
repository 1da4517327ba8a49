import { describe, expect, it } from '@jest/globals';
import type { CommandBus } from '@nestjs/cqrs';
import { matchesFilter } from '../../../testing/simulation/filter.js';
import type { Config } from '../../config.js';
import type { CommandHandling } from '../../platform/kernel/command-handling.js';
import { systemContext } from '../../platform/kernel/context.js';
import type { Streams } from '../../platform/kernel/streams.js';
import type { ReadModels } from '../../platform/projections/read-models.js';
import { PayHostCommand, PayHostHandler, type SettlePayoutCommand } from './payouts.commands.js';

const AT = '2027-03-14T19:00:00.000Z';
const LAST_WEEK = '2027-03-07T19:00:00.000Z';
const AMOUNT = 29_700;

const waiting = (bookingId: string) => ({
  _id: bookingId,
  bookingId,
  hostId: 'hana',
  dueAt: AT,
  dueCents: AMOUNT,
  debtCents: 0,
});
const debt = (debtCents: number) => ({ ...waiting('debt'), dueAt: null, dueCents: 0, debtCents });

/** What is done for a host without an account. `held` are the ids of bookings. */
const doneFor = async ({
  documents = [waiting('booking-1')] as object[],
  held = [] as string[],
  email = 'hana@example.com',
  hasPerson = true,
  disabledReason = null as string | null,
  lastRemindedAt = null as string | null,
  needsApproval = false,
} = {}) => {
  const states: Record<string, unknown> = {
    user: { person: hasPerson ? { email, roles: [], suspension: null } : null },
    payoutAccount: { transfers: 'inactive', payoutsEnabled: false, disabledReason },
    payoutHold: { isHeld: false },
    payoutReminder: { account: lastRemindedAt, approval: lastRemindedAt },
  };
  const collections: Record<string, readonly object[]> = {
    payouts: documents,
    payoutHolds: held.map((_id) => ({ _id, bookingId: _id, hostId: 'hana', isHeld: true })),
  };
  const readModels = {
    read: (model: { name: string }, query: (collection: unknown) => unknown) =>
      query({
        find(filter: object) {
          const found = collections[model.name]!.filter((one) => matchesFilter(one, filter));
          const cursor = { sort: () => cursor, limit: () => cursor, toArray: async () => found };
          return cursor;
        },
      }),
  };
  const reminders: object[] = [];
  const settled: string[] = [];
  const commandBus = {
    execute: async ({ input }: SettlePayoutCommand) => void settled.push(input.bookingId),
  };
  const commands = {
    handle: async (_: unknown, __: string, { data }: { data: object }) => reminders.push(data),
  };
  const handler = new PayHostHandler(
    commandBus as unknown as CommandBus,
    { load: async ({ category }: { category: string }) => states[category] } as unknown as Streams,
    readModels as unknown as ReadModels,
    commands as unknown as CommandHandling,
    { policy: { hostApproval: { payouts: needsApproval, listing: false } } } as Config,
  );
  await handler.execute(new PayHostCommand({ hostId: 'hana' }, systemContext('pay', AT)));
  return { reminders, settled };
};
const remindersOf = async (host: Parameters<typeof doneFor>[0]) => (await doneFor(host)).reminders;

it('reduces an outdated debt of a host who cannot be paid, even if the payout is held', async () => {
  const outdated = { ...waiting('outdated'), payout: { recordedDebtCents: AMOUNT } };
  const documents = [waiting('booking-1'), outdated];
  expect((await doneFor({ documents })).settled).toEqual(['outdated']);
  expect((await doneFor({ documents, held: ['outdated'] })).settled).toEqual(['outdated']);
});

describe('a reminder of payouts that wait for an account', () => {
  it('names the amount that the account would receive', async () => {
    const documents = [waiting('booking-1'), waiting('booking-2')];
    const reminder = { hostId: 'hana', missing: 'account', at: AT };
    expect(await remindersOf({ documents })).toEqual([
      { ...reminder, bookings: 2, amountCents: 2 * AMOUNT },
    ]);
    expect(await remindersOf({ documents, held: ['booking-2'] })).toEqual([
      { ...reminder, bookings: 1, amountCents: AMOUNT },
    ]);
    expect(await remindersOf({ documents: [...documents, debt(10_000)] })).toEqual([
      { ...reminder, bookings: 2, amountCents: 2 * AMOUNT - 10_000 },
    ]);
  });

  it('is not sent if an admin holds the payouts, or debts use them up', async () => {
    expect(await remindersOf({ held: ['booking-1'] })).toEqual([]);
    expect(await remindersOf({ documents: [waiting('booking-1'), debt(AMOUNT)] })).toEqual([]);
  });

  it('is about the approval first, if the policy pays only approved hosts', async () => {
    const reminder = { hostId: 'hana', missing: 'approval', bookings: 1, amountCents: AMOUNT };
    expect(await remindersOf({ needsApproval: true })).toEqual([{ ...reminder, at: AT }]);
    expect(await remindersOf({ needsApproval: true, held: ['booking-1'] })).toEqual([]);
  });

  it.each<[string, Parameters<typeof remindersOf>[0]]>([
    ['deleted the account', { email: '' }],
    ['does not exist', { hasPerson: false }],
    ['was rejected by Stripe', { disabledReason: 'rejected.fraud' }],
  ])('is not repeated if the host %s', async (_, host) => {
    expect(await remindersOf({ ...host })).toHaveLength(1);
    expect(await remindersOf({ ...host, lastRemindedAt: LAST_WEEK })).toEqual([]);
    expect(await remindersOf({ lastRemindedAt: LAST_WEEK })).toHaveLength(1);
  });
});
