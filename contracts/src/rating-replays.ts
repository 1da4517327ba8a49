import { z } from 'zod';
import { Discipline } from './matches.js';
import { pageQuery } from './paging.js';
import { Rating, RatingReceipt } from './rankings.js';
import { route } from './route.js';
import { Instant } from './wire.js';

/** So many replays may wait or run at once. */
export const MOST_OPEN_REPLAYS = 3;

/** So many replays are listed, the newest. */
export const LISTED_REPLAYS = 10;

/** Of so many replays, those that finished last, it is kept who stands where. */
export const KEPT_REPLAYS = 5;

/** So many matches of a player are told of in a profile, the last ones. */
export const LAST_RECEIPTS = 10;

/** Numbers of a formula by their names. */
export const FormulaParameters = z.record(z.string().max(40), z.union([z.number(), z.boolean()]));
export type FormulaParameters = z.infer<typeof FormulaParameters>;

const formula = z.string().min(1).max(40);

/** A formula that rates everybody: its name, the numbers that were changed, and the id that names both. */
export const NamedFormula = z.object({
  formula: z.string(),
  parameters: FormulaParameters,
  formulaId: z.string(),
});
export type NamedFormula = z.infer<typeof NamedFormula>;

/**
 * What there is to rate by (`parameters` are the numbers a formula comes with), the formula in force, the one before it, null where
 * there was none, and the table that everybody reads, null before the first.
 */
export const RatingFormulas = z.object({
  formulas: z.array(z.object({ formula: z.string(), parameters: FormulaParameters })),
  inForce: NamedFormula,
  before: NamedFormula.nullable(),
  published: z
    .object({
      formulaId: z.string(),
      inputPosition: z.string(),
      publishedAt: z.string(),
      matches: z.number(),
    })
    .nullable(),
});
export type RatingFormulas = z.infer<typeof RatingFormulas>;

export const AdoptFormula = z.strictObject({
  formula,
  parameters: FormulaParameters.default({}),
  expectedCurrent: z
    .string()
    .max(400)
    .describe('the id of the formula that is meant to be replaced'),
  reason: z.string().trim().min(3).max(300),
});
export type AdoptFormula = z.infer<typeof AdoptFormula>;

export const RequestReplay = z.strictObject({
  formula: formula.optional().describe('the one in force at that instant, where nothing is said'),
  parameters: FormulaParameters.default({}),
  asOf: Instant.optional().describe('only what was decided by then; now, where nothing is said'),
  playerId: z.string().trim().min(1).max(60).optional().describe('whose profile is kept, too'),
});
export type RequestReplay = z.infer<typeof RequestReplay>;

/**
 * How good forecasts were, each made before its match was learned from: 0 is perfect for log loss and Brier score, 0.6931 and 0.25
 * are what a coin gets. Ten bins tell how often came true what was said; a share of nothing is null.
 */
export const ForecastErrors = z.object({
  formula: z.string(),
  matches: z.number().int(),
  accuracy: z.number().nullable(),
  logLoss: z.number().nullable(),
  brier: z.number().nullable(),
  bins: z.array(
    z.object({
      forecasts: z.number().int(),
      said: z.number().nullable(),
      came: z.number().nullable(),
    }),
  ),
});
export type ForecastErrors = z.infer<typeof ForecastErrors>;

/** What one formula makes of all matches: `hash` (SHA-256, hex) is the same for the same numbers of everybody. */
const Outcome = z.object({ formulaId: z.string(), hash: z.string(), errors: ForecastErrors });

/** `players` have a rated match; `moved` of them have another figure or place by the other formula. */
const Moved = z.object({ players: z.number().int(), moved: z.number().int() });

export const ReplayResult = z.object({
  inputPosition: z
    .string()
    .nullable()
    .describe('the log position of the last event of a match in it'),
  matches: z.number().int().describe('that were rated'),
  replayed: Outcome,
  compared: Outcome,
  moved: z.object({ singles: Moved, doubles: Moved }),
});
export type ReplayResult = z.infer<typeof ReplayResult>;

export const ReplayStatus = z.enum(['waiting', 'running', 'finished', 'cancelled']);
export type ReplayStatus = z.infer<typeof ReplayStatus>;

/** All matches rated anew by a formula, beside the one that was in force when it was asked for. */
export const RatingReplay = z.object({
  id: z.string(),
  status: ReplayStatus,
  replayed: NamedFormula,
  compared: NamedFormula,
  asOf: z.string(),
  playerId: z.string().nullable().describe('whose profile is kept, too'),
  requestedAt: z.string(),
  endedAt: z.string().nullable(),
  progress: z.number().min(0).max(1).nullable().describe('the part that is done, while it runs'),
  result: ReplayResult.nullable(),
  isKept: z.boolean().describe('whether it can be read who stands where'),
});
export type RatingReplay = z.infer<typeof RatingReplay>;

