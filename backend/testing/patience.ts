import { availableParallelism, loadavg } from 'node:os';

const LEAST = 2;
const MOST = 20;

/** COURTLY_TEST_PATIENCE, or how many processes compete for each processor core, at least 1. */
const load = (): number =>
  Number(process.env['COURTLY_TEST_PATIENCE']) ||
  Math.min(MOST, Math.max(1, loadavg()[0]! / availableParallelism()));

/**
 * A limit for a wait on a condition, in milliseconds, from what a quiet machine needs. It is
 * generous, because a wait that ends by its condition costs nothing.
 */
export const patience = (quietMs: number): number => Math.round(quietMs * (LEAST + load() - 1));

/** A duration to assert, in milliseconds: exact on a quiet machine, scaled by the load otherwise. */
export const loadAdjusted = (quietMs: number): number => Math.round(quietMs * load());
