import { Sport } from '@courtly/contracts/sport';
import { Discipline } from '@courtly/contracts/matches';
import { z } from 'zod';
import { type Match, match } from '../matches/match.js';
import { presentPlayers } from '../matches/lineup.js';
import { LineupFields, type MatchEvent, PlaceFields } from '../matches/match.events.js';
import { type RatableMatch, ratedMatch } from '../matches/rated-match.js';
import { defineProjection } from '../../platform/projections/projection.js';

/**
 * A match for ratings, whether or not it counts. It contains only user ids and no other personal
 * data. `logged` is the position of its MatchLogged event; `counts` is whether it is rated.
 */
export type RatedMatchDocument = RatableMatch &
  Readonly<{
    courtId: string;
    zone: string;
    logged: string;
    counts: boolean;
    playerIds: readonly string[];
  }>;

/** The fields that the match fold needs, and no text that users entered. */
const StoredFields = LineupFields.omit({ bookingId: true }).extend({
  sport: Sport,
  discipline: Discipline.nullable(),
  answer: z.custom<Match['answer']>(),
  players: z.array(
    PlaceFields.extend({
      answer: z.custom<Match['players'][number]['answer']>(),
      answerBy: z.string().nullable(),
      isRevealed: z.boolean(),
    }),
  ),
  objections: z.array(z.never()),
});

const ratedMatchDocument = (nextMatch: Match, loggedPosition: string): RatedMatchDocument => {
  const storedFields = StoredFields.parse({ ...nextMatch, objections: [] });
  const { loggerId } = storedFields;
  return {
    ...storedFields,
    logged: loggedPosition,
    counts: ratedMatch(storedFields, BigInt(loggedPosition)) !== null,
    playerIds: [
      loggerId,
      ...presentPlayers(storedFields).flatMap(({ playerId }) => playerId ?? []),
    ],
  };
};

/**
 * Matches by id. The indexes serve counted matches in rating order, changes since a table was
 * built, and the matches of one player.
 */
export const ratedMatches = defineProjection<RatedMatchDocument, MatchEvent>({
  name: 'ratedMatches',
  version: 4,
  indexes: [
    { counts: 1, playedAt: 1, logged: 1 },
    { position: 1 },
    { playerIds: 1, counts: 1, playedAt: -1 },
  ],
  handles: [
    'MatchLogged',
    'MatchPlayerAdded',
    'MatchClaimed',
    'MatchPlayerAgreed',
    'MatchPlayerLeft',
    'MatchConfirmed',
    'MatchAutoConfirmed',
    'MatchDisputed',
    'MatchDisputeSettled',
    'MatchVoided',
    'MatchWithdrawalAgreed',
    'MatchExpired',
    'MatchWithdrawn',
  ],
  key: ({ data }) => data.matchId,
  evolve(matchDocument, matchEvent) {
    const nextMatch = match.evolve(matchDocument as Match | null, matchEvent);
    return (
      nextMatch &&
      ratedMatchDocument(
        nextMatch,
        matchEvent.type === 'MatchLogged' ? matchEvent.position : matchDocument!.logged,
      )
    );
  },
  audience: ({ playerIds }) => playerIds,
  people: ({ playerIds }) => playerIds,
});

/** Those who let their time pass without a response. Their names are not revealed. */
export const silentPlayersOf = ({ players }: Pick<RatedMatchDocument, 'players'>): string[] =>
  players.flatMap(({ playerId, isRevealed }) =>
    playerId === null || isRevealed ? [] : [playerId],
  );

/** Converts a document for rating; null while it does not count. */
export const toRatedMatch = (matchDocument: RatedMatchDocument) =>
  ratedMatch(matchDocument, BigInt(matchDocument.logged));
