import { z } from 'zod';
import { ReasonBody } from './admin-users.js';
import { emailAddress, lines, personName } from './fields.js';
import { MOST_MATCH_PLAYERS, MOST_SETS } from './match-limits.js';
import { resultProblem } from './match-score.js';
import { pageQuery } from './paging.js';
import { route } from './route.js';
import { Sport } from './sport.js';
import { zoned } from './wire.js';

export const MatchOutcome = z.enum(['win', 'loss', 'draw']);
export type MatchOutcome = z.infer<typeof MatchOutcome>;

export const Discipline = z.enum(['singles', 'doubles']);
export type Discipline = z.infer<typeof Discipline>;

/** A participant's side, relative to the player who logged the match. */
export const MatchSide = z.enum(['partner', 'opponent']);
export type MatchSide = z.infer<typeof MatchSide>;

/**
 * `waiting`: someone can still respond or join. `auto_confirmed`: no opponent responded in time.
 * `disputed`: an admin must decide. `void`: the admin decided against it. `withdrawn`: by the
 * logger alone or by both sides. `incomplete`: everyone on one side was not there. `expired`: an
 * invitation expired.
 */
export const MatchStatus = z.enum([
  'waiting',
  'confirmed',
  'auto_confirmed',
  'disputed',
  'void',
  'withdrawn',
  'incomplete',
  'expired',
]);
export type MatchStatus = z.infer<typeof MatchStatus>;

const gameCount = z.number().int().min(0).max(99);
const disputeReason = lines({ least: 1, most: 300 });
const optionalEmail = z.union([
  emailAddress('Use an email such as robin@example.com'),
  z.literal(''),
  z.null(),
]);

/** The games of a set, finished or not. `player1` is the side that logged the match. */
export const SetGames = z.strictObject({ player1: gameCount, player2: gameCount });
export type SetGames = z.infer<typeof SetGames>;

/**
 * Another participant. An email invites them to confirm. `isRegistered` is ignored: the server looks
 * up the account and must not reveal whether it exists.
 */
export const NewMatchPlayer = z.strictObject({
  playerName: personName('Please fill in a name'),
  playerEmail: optionalEmail.optional(),
  side: MatchSide.default('opponent'),
  playerId: z
    .string()
    .min(1)
    .max(60)
    .nullish()
    .describe(
      'A player with whom the caller has a confirmed match or booking, or who challenged them. Replaces the email. Any other id is ignored.',
    ),
  isRegistered: z.boolean().optional(),
});
export type NewMatchPlayer = z.infer<typeof NewMatchPlayer>;

/**
 * The result of a booked hour, from the caller's side. Sets may be unfinished, and a draw is valid.
 * With sets, the games are their sum. The result must follow from the score, but a match whose last
 * set is unfinished can also be a draw. Without games, there is no score. Without a partner and a
 * second opponent, the match is singles.
 */
export const LogMatchBody = z
  .strictObject({
    bookingId: z.string().min(1).max(80),
    result: MatchOutcome,
    gamesWon: gameCount.default(0),
    gamesLost: gameCount.default(0),
    sets: z.array(SetGames).max(MOST_SETS).nullish(),
    notes: lines({ most: 500 }).nullish().describe('Visible only to the caller.'),
    discipline: Discipline.optional(),
    players: z.array(NewMatchPlayer).max(MOST_MATCH_PLAYERS).default([]),
  })
  .superRefine((body, refinement) => {
    const problem = resultProblem(body);
    if (problem)
      refinement.addIssue({ code: 'custom', path: [problem.field], message: problem.message });
  });
export type LogMatchBody = z.infer<typeof LogMatchBody>;

export const AddMatchPlayerBody = z.strictObject({
  matchResultId: z.string().min(1).max(130),
  ...NewMatchPlayer.shape,
});
export type AddMatchPlayerBody = z.infer<typeof AddMatchPlayerBody>;

/**
 * A participant. Others see their account and name only after their own response or claim; until
 * then, the name that the logger typed.
 */
export const MatchPlayer = z.object({
  id: z.string(),
  matchResultId: z.string(),
  side: MatchSide,
  playerId: z.string().nullable(),
  playerName: z.string(),
  playerEmail: z.string().nullable().describe('Visible only to the player who entered it.'),
  isRegistered: z.boolean(),
  answer: z
    .enum(['none', 'agreed', 'disputed', 'absent'])
    .describe('What they said about the result. The logger also sees who was not there.'),
  createdAt: z.string(),
});
export type MatchPlayer = z.infer<typeof MatchPlayer>;

