import type { RankTier } from '@courtly/contracts/rankings';
import type { ShownRating } from '../ratings/rating-view.js';

type Contender = Readonly<{ playerId: string; city: string | null; shown: ShownRating }>;

/** Ranks from 1 in the club and in each city, by player id. */
export type Ranks = Readonly<{
  rank: ReadonlyMap<string, number>;
  cityRank: ReadonlyMap<string, number>;
}>;

/** Every ranking is ordered by lower bound, highest first, then by player id. */
const byLowerBound = (a: Contender, b: Contender): number =>
  b.shown.lowerBound - a.shown.lowerBound || (a.playerId < b.playerId ? -1 : 1);

/** Ranks all players who are not provisional. */
export const ranksOf = (contenders: readonly Contender[]): Ranks => {
  const [rank, cityRank, inCity] = [
    new Map<string, number>(),
    new Map<string, number>(),
    new Map<string, number>(),
  ];
  const ranked = contenders.filter(({ shown }) => !shown.provisional).sort(byLowerBound);
  for (const [index, { playerId, city }] of ranked.entries()) {
    rank.set(playerId, index + 1);
    if (city === null) continue;
    const place = (inCity.get(city) ?? 0) + 1;
    inCity.set(city, place);
    cityRank.set(playerId, place);
  }
  return { rank, cityRank };
};

/** Top 10% are Elite, top 25% Gold, top 50% Silver, others Bronze. Rank 1 is always Elite. */
export const tierOf = (rank: number, of: number): RankTier => {
  if (rank * 10 <= of || rank === 1) return 'Elite';
  if (rank * 4 <= of) return 'Gold';
  return rank * 2 <= of ? 'Silver' : 'Bronze';
};
