import { z } from 'zod';
import { Why } from './desk-users.js';
import { pageQuery } from './paging.js';
import { route } from './route.js';

export const MatchOutcome = z.enum(['win', 'loss', 'draw']);
export type MatchOutcome = z.infer<typeof MatchOutcome>;

export const Discipline = z.enum(['singles', 'doubles']);
export type Discipline = z.infer<typeof Discipline>;

/** As what somebody played, seen from whoever logged the match. */
export const MatchSide = z.enum(['partner', 'opponent']);
export type MatchSide = z.infer<typeof MatchSide>;

/**
 * How far a match has come: `waiting` for an opponent to answer, `confirmed` by one, `auto_confirmed` by time, `disputed` until
 * that is settled, `void` where the dispute was right, `withdrawn` by whoever logged it.
 */
export const MatchStatus = z.enum([
  'waiting',
  'confirmed',
  'auto_confirmed',
  'disputed',
  'void',
  'withdrawn',
]);
export type MatchStatus = z.infer<typeof MatchStatus>;

const games = z.number().int().min(0).max(99);
const reason = z.string().trim().min(1).max(300);
const email = z.union([
  z.email('Use an email such as robin@example.com').max(254),
  z.literal(''),
  z.null(),
]);

/** The games of one set, finished or not: `player1` is the side of whoever logged it. */
export const SetGames = z.strictObject({ player1: games, player2: games });
export type SetGames = z.infer<typeof SetGames>;

/**
 * Somebody who played too, by name, and by e-mail where they shall be invited to confirm. Whether the e-mail has an account is
 * found out here, and told to nobody: `playerId` and `isRegistered` say nothing.
 */
export const NewMatchPlayer = z.strictObject({
  playerName: z.string().trim().min(1, 'Please fill in a name').max(80),
  playerEmail: email.optional(),
  side: MatchSide.default('opponent'),
  playerId: z.null().optional(),
  isRegistered: z.boolean().optional(),
});
export type NewMatchPlayer = z.infer<typeof NewMatchPlayer>;

/** As many play with whoever logs a match: a partner and two opponents. */
export const MOST_MATCH_PLAYERS = 3;

/**
 * The result of an hour, from the side of whoever played it. An hour seldom ends a match, so sets may be unfinished and need not
 * add up to the games, and a draw is a result. Where nobody says, it is singles until a partner or a second opponent is named.
 */
export const LogMatch = z.strictObject({
  bookingId: z.string().min(1).max(80),
  result: MatchOutcome,
  gamesWon: games.default(0),
  gamesLost: games.default(0),
  sets: z.array(SetGames).max(9).nullish(),
  notes: z.string().trim().max(500).nullish().describe('for the caller alone'),
  discipline: Discipline.optional(),
  players: z.array(NewMatchPlayer).max(MOST_MATCH_PLAYERS).default([]),
});
export type LogMatch = z.infer<typeof LogMatch>;

export const AddMatchPlayer = z.strictObject({
  matchResultId: z.string().min(1).max(130),
  ...NewMatchPlayer.shape,
});
export type AddMatchPlayer = z.infer<typeof AddMatchPlayer>;

/** One who played too. Whoever logged the match learns of an account only from its holder's answer. */
export const MatchPlayer = z.object({
  id: z.string(),
  matchResultId: z.string(),
  side: MatchSide,
  playerId: z.string().nullable(),
  playerName: z.string(),
  playerEmail: z.string().nullable().describe('for whoever wrote it'),
  isRegistered: z.boolean(),
  createdAt: z.string(),
});
export type MatchPlayer = z.infer<typeof MatchPlayer>;

/** A match. Result, games and sets are those of the side that logged it. */
export const Match = z.object({
  id: z.string(),
  bookingId: z.string(),
  userId: z.string().describe('who logged it'),
  loggedBy: z.object({ firstName: z.string(), lastName: z.string() }),
  role: z.enum(['logger', 'partner', 'opponent']).describe('as what the caller played'),
  court: z.object({ id: z.string(), name: z.string() }),
  playedAt: z.string(),
  zone: z.string(),
  surface: z.string(),
  discipline: Discipline,
  result: MatchOutcome,
  gamesWon: z.number(),
  gamesLost: z.number(),
  sets: z.array(SetGames),
  notes: z.string().describe('for whoever wrote them'),
  status: MatchStatus,
  answerBy: z
    .string()
    .nullable()
    .describe('until when the caller, an opponent, may confirm or dispute it'),
  reason: z.string().nullable().describe('why it was disputed or withdrawn'),
  players: z.array(MatchPlayer),
  createdAt: z.string(),
});
export type Match = z.infer<typeof Match>;

