import { defineProjection } from '../../platform/projections/projection.js';
import { confirmBy } from './lineup.js';
import { type Match, match } from './match.js';
import type { MatchEvent } from './match.events.js';

/**
 * A match with its registered players and the time (UTC) of its automatic confirmation; null if
 * there is none.
 */
export type MatchDocument = Match &
  Readonly<{ playerIds: readonly string[]; confirmBy: string | null }>;

/**
 * Matches by id. The indexes serve a player's list, automatic confirmation, players by email, and
 * disputes.
 */
export const matches = defineProjection<MatchDocument, MatchEvent>({
  name: 'matches',
  version: 3,
  indexes: [
    { playerIds: 1, playedAt: -1, _id: -1 },
    { confirmBy: 1 },
    { 'players.emailHash': 1 },
    { answer: 1, playedAt: 1, _id: 1 },
  ],
  handles: [
    'MatchLogged',
    'MatchPlayerAdded',
    'MatchClaimed',
    'MatchPlayerForgotten',
    'MatchConfirmed',
    'MatchAutoConfirmed',
    'MatchDisputed',
    'MatchDisputeSettled',
    'MatchWithdrawn',
  ],
  key: ({ data }) => data.matchId,
  evolve(matchDocument, matchEvent) {
    const nextMatch = match.evolve(matchDocument, matchEvent);
    if (!nextMatch) return null;
    const otherPlayerIds = nextMatch.players.flatMap(({ playerId }) =>
      playerId === null ? [] : [playerId],
    );
    return {
      ...nextMatch,
      playerIds: [nextMatch.loggerId, ...otherPlayerIds],
      confirmBy: confirmBy(nextMatch),
    };
  },
  audience: ({ playerIds }) => playerIds,
  people: ({ playerIds, reasonBy }) => [
    ...new Set(reasonBy === null ? playerIds : [...playerIds, reasonBy]),
  ],
});
