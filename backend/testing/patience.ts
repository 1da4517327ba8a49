import { availableParallelism, loadavg } from 'node:os';

const LEAST = 2;
const MOST = 20;

/**
 * A limit for a wait on a condition, in milliseconds: as long as a quiet machine needs, times COURTLY_TEST_PATIENCE or
 * what the load of this machine asks for. A wait that ends by its condition costs nothing.
 */
export const patience = (quietMs: number): number => {
  const load = loadavg()[0]! / availableParallelism();
  const factor = Number(process.env['COURTLY_TEST_PATIENCE']) || Math.min(MOST, LEAST + load);
  return Math.round(quietMs * factor);
};
