import { match } from '../matches/match.js';
import type { Match } from '../matches/match.js';
import type { MatchEvent } from '../matches/match.events.js';
import { type RatableMatch, ratedMatch } from '../matches/rated-match.js';
import { defineProjection } from '../../platform/projections/projection.js';

/**
 * A match for ratings, whether it counts or not; user ids only, no personal data. `logged` is the
 * position of its MatchLogged event, `counts` whether it is rated.
 */
export type RatedMatchDocument = RatableMatch &
  Readonly<{
    courtId: string;
    zone: string;
    logged: string;
    counts: boolean;
    playerIds: readonly string[];
  }>;

/** Keeps only the fields that the match fold needs. */
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
 * Matches by id. Indexes: counted matches in rating order, changes since a table was built, matches
 * of one player.
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

/** Converts a document for rating; null while it does not count. */
export const asRated = (document: RatedMatchDocument) =>
  ratedMatch(document, BigInt(document.logged));
