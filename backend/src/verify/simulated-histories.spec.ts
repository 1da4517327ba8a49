import { expect, it } from '@jest/globals';
import fc from 'fast-check';
import { logOf, reconcileLog, verifyLog } from '../../testing/simulation/checked-money.js';
import { history, runHistory } from '../../testing/simulation/histories.js';
import {
  membershipHistory,
  runMembershipHistory,
} from '../../testing/simulation/membership-histories.js';

const SEED = Number(process.env.SEED ?? 1);
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
