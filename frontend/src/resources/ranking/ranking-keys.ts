import type { Discipline } from '@courtly/contracts/matches';
import type { RankingsTab } from '@courtly/contracts/rankings';

/** Which ranking: whom it holds, and by which matches. */
export type Ranking = Readonly<{ tab: RankingsTab; discipline: Discipline }>;

export const rankingKeys = {
  /** What all rankings and places in them begin with. */
  all: ['/api/rankings'] as const,
  list: (ranking: Ranking, limit?: number) => [...rankingKeys.all, 'list', ranking, limit] as const,
  own: (ranking: Ranking) => [...rankingKeys.all, 'me', ranking] as const,
};
