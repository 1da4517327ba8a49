import type { Discipline } from '@courtly/contracts/matches';
import { disciplineOf } from './lineup.js';
import type { Match } from './match.js';

/**
 * What a match means to ratings: who played whom, how many games each side won, and how much that counts (0 to 1). `us` is the side
 * that logged it. Instants are UTC.
 */
export type RatedMatch = Readonly<{
  matchId: string;
  playedAt: string;
  surface: string;
  discipline: Discipline;
  us: readonly string[];
  them: readonly string[];
  gamesWon: number;
  gamesLost: number;
  weight: number;
}>;

/** How much a match counts by what its opponents said (domain rules, "Rating": weights). */
const weights: Record<Match['answer'], number> = {
  none: 0,
  confirmed: 1,
  auto_confirmed: 0.7,
  disputed: 0,
  void: 0,
  withdrawn: 0,
};

const TEAM: Record<Discipline, number> = { singles: 1, doubles: 2 };

/** A match as ratings take it; null while it does not count, or somebody in it has no account: unclaimed is not rated (G30). */
export const ratedMatch = (match: Match): RatedMatch | null => {
  const { matchId, playedAt, surface, gamesWon, gamesLost, loggerId, players } = match;
  const weight = weights[match.answer];
  const discipline = disciplineOf(match);
  const holders = (wanted: 'partner' | 'opponent') =>
    players.flatMap(({ side, playerId }) => (side === wanted && playerId !== null ? [playerId] : []));
  const us = [loggerId, ...holders('partner')];
  const them = holders('opponent');
  const isWhole = us.length === TEAM[discipline] && them.length === TEAM[discipline];
  if (weight === 0 || !isWhole || gamesWon + gamesLost === 0) return null;
  return { matchId, playedAt, surface, discipline, us, them, gamesWon, gamesLost, weight };
};
