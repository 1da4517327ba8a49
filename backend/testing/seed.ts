import { randomInt } from 'node:crypto';
import fc from 'fast-check';

/** What the random choices of a test follow from: SEED, else another number each run. Titles name it, to run it again. */
export const seed = Number(process.env['SEED'] ?? randomInt(2 ** 31));

/** So many random values, the same ones for the same seed. */
export const sample = <T>(count: number, values: fc.Arbitrary<T>): T[] =>
  fc.sample(values, { seed, numRuns: count, unbiased: true });
