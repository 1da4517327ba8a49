import { ConductPolicy } from '@courtly/contracts/policy';
import { expect, it } from '@jest/globals';
import { payoutHolds } from '../../money/payouts/payout-holds.projection.js';
import { blockingSteps } from './blockers.js';
import type { Config } from '../../config.js';
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
const loaded: string[] = [];
/** `charges` is the number of charges and releases that are due. */
const erasureOf = async ({
  groups = [],
  charges = 0,
  account = null,
  payoutAccounts = 0,
  heldId,
  dueIds = [],
  disabledReason = null,
  needsApproval = false,
}: Readonly<{
  groups?: readonly object[];
  charges?: number;
  account?: object | null;
  payoutAccounts?: number;
  heldId?: string;
  dueIds?: readonly string[];
  disabledReason?: string | null;
  needsApproval?: boolean;
}>) => {
  const isReady = disabledReason === null;
  const connectedAccount = { transfers: 'active', payoutsEnabled: isReady, disabledReason };
  type Filter = { what?: { $in: unknown }; _id?: string | { $in: readonly string[] } };
  const readModels = {
    read: async (projection: unknown, query: (collection: unknown) => unknown) =>
      query({
        countDocuments: async ({ what, _id }: Filter) => {
          if (_id === 'hana') return payoutAccounts;
          if (typeof _id === 'object') return dueIds.filter((id) => _id.$in.includes(id)).length;
          return what?.$in === blockingSteps.payments ? charges : 0;
        },
        aggregate: () => ({ toArray: async () => groups }),
        find: () => ({
          toArray: async () => (projection === payoutHolds && heldId ? [{ _id: heldId }] : []),
        }),
        findOne: async () => connectedAccount,
      }),
  };
  const queries = new ErasureQueries(
    readModels as unknown as ReadModels,
    {
      loadDespiteDamagedKeys: async ({ category }: { category: string }) => {
        loaded.push(category);
        if (category === 'emailVerification') return new Set();
        return category === 'user' ? account : null;
      },
    } as unknown as Streams,
    { instant: () => '2027-03-11T12:00:00.000Z' } as Clock,
    {
      policy: { hostApproval: { payouts: needsApproval }, conduct: ConductPolicy.parse({}) },
    } as Config,
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

const suspended = { email: 'hana@example.test', roles: ['host'], suspension: { since: '' } };

it.each([
  ["We'll pay it automatically.", { heldId: 'booking-1', dueIds: ['booking-2'] }],
  ["It's on hold. Please contact us.", { heldId: 'booking-1', dueIds: ['booking-1'] }],
  ["It's on hold. Please contact us.", { heldId: 'hana', needsApproval: true }],
  ["It's on hold. Please contact us.", { account: suspended }],
  ["We'll pay it once you're approved as a host.", { needsApproval: true }],
  ["Stripe doesn't accept your account. Please contact us.", { disabledReason: 'rejected.fraud' }],
  ['Please set up payouts so that we can pay you.', { disabledReason: 'requirements.past_due' }],
])('says %s about a due payout with %j', async (nextStep, situation) => {
  const groups = [group('transfer', 0, { dueCents: 29_700 })];
  const { blockers } = await erasureOf({ groups, ...situation });
  expect(blockers).toMatchObject([{ message: `We still owe you $297.00. ${nextStep}` }]);
});

it('does not block an erasure while a refused reversal is retried', async () =>
  expect(await blockersOf([group('reverse', 1, { amountCents: 10_000 })])).toEqual([]));

it('promises to delete applications without a sign-in only if the email is verified', async () => {
  const applications = 'Applications you submitted with your email';
  const [unverified, verified] = await Promise.all(
    [false, true].map((isEmailProven) =>
      erasureOf({ account: { email: 'hana@example.test', isEmailProven, roles: ['host'] } }),
    ),
  );
  expect(unverified!.goes).not.toContain(applications);
  expect(unverified!.goes).toContain(`${applications} while you were signed in`);
  expect(verified!.goes).toContain(applications);
});

it('says that Stripe keeps the payout account of a host', async () => {
  const kept = expect.stringMatching(/^Your payout account at Stripe/);
  expect((await erasureOf({})).stays).not.toContainEqual(kept);
  expect((await erasureOf({ payoutAccounts: 1 })).stays).toContainEqual(kept);
});

it('reads each stream of the person once', async () => {
  loaded.length = 0;
  await erasureOf({ account: { ...suspended, isEmailProven: true } });
  expect(loaded.toSorted()).toEqual(['emailVerification', 'membership', 'user']);
});
