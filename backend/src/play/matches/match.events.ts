import { Discipline, MatchOutcome, MatchSide, SetGames } from '@courtly/contracts/matches';
import { z } from 'zod';
import { type EventOf, defineEvents } from '../../platform/kernel/events.js';

const instant = z.string();
const games = z.number().int();

/**
 * What every event of a match says, so that ratings and notices need no other. `matchId` is `<bookingId>_<loggerId>`; `playedAt` is
 * when the hour began (UTC); result and games are those of the side that logged it.
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

/** What stands in the place of a name and an e-mail that were written, once they are erased. */
export const nobodysName = { name: 'Former player', email: '' } as const;

/** Who else plays: `playerId` is null while nobody with an account has the place. */
const place = { placeId: z.string(), side: MatchSide, playerId: z.string().nullable() };

/** What a change of the whole match repeats: as what it counts, and everybody in it. */
const lineup = { discipline: Discipline, players: z.array(z.object(place)) };

/**
 * The result of an hour as somebody logged it, and what those who played with them say to it. The stream is `match-<matchId>`. Names
 * and e-mails are what whoever logged it wrote, and go with their key; of an e-mail a keyed hash stays. `answerBy` is until when an
 * opponent who holds a place may answer, null for a partner and for an open place.
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
  /** Who has this place has no account any more: the name and the e-mail that were written of them are shown to nobody. */
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
