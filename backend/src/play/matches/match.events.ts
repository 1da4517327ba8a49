import { Discipline, MatchOutcome, MatchSide, SetGames } from '@courtly/contracts/matches';
import { z } from 'zod';
import { type EventOf, defineEvents } from '../../platform/kernel/events.js';

const instant = z.string();
const games = z.number().int();

/**
 * Repeated in every event, so that ratings and notifications need no other. `matchId` is
 * `<bookingId>_<loggerId>`, `playedAt` the start of the hour (UTC). Result and games are the
 * logger's side.
 */
const its = {
  matchId: z.string(),
  bookingId: z.string(),
  courtId: z.string(),
  loggerId: z.string(),
  surface: z.string(),
  playedAt: instant,
  zone: z.string(),
  result: MatchOutcome,
  gamesWon: games,
  gamesLost: games,
};

/** Replaces an entered name and email after erasure. */
export const nobodysName = { name: 'Former player', email: '' } as const;

/** `playerId` is null until a user with an account has the place. */
const place = { placeId: z.string(), side: MatchSide, playerId: z.string().nullable() };

/** Repeated in events that change the whole match. */
const lineup = { discipline: Discipline, players: z.array(z.object(place)) };

/**
 * The result of an hour and its players' answers. The stream is `match-<matchId>`. Names and emails
 * are encrypted with the logger's key; a keyed hash of each email remains. `answerBy` is the
 * deadline of a registered opponent, null for partners and open places.
 */
export const matchEvents = defineEvents(['match'], {
  MatchLogged: {
    version: 1,
    data: z.object({
      ...its,
      discipline: Discipline.nullable(),
      sets: z.array(SetGames),
      notes: z.string(),
      loggedAt: instant,
    }),
    personal: [{ of: 'loggerId', erased: { notes: '' } }],
  },
  MatchPlayerAdded: {
    version: 1,
    data: z.object({
      ...its,
      ...place,
      name: z.string(),
      email: z.string(),
      emailHash: z.string().nullable(),
      answerBy: instant.nullable(),
      addedAt: instant,
    }),
    personal: [{ of: 'loggerId', erased: nobodysName }],
  },
  MatchClaimed: {
    version: 1,
    data: z.object({
      ...its,
      ...place,
      playerId: z.string(),
      answerBy: instant.nullable(),
      claimedAt: instant,
    }),
  },
  /** The holder of this place deleted their account; hides the entered name and email. */
  MatchPlayerForgotten: {
    version: 1,
    data: z.object({ ...its, placeId: z.string(), forgottenAt: instant }),
  },
  MatchConfirmed: {
    version: 1,
    data: z.object({ ...its, ...lineup, confirmedBy: z.string(), confirmedAt: instant }),
  },
  MatchAutoConfirmed: { version: 1, data: z.object({ ...its, ...lineup, confirmedAt: instant }) },
  MatchDisputed: {
    version: 1,
    data: z.object({
      ...its,
      ...lineup,
      disputedBy: z.string(),
      reason: z.string(),
      disputedAt: instant,
    }),
    personal: [{ of: 'disputedBy', erased: { reason: '' } }],
  },
  MatchDisputeSettled: {
    version: 2,
    data: z.object({
      ...its,
      ...lineup,
      upheld: z.boolean(),
      because: z.string(),
      settledBy: z.string(),
      settledAt: instant,
    }),
    personal: [{ of: 'settledBy', erased: { because: '' } }],
    upcasts: { 1: (data) => ({ ...data, because: '' }) },
  },
  MatchWithdrawn: {
    version: 1,
    data: z.object({ ...its, ...lineup, reason: z.string(), withdrawnAt: instant }),
    personal: [{ of: 'loggerId', erased: { reason: '' } }],
  },
});

export type MatchEvent = EventOf<typeof matchEvents>;
