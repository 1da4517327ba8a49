import { expect, it } from '@jest/globals';
import { ranksOf, tierOf } from './ranks.js';

const contender = (
  playerId: string,
  rankBound: number,
  city: string | null = 'Austin',
  isRanked = true,
) => ({ playerId, city, rankBound, isRanked });

it('ranks by bound in the club and in each city, and shares the rank of equal bounds', () => {
  const { inClub, inCity } = ranksOf([
    ...[contender('cleo', 3), contender('ann', 3), contender('ben', 5, 'Phoenix')],
    ...[contender('dev', 9, 'Austin', false), contender('eva', 1, null)],
  ]);
  expect([...inClub]).toEqual([
    ['ben', { rank: 1, place: 1 }],
    ['ann', { rank: 2, place: 2 }],
    ['cleo', { rank: 2, place: 3 }],
    ['eva', { rank: 4, place: 4 }],
  ]);
  expect([...inCity]).toEqual([
    ['ben', { rank: 1, place: 1 }],
    ['ann', { rank: 1, place: 1 }],
    ['cleo', { rank: 1, place: 2 }],
  ]);
});

it('makes the top 10% Elite, 25% Gold, and 50% Silver, and the first player always Elite', () => {
  expect([10, 11, 25, 26, 50, 51, 100].map((rank) => tierOf(rank, 100))).toEqual([
    ...['Elite', 'Gold', 'Gold', 'Silver', 'Silver', 'Bronze', 'Bronze'],
  ]);
  expect(tierOf(1, 1)).toBe('Elite');
});
