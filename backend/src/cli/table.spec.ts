import { expect, it } from '@jest/globals';
import { formatPosition, formatTable } from './table.js';

it('right-aligns columns of numbers, percentages, and amounts with a unit', () => {
  const rows = [
    ['name', 'share', 'lag'],
    ['first', '5.1%', '1.0 s'],
    ['second', '12.0%', '10.5 s'],
  ];
  expect(formatTable(rows).split('\n')).toEqual([
    'name    share     lag',
    'first    5.1%   1.0 s',
    'second  12.0%  10.5 s',
  ]);
});

it('shows a position without leading zeros', () => {
  expect(formatPosition('00000000000000004711')).toBe('4711');
});
