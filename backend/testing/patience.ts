import { availableParallelism, loadavg } from 'node:os';

const LEAST = 2;
const MOST = 20;

/**
 * COURTLY_TEST_PATIENCE or, by default, how many processes compete for each processor core (at
 * least 1).
 */
const load = (): number =>
  Number(process.env['COURTLY_TEST_PATIENCE']) ||
  Math.min(MOST, Math.max(1, loadavg()[0]! / availableParallelism()));

/**
 * The limit for a wait on a condition, in milliseconds, derived from what a quiet machine needs. It
 * is generous, because a wait that ends with its condition costs nothing.
 */
export const patience = (quietMs: number): number => Math.round(quietMs * (LEAST + load() - 1));

/**
 * A duration to assert, in milliseconds: exact on a quiet machine, and otherwise scaled with the
 * load.
 */
export const loadAdjusted = (quietMs: number): number => Math.round(quietMs * load());
