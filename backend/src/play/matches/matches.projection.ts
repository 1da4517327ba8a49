import { defineProjection } from '../../platform/projections/projection.js';
import { deadlineOf, presentPlayers } from './lineup.js';
import { type Match, match } from './match.js';
import type { MatchEvent } from './match.events.js';

/**
 * A match with its registered players, its deadline (null if there is none), whether an admin can
 * rule on it, and when the next email is due for erasure. Instants are UTC.
 */
export type MatchDocument = Match &
  Readonly<{
    playerIds: readonly string[];
    deadline: string | null;
    needsRuling: boolean;
    nextErasureAt: string | null;
  }>;

/**
 * Matches by id. The indexes serve a player's list, deadlines, players by email, matches that need
 * a ruling, and the erasure of emails.
 */
export const matches = defineProjection<MatchDocument, MatchEvent>({
  name: 'matches',
  version: 7,
  indexes: [
    { playerIds: 1, playedAt: -1, _id: -1 },
    { deadline: 1 },
    { 'players.emailHash': 1 },
    { needsRuling: 1, playedAt: 1, _id: 1 },
    { nextErasureAt: 1 },
  ],
  handles: [
    'MatchLogged',
    'MatchPlayerAdded',
    'MatchClaimed',
    'MatchPlayerForgotten',
    'MatchPlayerEmailErased',
    'MatchPlayerAgreed',
    'MatchPlayerLeft',
    'MatchConfirmed',
    'MatchAutoConfirmed',
    'MatchDisputed',
    'MatchDisputeSettled',
    'MatchVoided',
    'MatchWithdrawalRequested',
    'MatchWithdrawalAgreed',
    'MatchExpired',
    'MatchWithdrawn',
  ],
  key: ({ data }) => data.matchId,
  evolve(matchDocument, matchEvent) {
    const nextMatch = match.evolve(matchDocument, matchEvent);
    if (!nextMatch) return null;
    const otherPlayerIds = presentPlayers(nextMatch).flatMap(({ playerId }) =>
      playerId === null ? [] : [playerId],
    );
    return {
      ...nextMatch,
      playerIds: [nextMatch.loggerId, ...otherPlayerIds],
      deadline: deadlineOf(nextMatch),
      needsRuling: nextMatch.answer === 'disputed' || nextMatch.withdrawal !== null,
      nextErasureAt: Object.values(nextMatch.emailsUntil).sort()[0] ?? null,
    };
  },
  audience: ({ playerIds }) => playerIds,
  people: ({ playerIds, reasonBy, objections, emailsUntil, timesLogged }) => [
    ...new Set([
      ...playerIds,
      ...(reasonBy === null ? [] : [reasonBy]),
      ...objections.map(({ userId }) => userId),
      ...Object.keys(emailsUntil),
      ...Object.keys(timesLogged),
    ]),
  ],
});
