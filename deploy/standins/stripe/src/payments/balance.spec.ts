import { expect, it } from '@jest/globals';
import { stripeFee } from './balance.js';

it.each([
  [33_000, 987],
  [10_000, 320],
  [50, 31],
  [10_995, 349],
])('computes the fee for %i cents as %i', (amount, fee) => expect(stripeFee(amount)).toBe(fee));
