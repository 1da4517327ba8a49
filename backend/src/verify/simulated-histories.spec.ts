import { expect, it } from '@jest/globals';
import fc from 'fast-check';
import { DAY_MS } from '../platform/kernel/local-time.js';
import { logOf, reconcileLog, verifyLog } from '../../testing/simulation/checked-money.js';
import { history, runHistory } from '../../testing/simulation/histories.js';
import {
  type MembershipStep,
  PAYS,
  membershipHistory,
  runMembershipHistory,
} from '../../testing/simulation/membership-histories.js';

const SEED = Number(process.env.SEED ?? 1);
/** 60 days in minutes. */
const LONG_AFTER = 60 * 1_440;
const SIMULATIONS = Number(process.env.SIMULATIONS ?? 100);

it('finds nothing in random histories of bookings with faults, once all faults have ended', () =>
  fc.assert(
    fc.asyncProperty(history, async (simulated) => {
      const simulation = await runHistory(simulated);
      try {
        const log = await logOf(simulation);
        expect(verifyLog(log)).toEqual([]);
        expect(await reconcileLog(simulation, log)).toEqual([]);
      } finally {
        simulation.close();
      }
    }),
    { numRuns: SIMULATIONS / 5, seed: SEED },
  ));

it('finds nothing in random histories of memberships with faults, once all faults have ended', () =>
  fc.assert(
    fc.asyncProperty(membershipHistory, async (simulated) => {
      // Money that comes back after its return is a difference that an admin must see.
      const hasStep = (type: string) => simulated.steps.some((step) => step.type === type);
      fc.pre(!hasStep('changeAmount') || !hasStep('returnPayment'));
      const simulation = await runMembershipHistory(simulated);
      try {
        const log = await logOf(simulation);
        const endsAt = new Date(simulation['now']).toISOString();
        expect(verifyLog(log, endsAt)).toEqual([]);
        expect(await reconcileLog(simulation, log)).toEqual([]);
      } finally {
        simulation.close();
      }
    }),
    { numRuns: SIMULATIONS / 20, seed: SEED },
  ));

it.each<[string, readonly MembershipStep[]]>([
  [
    'a dispute that is won',
    [
      { minutes: 5, type: 'dispute' },
      { minutes: LONG_AFTER, type: 'closeDispute', status: 'won' },
    ],
  ],
  [
    'a refund that fails',
    [
      { minutes: 5, type: 'refundInDashboard', amountCents: undefined },
      { minutes: LONG_AFTER, type: 'failRefund' },
    ],
  ],
])('finds nothing in the last week after %s two months later', async (_, steps) => {
  const simulation = await runMembershipHistory({
    concurrency: 1,
    capturesLate: false,
    steps: [
      { minutes: 0, type: 'beginFounding' },
      { minutes: 1, type: 'pay', card: PAYS },
      ...steps,
    ],
  });
  try {
    const log = await logOf(simulation);
    const since = new Date(simulation['now'] - 14 * DAY_MS).toISOString();
    expect(await reconcileLog(simulation, log, undefined, since)).toEqual([]);
  } finally {
    simulation.close();
  }
});
