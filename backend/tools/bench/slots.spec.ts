import { expect, it } from '@jest/globals';
import { percentile } from './percentile.js';
import { distinctSlots } from './slots.js';

it('returns the nearest-rank percentile', () => {
  const values = Array.from({ length: 200 }, (_, index) => index + 1);
  expect([0.5, 0.99, 1].map((shareOfTotal) => percentile(values, shareOfTotal))).toEqual([
    100, 198, 200,
  ]);
  expect(percentile([7], 0.99)).toBe(7);
});

it('returns each hour of each court once, then fails', () => {
  const next = distinctSlots(['a', 'b'], Date.parse('2027-03-10T12:30:00Z'));
  const total = 2 * 900 * 24;
  const slots = new Set(Array.from({ length: total }, () => JSON.stringify(next())));
  expect(slots.size).toBe(total);
  expect(next).toThrow(/used up/);
});