/** The result, games, and sets are given from the side that logged the match. */
export const Match = z.object({
  id: z.string(),
  bookingId: z.string(),
  userId: z.string().describe('The player who logged the match.'),
  loggedBy: z.object({ firstName: z.string(), lastName: z.string() }),
  role: z.enum(['logger', 'partner', 'opponent']).describe("The caller's role in the match."),
  court: z.object({ id: z.string(), name: z.string() }),
  playedAt: z.string(),
  ...zoned,
  surface: z.string(),
  sport: Sport,
  discipline: Discipline,
  result: MatchOutcome,
  gamesWon: z.number(),
  gamesLost: z.number(),
  sets: z.array(SetGames),
  notes: z.string().describe('Visible only to the player who entered them.'),
  status: MatchStatus,
  answerBy: z
    .string()
    .nullable()
    .describe('The deadline for the caller to confirm, dispute, or leave (UTC). Null afterward.'),
  mayDispute: z
    .boolean()
    .describe('Whether the caller can dispute the result. After a ruling, no one can.'),
  withdrawal: z
    .enum(['withdraw', 'ask', 'asked', 'agree'])
    .nullable()
    .describe(
      'Whether the caller can withdraw the match alone or ask the other side, whether their side has asked, or whether they can agree.',
    ),
  logBy: z
    .string()
    .nullable()
    .describe('The last moment to log the hour again after a withdrawal (UTC).'),
  reason: z
    .string()
    .nullable()
    .describe('Why the match was disputed or withdrawn, or why an admin decided as they did.'),
  players: z.array(MatchPlayer),
  createdAt: z.string(),
});
export type Match = z.infer<typeof Match>;

/** A played hour to which the caller was challenged and whose result they can log. */
export const ChallengedHour = z.object({
  bookingId: z.string(),
  court: z.object({ id: z.string(), name: z.string() }),
  startTime: z.string(),
  endTime: z.string(),
  ...zoned,
  challenger: z.object({ firstName: z.string(), lastName: z.string() }),
  logBy: z.string().describe('The last moment to log the result (UTC).'),
});
export type ChallengedHour = z.infer<typeof ChallengedHour>;

/** A match on which an admin must rule, with all objections. */
export const DisputedMatch = z.object({
  id: z.string(),
  court: z.object({ id: z.string(), name: z.string() }),
  playedAt: z.string(),
  ...zoned,
  result: MatchOutcome,
  gamesWon: z.number(),
  gamesLost: z.number(),
  loggedBy: z.object({ id: z.string(), name: z.string() }),
  objections: z.array(
    z.object({
      type: z.enum(['dispute', 'withdrawal']),
      by: z.object({ id: z.string(), name: z.string() }),
      reason: z.string(),
    }),
  ),
});
export type DisputedMatch = z.infer<typeof DisputedMatch>;

export const SettleDisputeBody = ReasonBody.extend({
  upheld: z.boolean().describe('True if the objection is right and the match does not count.'),
});
export type SettleDisputeBody = z.infer<typeof SettleDisputeBody>;

const matchId = z.object({ matchId: z.string().min(1).max(130) });
const MatchReasonBody = z.strictObject({ reason: disputeReason });