const Standing = z.object({
  figure: z.number(),
  range: z.tuple([z.number(), z.number()]),
  matches: z.number().int(),
  rank: z.number().int().nullable().describe('null while provisional'),
});

/** One player of a replay: by the formula in force then, and by the one that was replayed. */
export const ReplayedPlayer = z.object({
  id: z.string(),
  name: z.string().nullable().describe('null for who has left, or never had an account'),
  compared: Standing,
  replayed: Standing,
  change: z.number().describe('of the figure'),
});
export type ReplayedPlayer = z.infer<typeof ReplayedPlayer>;

const Named = ReplayedPlayer.pick({ id: true, name: true });

/** What a match did to the player of a profile, with the names that those in it have now. */
export const ReplayedReceipt = RatingReceipt.extend({
  partner: Named.nullable(),
  opponents: z.array(Named),
});
export type ReplayedReceipt = z.infer<typeof ReplayedReceipt>;

/** The ratings of one player as they stood, of each discipline that had been played by then. The newest receipts come first. */
export const ReplayedProfile = z.object({
  player: Named,
  formulaId: z.string(),
  asOf: z.string(),
  standings: z.array(
    z.object({
      discipline: Discipline,
      ...Rating.shape,
      rank: Standing.shape.rank,
      wins: z.number().int(),
      losses: z.number().int(),
      draws: z.number().int(),
      onSurfaces: z.array(z.object({ surface: z.string(), ...Rating.shape })),
    }),
  ),
  receipts: z.array(ReplayedReceipt).max(LAST_RECEIPTS),
});
export type ReplayedProfile = z.infer<typeof ReplayedProfile>;

const replayId = z.object({ replayId: z.string().min(1).max(40) });

export const ratingReplayRoutes = {
  showRatingFormulas: route({
    method: 'GET',
    path: '/api/admin/rating-formulas',
    summary: 'The formulas that ratings can go by, the one in force and the one before it',
    access: 'admin',
    status: 200,
    response: RatingFormulas,
    errors: ['store_unavailable'],
  }),
  adoptFormula: route({
    method: 'POST',
    path: '/api/admin/rating-formulas/adoptions',
    summary:
      'Put a formula in force, for everybody from the next table on; going back is the same step',
    access: 'admin',
    body: AdoptFormula,
    status: 200,
    response: NamedFormula,
    errors: ['conflict', 'idempotency_mismatch', 'store_unavailable'],
  }),
  requestReplay: route({
    method: 'POST',
    path: '/api/admin/rating-replays',
    summary:
      'Rate all matches anew by a formula, beside the one in force, without changing anything',
    access: 'admin',
    body: RequestReplay,
    status: 201,
    response: RatingReplay,
    errors: ['fair_use', 'conflict', 'idempotency_mismatch', 'store_unavailable'],
  }),
  listReplays: route({
    method: 'GET',
    path: '/api/admin/rating-replays',
    summary: 'The latest replays, the newest first',
    access: 'admin',
    reads: ['ratingReplays'],
    status: 200,
    response: z.array(RatingReplay).max(LISTED_REPLAYS),
  }),
  showReplay: route({
    method: 'GET',
    path: '/api/admin/rating-replays/:replayId',
    summary: 'One replay: how far it is, and what came out',
    access: 'admin',
    params: replayId,
    reads: ['ratingReplays'],
    status: 200,
    response: RatingReplay,
    errors: ['not_found'],
  }),
  replayedPlayers: route({
    method: 'GET',
    path: '/api/admin/rating-replays/:replayId/players',
    summary: 'Who stands where by a replay, in pages: those who move farthest first, or by rank',
    access: 'admin',
    params: replayId,
    query: z.strictObject({
      discipline: Discipline.default('singles'),
      order: z.enum(['change', 'rank']).default('change'),
      ...pageQuery(),
    }),
    reads: ['ratingReplays', 'people'],
    status: 200,
    response: z.array(ReplayedPlayer),
    errors: ['not_found'],
  }),
  replayedProfile: route({
    method: 'GET',
    path: '/api/admin/rating-replays/:replayId/profile',
    summary:
      'The ratings of the player that a replay was asked for, as they stood, and what the last matches did to them',
    access: 'admin',
    params: replayId,
    reads: ['ratingReplays', 'people', 'courts'],
    status: 200,
    response: ReplayedProfile,
    errors: ['not_found', 'too_many_requests', 'store_unavailable'],
  }),
  cancelReplay: route({
    method: 'POST',
    path: '/api/admin/rating-replays/:replayId/cancel',
    summary: 'Stop a replay that waits or runs',
    access: 'admin',
    params: replayId,
    status: 200,
    response: RatingReplay,
    errors: ['not_found', 'wrong_status', 'conflict', 'store_unavailable'],
  }),
};
