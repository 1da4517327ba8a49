import type { RankTier } from '@courtly/contracts/rankings';
import type { ShownRating } from '../ratings/rating-view.js';

type RankedPlayer = Readonly<{ playerId: string; city: string | null; shown: ShownRating }>;

/** The ranks in the club and in each city, starting at 1, by player id. */
export type Ranks = Readonly<{
  rank: ReadonlyMap<string, number>;
  cityRank: ReadonlyMap<string, number>;
}>;

/** Every ranking is ordered by the lower bound, highest first, and then by player id. */
const byLowerBound = (firstPlayer: RankedPlayer, secondPlayer: RankedPlayer): number =>
  secondPlayer.shown.lowerBound - firstPlayer.shown.lowerBound ||
  (firstPlayer.playerId < secondPlayer.playerId ? -1 : 1);

export const ranksOf = (candidates: readonly RankedPlayer[]): Ranks => {
  const [rankByPlayer, cityRankByPlayer, rankedInCity] = [
    new Map<string, number>(),
    new Map<string, number>(),
    new Map<string, number>(),
  ];
  const rankedPlayers = candidates.filter(({ shown }) => !shown.provisional).sort(byLowerBound);
  for (const [index, { playerId, city }] of rankedPlayers.entries()) {
    rankByPlayer.set(playerId, index + 1);
    if (city === null) continue;
    const cityRank = (rankedInCity.get(city) ?? 0) + 1;
    rankedInCity.set(city, cityRank);
    cityRankByPlayer.set(playerId, cityRank);
  }
  return { rank: rankByPlayer, cityRank: cityRankByPlayer };
};

/**
 * The top 10% are Elite, the top 25% Gold, the top 50% Silver, and the others Bronze. Rank 1 is
 * always Elite.
 */
export const tierOf = (playerRank: number, playerCount: number): RankTier => {
  if (playerRank * 10 <= playerCount || playerRank === 1) return 'Elite';
  if (playerRank * 4 <= playerCount) return 'Gold';
  return playerRank * 2 <= playerCount ? 'Silver' : 'Bronze';
};
