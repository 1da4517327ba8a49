import { expect, it } from '@jest/globals';
import fc from 'fast-check';
import { logOf, reconcileLog, verifyLog } from '../../testing/simulation/checked-money.js';
import { history, runHistory } from '../../testing/simulation/histories.js';

const RUNS = Number(process.env.SIMULATIONS ?? 100) / 5;

it('finds nothing in random histories with faults, once all faults have ended', () =>
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
    { numRuns: RUNS, ...(process.env.SEED && { seed: Number(process.env.SEED) }) },
  ));
