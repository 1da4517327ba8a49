import { expect, it } from '@jest/globals';
import { blockingSteps } from './blockers.js';
import type { Clock } from '../../platform/kernel/clock.js';
import type { Streams } from '../../platform/kernel/streams.js';
import type { ReadModels } from '../../platform/projections/read-models.js';
import { ErasureQueries } from './erasure.queries.js';

const group = (what: string | null, attempts: number, cents: object) => ({
  _id: { what, attempts },
  dueCents: 0,
  frozenCents: 0,
  amountCents: 0,
  ...cents,
});
/** `charges` is the number of charges and releases that are due. */
const erasureOf = async ({
  groups = [],
  charges = 0,
  account = null,
  payoutAccounts = 0,
}: Readonly<{
  groups?: readonly object[];
  charges?: number;
  account?: object | null;
  payoutAccounts?: number;
}>) => {
  const readModels = {
    read: async (_: unknown, query: (collection: unknown) => unknown) =>
      query({
        countDocuments: async ({ what, _id }: { what?: { $in: unknown }; _id?: string }) => {
          if (_id === 'hana') return payoutAccounts;
          return what?.$in === blockingSteps.payments ? charges : 0;
        },
        aggregate: () => ({ toArray: async () => groups }),
        findOne: async () => ({ transfers: 'active', payoutsEnabled: true }),
      }),
  };
  const queries = new ErasureQueries(
    readModels as unknown as ReadModels,
    {
      loadDespiteDamagedKeys: async ({ category }: { category: string }) => {
        if (category === 'emailVerification') return new Set();
        return category === 'user' ? account : null;
      },
    } as unknown as Streams,
    { instant: () => '2027-03-11T12:00:00.000Z' } as Clock,
  );
  return queries.show('hana');
};
const blockersOf = async (groups: readonly object[], charges = 0) =>
  (await erasureOf({ groups, charges })).blockers.map(({ message }) => message);

it('blocks an erasure while a payout, reversal, charge, or release is due', async () => {
  expect(await blockersOf([])).toEqual([]);
  const owed = group('transfer', 0, { dueCents: 20_000, amountCents: 20_000 });
  const refused = group('transfer', 2, { dueCents: 9_700, amountCents: 9_700 });
  expect(await blockersOf([owed, refused])).toEqual([
    "We still owe you $297.00. We'll pay it automatically.",
  ]);
  expect(await blockersOf([group('reverse', 0, { amountCents: 10_000 })])).toEqual([
    "We still have to take back $100.00 of your payouts. We're working on it.",
  ]);
  expect(await blockersOf([], 1)).toEqual([
    "Your payment for one booking hasn't been charged or released yet. We're working on it.",
  ]);
});

it('does not block an erasure while a refused reversal is retried', async () =>
  expect(await blockersOf([group('reverse', 1, { amountCents: 10_000 })])).toEqual([]));

it('promises to delete applications only if the email is verified', async () => {
  const applications = 'Applications you submitted with your email';
  const [unverified, verified] = await Promise.all(
    [false, true].map((isEmailProven) =>
      erasureOf({ account: { email: 'hana@example.test', isEmailProven, roles: ['host'] } }),
    ),
  );
  expect(unverified!.goes).not.toContain(applications);
  expect(verified!.goes).toContain(applications);
});

it('says that Stripe keeps the payout account of a host', async () => {
  const kept = expect.stringMatching(/^Your payout account at Stripe/);
  expect((await erasureOf({})).stays).not.toContainEqual(kept);
  expect((await erasureOf({ payoutAccounts: 1 })).stays).toContainEqual(kept);
});
