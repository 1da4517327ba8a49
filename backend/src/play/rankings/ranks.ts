import type { RankTier } from '@courtly/contracts/rankings';
import type { ShownRating } from '../ratings/rating-view.js';

type Contender = Readonly<{ playerId: string; city: string | null; shown: ShownRating }>;

/** Places from 1 on, in the club and in each city, by player. */
export type Ranks = Readonly<{
  rank: ReadonlyMap<string, number>;
  cityRank: ReadonlyMap<string, number>;
}>;

/** The order of every ranking: the lower end of the range, the higher first; whoever is level comes in the order of their ids. */
const byLowerBound = (a: Contender, b: Contender): number =>
  b.shown.lowerBound - a.shown.lowerBound || (a.playerId < b.playerId ? -1 : 1);

/** Ranks of all whose rating is not provisional. */
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

/** The tier of a rank among so many: the first tenth, what is left of the first quarter, of the first half, and all others. */
export const tierOf = (rank: number, of: number): RankTier => {
  if (rank * 10 <= of || rank === 1) return 'Elite';
  if (rank * 4 <= of) return 'Gold';
  return rank * 2 <= of ? 'Silver' : 'Bronze';
};
