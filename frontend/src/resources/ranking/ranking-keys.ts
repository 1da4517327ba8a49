import type { Discipline } from '@courtly/contracts/matches';
import type { RankingsTab } from '@courtly/contracts/rankings';
import type { Sport } from '@courtly/contracts/sport';

export type Ranking = Readonly<{ sport: Sport; tab: RankingsTab; discipline: Discipline }>;

export const rankingKeys = {
  /** The prefix of all rankings. */
  all: ['/api/rankings'] as const,
  list: (ranking: Ranking, pageSize?: number) =>
    [...rankingKeys.all, 'list', ranking, pageSize] as const,
  own: (ranking: Ranking) => [...rankingKeys.all, 'me', ranking] as const,
};
