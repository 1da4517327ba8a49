import { randomInt } from 'node:crypto';
import fc from 'fast-check';

/** SEED or a random number. Titles contain it, so that a failed run can be repeated. */
export const seed = Number(process.env['SEED'] ?? randomInt(2 ** 31));

/** Random values that depend only on SEED. */
export const sample = <T>(count: number, values: fc.Arbitrary<T>): T[] =>
  fc.sample(values, { seed, numRuns: count, unbiased: true });