export const matchRoutes = {
  logMatch: route({
    method: 'POST',
    path: '/api/match-results',
    summary:
      'Log the result of a finished hour that the caller booked, was challenged to, or was named in, optionally with all participants.',
    access: 'signedIn',
    body: LogMatchBody,
    status: 201,
    response: Match,
    errors: [
      'not_found',
      'forbidden',
      'email_unverified',
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
    summary: 'Add a participant to a match that the caller logged. An email invites them.',
    access: 'signedIn',
    body: AddMatchPlayerBody,
    status: 201,
    response: MatchPlayer,
    errors: ['not_found', 'wrong_status', 'conflict', 'idempotency_mismatch', 'store_unavailable'],
  }),
  listMatches: route({
    method: 'GET',
    path: '/api/matches',
    summary: "List the caller's matches, newest first.",
    access: 'signedIn',
    query: z.strictObject({
      playerId: z.string().min(1).max(60).optional().describe('Must be the caller.'),
      ...pageQuery(),
    }),
    reads: ['matches', 'courts', 'people'],
    status: 200,
    response: z.array(Match),
    errors: ['forbidden'],
  }),
  listChallengedHours: route({
    method: 'GET',
    path: '/api/challenged-hours',
    summary: 'List the played hours to which the caller was challenged and that have no result.',
    access: 'signedIn',
    reads: ['challengedHours', 'courts', 'people'],
    status: 200,
    response: z.array(ChallengedHour),
  }),
  showMatch: route({
    method: 'GET',
    path: '/api/matches/:matchId',
    summary: 'Get a match, as one of its participants.',
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
    summary: 'Confirm the result of a match in which the caller is named.',
    access: 'signedIn',
    params: matchId,
    status: 200,
    response: Match,
    errors: ['not_found', 'forbidden', 'wrong_status', 'conflict', 'store_unavailable'],
  }),
  disputeMatch: route({
    method: 'POST',
    path: '/api/matches/:matchId/dispute',
    summary: 'Dispute the result of a match in which the caller is named.',
    access: 'signedIn',
    params: matchId,
    body: MatchReasonBody,
    status: 200,
    response: Match,
    errors: ['not_found', 'forbidden', 'wrong_status', 'conflict', 'store_unavailable'],
  }),
  leaveMatch: route({
    method: 'POST',
    path: '/api/matches/:matchId/leave',
    summary: 'Say "I was not there". The caller is removed from the match and not rated.',
    access: 'signedIn',
    params: matchId,
    status: 200,
    response: z.object({ id: z.string() }),
    errors: ['not_found', 'forbidden', 'wrong_status', 'conflict', 'store_unavailable'],
  }),
  withdrawMatch: route({
    method: 'POST',
    path: '/api/matches/:matchId/withdraw',
    summary:
      'Withdraw a match that no opponent has confirmed yet, as its logger, or ask the other side to withdraw it. All participants see the reason.',
    access: 'signedIn',
    params: matchId,
    body: MatchReasonBody,
    status: 200,
    response: Match,
    errors: ['not_found', 'forbidden', 'wrong_status', 'conflict', 'store_unavailable'],
  }),
  agreeToWithdraw: route({
    method: 'POST',
    path: '/api/matches/:matchId/withdraw/agree',
    summary: 'Agree to withdraw a match, as someone on the side that was asked.',
    access: 'signedIn',
    params: matchId,
    status: 200,
    response: Match,
    errors: ['not_found', 'forbidden', 'wrong_status', 'conflict', 'store_unavailable'],
  }),
  disputedMatches: route({
    method: 'GET',
    path: '/api/admin/disputes',
    summary: 'List matches that need a ruling, earliest played first.',
    access: 'admin',
    query: z.strictObject(pageQuery({ maxLimit: 100 })),
    reads: ['matches', 'courts', 'people'],
    status: 200,
    response: z.array(DisputedMatch),
  }),
  settleDispute: route({
    method: 'POST',
    path: '/api/admin/disputes/:matchId',
    summary:
      'Rule on a dispute or a requested withdrawal. The ruling is final; if upheld, the match is void.',
    access: 'admin',
    decides: 'match',
    params: matchId,
    body: SettleDisputeBody,
    status: 200,
    response: z.object({ id: z.string(), counts: z.boolean() }),
    errors: ['not_found', 'wrong_status', 'conflict', 'idempotency_mismatch', 'store_unavailable'],
  }),
  voidMatch: route({
    method: 'POST',
    path: '/api/admin/matches/:matchId/void',
    summary:
      'Void a match, such as one behind a rating flag. This is final, and ratings are computed without the match.',
    access: 'admin',
    decides: 'match',
    params: matchId,
    body: ReasonBody,
    status: 200,
    response: z.object({ id: z.string() }),
    errors: ['not_found', 'wrong_status', 'conflict', 'idempotency_mismatch', 'store_unavailable'],
  }),
  claimMatch: route({
    method: 'POST',
    path: '/api/matches/:matchId/claim',
    summary:
      'Claim an invited place in a match with the token from the email, as the account with that email.',
    access: 'signedIn',
    params: matchId,
    body: z.strictObject({ token: z.string().min(1).max(80) }),
    status: 200,
    response: Match,
    errors: ['not_found', 'forbidden', 'wrong_status', 'conflict', 'store_unavailable'],
  }),
};