/** A result that an opponent disputes, with what both sides say, for admins. */
export const DisputedMatch = z.object({
  id: z.string(),
  court: z.object({ id: z.string(), name: z.string() }),
  playedAt: z.string(),
  zone: z.string(),
  result: MatchOutcome,
  gamesWon: z.number(),
  gamesLost: z.number(),
  loggedBy: z.object({ id: z.string(), name: z.string() }),
  disputedBy: z.object({ id: z.string(), name: z.string() }),
  reason: z.string(),
});
export type DisputedMatch = z.infer<typeof DisputedMatch>;

export const SettleDispute = Why.extend({
  upheld: z.boolean().describe('whether the opponent is right'),
});
export type SettleDispute = z.infer<typeof SettleDispute>;

const matchId = z.object({ matchId: z.string().min(1).max(130) });
const Reasoned = z.strictObject({ reason });

export const matchRoutes = {
  logMatch: route({
    method: 'POST',
    path: '/api/match-results',
    summary: 'Log the result of an own hour that is over, once, with all who played or without',
    access: 'signedIn',
    body: LogMatch,
    status: 201,
    response: Match,
    errors: [
      'not_found',
      'wrong_status',
      'already_logged',
      'fair_use',
      'conflict',
      'idempotency_mismatch',
      'store_unavailable',
    ],
  }),
  addMatchPlayer: route({
    method: 'POST',
    path: '/api/match-players',
    summary: 'Name somebody who played in a match that the caller has logged; an e-mail is invited',
    access: 'signedIn',
    body: AddMatchPlayer,
    status: 201,
    response: MatchPlayer,
    errors: ['not_found', 'wrong_status', 'conflict', 'idempotency_mismatch', 'store_unavailable'],
  }),
  listMatches: route({
    method: 'GET',
    path: '/api/matches',
    summary: 'Matches that the caller played, the latest first, in pages',
    access: 'signedIn',
    query: z.strictObject({
      playerId: z
        .string()
        .min(1)
        .max(60)
        .optional()
        .describe('the caller; nobody sees those of others'),
      ...pageQuery(),
    }),
    reads: ['matches', 'courts', 'people'],
    status: 200,
    response: z.array(Match),
    errors: ['forbidden'],
  }),
  showMatch: route({
    method: 'GET',
    path: '/api/matches/:matchId',
    summary: 'One match, for those who played it',
    access: 'signedIn',
    params: matchId,
    reads: ['matches', 'courts', 'people'],
    status: 200,
    response: Match,
    errors: ['not_found'],
  }),
  confirmMatch: route({
    method: 'POST',
    path: '/api/matches/:matchId/confirm',
    summary: 'As an opponent: the result is right',
    access: 'signedIn',
    params: matchId,
    status: 200,
    response: Match,
    errors: ['not_found', 'forbidden', 'wrong_status', 'conflict', 'store_unavailable'],
  }),
  disputeMatch: route({
    method: 'POST',
    path: '/api/matches/:matchId/dispute',
    summary: 'As an opponent: the result is wrong',
    access: 'signedIn',
    params: matchId,
    body: Reasoned,
    status: 200,
    response: Match,
    errors: ['not_found', 'forbidden', 'wrong_status', 'conflict', 'store_unavailable'],
  }),
  withdrawMatch: route({
    method: 'POST',
    path: '/api/matches/:matchId/withdraw',
    summary: 'As whoever logged it: the result was wrong; everybody in it is told why',
    access: 'signedIn',
    params: matchId,
    body: Reasoned,
    status: 200,
    response: Match,
    errors: ['not_found', 'forbidden', 'wrong_status', 'conflict', 'store_unavailable'],
  }),
  disputedMatches: route({
    method: 'GET',
    path: '/api/admin/disputes',
    summary: 'Results that are disputed, those that were played first, in pages',
    access: 'admin',
    query: z.strictObject(pageQuery({ most: 100 })),
    reads: ['matches', 'courts', 'people'],
    status: 200,
    response: z.array(DisputedMatch),
  }),
  settleDispute: route({
    method: 'POST',
    path: '/api/admin/disputes/:matchId',
    summary: 'Decide about a disputed result: upheld, it does not count; rejected, it stands',
    access: 'admin',
    params: matchId,
    body: SettleDispute,
    status: 200,
    response: z.object({ id: z.string(), counts: z.boolean() }),
    errors: ['not_found', 'wrong_status', 'conflict', 'idempotency_mismatch', 'store_unavailable'],
  }),
  claimMatch: route({
    method: 'POST',
    path: '/api/matches/:matchId/claim',
    summary: 'Take the place in a match that an invitation by mail keeps, by the token of its link',
    access: 'signedIn',
    params: matchId,
    body: z.strictObject({ token: z.string().min(1).max(80) }),
    status: 200,
    response: Match,
    errors: ['not_found', 'forbidden', 'wrong_status', 'conflict', 'store_unavailable'],
  }),
};
