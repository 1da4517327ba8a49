import { expect, it } from '@jest/globals';
import { amountRange, namePrefix } from './booking-search.js';

it.each([
  [undefined, undefined, null],
  ['330.00', '330.00', 33_000],
  ['330', '330.00', 33_000],
  ['10.5', undefined, { $gte: 1_050 }],
  [undefined, '0.01', { $lte: 1 }],
  ['1.00', '2.00', { $gte: 100, $lte: 200 }],
])('finds amounts from %s to %s', (from, to, filter) => {
  expect(amountRange(from, to)).toEqual(filter);
});

it('finds names only by their prefixes', () => {
  const { $gte, $lt } = namePrefix('ann');
  const matches = (name: string) => name >= $gte && name < $lt;
  expect(['ann', 'anna', 'ann\u{1f3be}', 'an', 'bann', 'ano'].map(matches)).toEqual([
    ...[true, true, true],
    ...[false, false, false],
  ]);
});
