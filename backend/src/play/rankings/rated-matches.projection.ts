import { match } from '../matches/match.js';
import type { Match } from '../matches/match.js';
import type { MatchEvent } from '../matches/match.events.js';
import { type RatableMatch, ratedMatch } from '../matches/rated-match.js';
import { defineProjection } from '../../platform/projections/projection.js';

/**
 * A match as far as ratings go, whether it counts or not: ids of people and no word of theirs. `logged` is the log position of its
 * MatchLogged, `counts` whether it is rated as it stands, `playerIds` are those who played it.
 */
export type RatedMatchDocument = RatableMatch &
  Readonly<{
    courtId: string;
    zone: string;
    logged: string;
    counts: boolean;
    playerIds: readonly string[];
  }>;

/** What the fold of a match does not need of its document is not kept. */
const slim = (next: Match, logged: string): RatedMatchDocument => {
  const {
    matchId,
    courtId,
    zone,
    playedAt,
    surface,
    gamesWon,
    gamesLost,
    loggerId,
    discipline,
    result,
    answer,
  } = next;
  const players = next.players.map(({ placeId, side, playerId }) => ({ placeId, side, playerId }));
  const its = {
    matchId,
    courtId,
    zone,
    playedAt,
    surface,
    gamesWon,
    gamesLost,
    loggerId,
    discipline,
    result,
    answer,
  };
  const counts = ratedMatch({ ...its, players }, BigInt(logged)) !== null;
  const playerIds = [loggerId, ...players.flatMap(({ playerId }) => playerId ?? [])];
  return { ...its, players, logged, counts, playerIds };
};

/**
 * Every match by its id, as ratings take it. The first index gives those that count in the order in which they are rated, the second
 * what has changed since a table was built, the third the matches of one player.
 */
export const ratedMatches = defineProjection<RatedMatchDocument, MatchEvent>({
  name: 'ratedMatches',
  version: 1,
  indexes: [
    { counts: 1, playedAt: 1, logged: 1 },
    { position: 1 },
    { playerIds: 1, counts: 1, playedAt: -1 },
  ],
  handles: [
    'MatchLogged',
    'MatchPlayerAdded',
    'MatchClaimed',
    'MatchConfirmed',
    'MatchAutoConfirmed',
    'MatchDisputed',
    'MatchDisputeSettled',
    'MatchWithdrawn',
  ],
  key: ({ data }) => data.matchId,
  evolve(document, event) {
    const next = match.evolve(document as Match | null, event);
    return next && slim(next, event.type === 'MatchLogged' ? event.position : document!.logged);
  },
  audience: ({ playerIds }) => playerIds,
  people: ({ playerIds }) => playerIds,
});

/** A document as ratings take it; null while it does not count. */
export const asRated = (document: RatedMatchDocument) =>
  ratedMatch(document, BigInt(document.logged));
