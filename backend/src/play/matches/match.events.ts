import { Discipline, MatchOutcome, MatchSide, SetGames } from '@courtly/contracts/matches';
import { z } from 'zod';
import { type EventOf, defineEvents } from '../../platform/kernel/events.js';

const utcInstant = z.string();
const gameCount = z.number().int();

/**
 * Repeated in every event, so that ratings and notifications need no other event. `matchId` is
 * `<bookingId>_<loggerId>`. `playedAt` (UTC) is the start. Result and games are the logger's.
 */
export const MatchFields = z.object({
  matchId: z.string(),
  bookingId: z.string(),
  courtId: z.string(),
  loggerId: z.string(),
  surface: z.string(),
  playedAt: utcInstant,
  zone: z.string(),
  result: MatchOutcome,
  gamesWon: gameCount,
  gamesLost: gameCount,
});

/** Replaces a name and email that the logger entered, after erasure. */
export const forgottenName = { name: 'Former player', email: '' } as const;

/** `playerId` is null until a user with an account takes the place. */
export const PlaceFields = z.object({
  placeId: z.string(),
  side: MatchSide,
  playerId: z.string().nullable(),
});

export const PlayerFields = PlaceFields.extend({
  name: z.string(),
  email: z.string(),
  emailHash: z.string().nullable(),
  answerBy: utcInstant.nullable(),
  addedAt: utcInstant,
});

/** Repeated in events that affect the whole match. */
export const LineupFields = MatchFields.extend({
  discipline: Discipline,
  players: z.array(PlaceFields),
});

/**
 * The result of an hour and the players' responses, in the stream `match-<matchId>`. Names and
 * emails are encrypted with the logger's key; keyed hashes of emails remain.
 */
export const matchEvents = defineEvents(['match'], {
  MatchLogged: {
    version: 1,
    data: MatchFields.extend({
      discipline: Discipline.nullable(),
      sets: z.array(SetGames),
      notes: z.string(),
      loggedAt: utcInstant,
    }),
    personal: [{ of: 'loggerId', erased: { notes: '' }, isRemark: true }],
  },
  MatchPlayerAdded: {
    version: 1,
    data: MatchFields.extend(PlayerFields.shape),
    personal: [{ of: 'loggerId', erased: forgottenName }],
  },
  MatchClaimed: {
    version: 1,
    data: MatchFields.extend({
      ...PlaceFields.shape,
      playerId: z.string(),
      /** The deadline for a registered opponent; null for partners and open places. */
      answerBy: utcInstant.nullable(),
      claimedAt: utcInstant,
    }),
  },
  /** The player in this place has deleted their account, which hides the entered name and email. */
  MatchPlayerForgotten: {
    version: 1,
    data: MatchFields.extend({ placeId: z.string(), forgottenAt: utcInstant }),
  },
  MatchConfirmed: {
    version: 1,
    data: LineupFields.extend({ confirmedBy: z.string(), confirmedAt: utcInstant }),
  },
  MatchAutoConfirmed: {
    version: 1,
    data: LineupFields.extend({ confirmedAt: utcInstant }),
  },
  MatchDisputed: {
    version: 1,
    data: LineupFields.extend({
      disputedBy: z.string(),
      reason: z.string(),
      disputedAt: utcInstant,
    }),
    personal: [{ of: 'disputedBy', erased: { reason: '' }, isRemark: true }],
  },
  MatchDisputeSettled: {
    version: 2,
    data: LineupFields.extend({
      upheld: z.boolean(),
      because: z.string(),
      settledBy: z.string(),
      settledAt: utcInstant,
    }),
    personal: [{ of: 'settledBy', erased: { because: '' }, isRemark: true }],
    upcasts: { 1: (storedData) => ({ ...storedData, because: '' }) },
  },
  MatchWithdrawn: {
    version: 1,
    data: LineupFields.extend({ reason: z.string(), withdrawnAt: utcInstant }),
    personal: [{ of: 'loggerId', erased: { reason: '' }, isRemark: true }],
  },
});

export type MatchEvent = EventOf<typeof matchEvents>;
