import type { RankTier } from '@courtly/contracts/rankings';

/** `rankBound` orders the ranking. Only players who are `isRanked` have a rank. */
export type RankCandidate = Readonly<{
  playerId: string;
  city: string | null;
  rankBound: number;
  isRanked: boolean;
}>;

/**
 * A rank from 1, which players with equal bounds share, and the place in the list, which no one
 * shares.
 */
export type Rank = Readonly<{ rank: number; place: number }>;

/** The ranks in the club and in each city, by player id. */
export type Ranks = Readonly<{
  inClub: ReadonlyMap<string, Rank>;
  inCity: ReadonlyMap<string, Rank>;
}>;

type LastRank = Rank & Readonly<{ rankBound: number }>;

/** Every ranking is ordered by the bound, highest first, and then by player id. */
const byBound = (firstPlayer: RankCandidate, secondPlayer: RankCandidate): number =>
  secondPlayer.rankBound - firstPlayer.rankBound ||
  (firstPlayer.playerId < secondPlayer.playerId ? -1 : 1);

const nextRank = (last: LastRank | undefined, rankBound: number): LastRank => {
  const place = (last?.place ?? 0) + 1;
  return { place, rank: last?.rankBound === rankBound ? last.rank : place, rankBound };
};

export const ranksOf = (candidates: readonly RankCandidate[]): Ranks => {
  const [inClub, inCity] = [new Map<string, Rank>(), new Map<string, Rank>()];
  const lastInCity = new Map<string, LastRank>();
  let last: LastRank | undefined;
  for (const { playerId, city, rankBound } of candidates
    .filter(({ isRanked }) => isRanked)
    .sort(byBound)) {
    last = nextRank(last, rankBound);
    inClub.set(playerId, { rank: last.rank, place: last.place });
    if (city === null) continue;
    const cityRank = nextRank(lastInCity.get(city), rankBound);
    lastInCity.set(city, cityRank);
    inCity.set(playerId, { rank: cityRank.rank, place: cityRank.place });
  }
  return { inClub, inCity };
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
