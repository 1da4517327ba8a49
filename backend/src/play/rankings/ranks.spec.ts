import { expect, it } from '@jest/globals';
import { ranksOf, tierOf } from './ranks.js';

const contender = (
  playerId: string,
  lowerBound: number,
  city: string | null = 'Austin',
  provisional = false,
) => ({
  playerId,
  city,
  shown: { figure: 5, range: [4, 6] as const, lowerBound, matches: 5, provisional },
});

it('ranks by lower bound, then id, in the club and in each city', () => {
  const { rank, cityRank } = ranksOf([
    ...[contender('cleo', 3), contender('ann', 3), contender('ben', 5, 'Phoenix')],
    ...[contender('dev', 9, 'Austin', true), contender('eva', 1, null)],
  ]);
  expect([...rank]).toEqual([
    ['ben', 1],
    ['ann', 2],
    ['cleo', 3],
    ['eva', 4],
  ]);
  expect([...cityRank]).toEqual([
    ['ben', 1],
    ['ann', 1],
    ['cleo', 2],
  ]);
});

it('makes the top 10% Elite, 25% Gold, and 50% Silver, and the first player always Elite', () => {
  expect([10, 11, 25, 26, 50, 51, 100].map((rank) => tierOf(rank, 100))).toEqual([
    ...['Elite', 'Gold', 'Gold', 'Silver', 'Silver', 'Bronze', 'Bronze'],
  ]);
  expect(tierOf(1, 1)).toBe('Elite');
});
