import { z } from 'zod';
import { lines, oneLine } from './fields.js';
import { Discipline } from './matches.js';
import { pageQuery } from './paging.js';
import { Rating, RatingReceipt } from './rankings.js';
import { MOST_STANDINGS } from './replay-limits.js';
import { route } from './route.js';
import { Sport } from './sport.js';
import { Instant } from './wire.js';

/** The maximum number of replays that can wait or run at the same time. */
export const MOST_OPEN_REPLAYS = 3;

/** The number of replays that the list shows. */
export const LISTED_REPLAYS = 10;

/** The number of most recent replays whose tables are kept. */
export const KEPT_REPLAYS = 5;

/** The number of receipts in a replayed profile, which are the latest ones. */
export const LAST_RECEIPTS = 10;

/** Formula parameters by name. */
export const FormulaParameters = z.record(z.string().max(40), z.union([z.number(), z.boolean()]));
export type FormulaParameters = z.infer<typeof FormulaParameters>;

const formula = z.string().min(1).max(40);

/** A rating formula and its changed parameters. `formulaId` identifies the combination. */
export const NamedFormula = z.object({
  formula: z.string(),
  parameters: FormulaParameters,
  formulaId: z.string(),
});
export type NamedFormula = z.infer<typeof NamedFormula>;

/** How a parameter is entered. Values outside its range are refused. */
export const ParameterField = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('number'),
    name: z.string(),
    label: z.string(),
    unit: z.string().describe('Empty for plain factors.'),
    least: z.number(),
    most: z.number(),
  }),
  z.object({ kind: z.literal('switch'), name: z.string(), label: z.string() }),
]);
export type ParameterField = z.infer<typeof ParameterField>;

/**
 * The available formulas with their default parameters, the formula in force, the previous formula,
 * and the published table.
 */
export const RatingFormulas = z.object({
  formulas: z.array(
    z.object({
      formula: z.string(),
      parameters: FormulaParameters,
      fields: z.array(ParameterField),
    }),
  ),
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

export const AdoptFormulaBody = z.strictObject({
  formula,
  parameters: FormulaParameters.default({}),
  expectedCurrent: z
    .string()
    .max(400)
    .describe(
      'The id of the formula to replace. If another formula is in force, the response is `conflict`.',
    ),
  replayId: z
    .string()
    .min(1)
    .max(40)
    .optional()
    .describe(
      'The replay that compared the formula with `expectedCurrent`, as its evidence. Ignored if its `asOf` is more than 30 days ago.',
    ),
  acknowledged: z
    .boolean()
    .default(false)
    .describe('Must be true unless the evidence shows that the formula forecasts better.'),
  reason: lines({ least: 3, most: 300 }),
});
export type AdoptFormulaBody = z.infer<typeof AdoptFormulaBody>;

export const RequestReplayBody = z.strictObject({
  sport: Sport.default('tennis'),
  formula: formula.optional().describe('Defaults to the formula in force at `asOf`.'),
  parameters: FormulaParameters.default({}),
  asOf: Instant.optional().describe('Replays only events decided by then. Defaults to now.'),
  playerId: oneLine({ least: 1, most: 60 })
    .regex(/^[A-Za-z0-9-]+$/, 'Use a player ID, which has letters, digits, and dashes')
    .optional()
    .describe('The player whose profile is stored with the result.'),
});
export type RequestReplayBody = z.infer<typeof RequestReplayBody>;

/**
 * Forecast quality, measured before training on each match. For log loss and Brier score, 0 is
 * perfect; a coin toss scores 0.6931 and 0.25. Ten bins compare forecasts with outcomes.
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

/** The result of one formula. Equal `hash` values (SHA-256, hexadecimal) mean identical ratings. */
const FormulaOutcome = z.object({
  formulaId: z.string(),
  hash: z.string(),
  errors: ForecastErrors,
});

/** `players` have a rated match; of these, `moved` have a different rating or rank. */
const MovedPlayerCounts = z.object({ players: z.number().int(), moved: z.number().int() });

/**
 * `better` or `worse`: the 95% interval of the difference excludes zero. `unclear`: it contains
 * zero. `too_few`: there are fewer than 100 matches, or fewer than 30 pairings of opponents.
 */
export const EvidenceVerdict = z.enum(['better', 'unclear', 'worse', 'too_few']);
export type EvidenceVerdict = z.infer<typeof EvidenceVerdict>;

/** The difference in log loss per match on the same matches. A negative one is better. */
export const ForecastEvidence = z.object({
  verdict: EvidenceVerdict,
  sentence: z.string().describe('The verdict with its figures, for people.'),
  matches: z.number().int().describe('The number of forecast matches.'),
  pairings: z.number().int().describe('The number of different pairings of opponents in them.'),
  difference: z.number(),
  interval: z.tuple([z.number(), z.number()]).describe('The 95% interval of the difference.'),
});
export type ForecastEvidence = z.infer<typeof ForecastEvidence>;

export const ReplayResult = z.object({
  inputPosition: z
    .string()
    .nullable()
    .describe('The log position of the last replayed match event.'),
  matches: z.number().int().describe('The number of rated matches.'),
  replayed: FormulaOutcome,
  compared: FormulaOutcome,
  evidence: ForecastEvidence.nullable().describe(
    'Null if the formulas are the same, and for replays of earlier releases.',
  ),
  moved: z.object({ singles: MovedPlayerCounts, doubles: MovedPlayerCounts }),
});
export type ReplayResult = z.infer<typeof ReplayResult>;

export const ReplayStatus = z.enum(['waiting', 'running', 'finished', 'cancelled']);
export type ReplayStatus = z.infer<typeof ReplayStatus>;

/**
 * A replay of all matches of a sport with a formula, compared with the formula that was in force
 * when it was requested.
 */
export const RatingReplay = z.object({
  id: z.string(),
  status: ReplayStatus,
  sport: Sport,
  replayed: NamedFormula,
  compared: NamedFormula,
  asOf: z.string(),
  playerId: z.string().nullable().describe('The player whose profile is stored with the result.'),
  requestedAt: z.string(),
  endedAt: z.string().nullable(),
  progress: z
    .number()
    .min(0)
    .max(1)
    .nullable()
    .describe('The completed share while the replay runs.'),
  result: ReplayResult.nullable(),
  isKept: z.boolean().describe('Whether the table of this replay is stored.'),
});
export type RatingReplay = z.infer<typeof RatingReplay>;

const ReplayStanding = z.object({
  figure: z.number(),
  range: z.tuple([z.number(), z.number()]),
  matches: z.number().int(),
  rank: z.number().int().nullable().describe('Null if provisional.'),
});

/** A player's standing under the compared formula and under the replayed one. */
export const ReplayedPlayer = z.object({
  id: z.string(),
  name: z.string().nullable().describe('Null if the account is erased or never existed.'),
  compared: ReplayStanding,
  replayed: ReplayStanding,
  change: z.number().describe('The rating change.'),
});
export type ReplayedPlayer = z.infer<typeof ReplayedPlayer>;

const NamedPlayer = ReplayedPlayer.pick({ id: true, name: true });

/** A rating receipt with the current names of the participants. */
export const ReplayedReceipt = RatingReceipt.extend({
  matchId: z.string(),
  playedAt: z.string(),
  partner: NamedPlayer.nullable(),
  opponents: z.array(NamedPlayer),
});
export type ReplayedReceipt = z.infer<typeof ReplayedReceipt>;

/** A player's past ratings by discipline, and the latest receipts, newest first. */
export const ReplayedProfile = z.object({
  player: NamedPlayer,
  formulaId: z.string(),
  asOf: z.string(),
  sport: Sport,
  standings: z.array(
    z.object({
      discipline: Discipline,
      ...Rating.shape,
      rank: ReplayStanding.shape.rank,
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
    summary: 'Get the available rating formulas, the one in force, and the previous one.',
    access: 'admin',
    status: 200,
    response: RatingFormulas,
    errors: ['store_unavailable'],
  }),
  adoptFormula: route({
    method: 'POST',
    path: '/api/admin/rating-formulas/adoptions',
    summary:
      'Adopt a rating formula, effective with the next table. Reverting is another adoption.',
    access: 'admin',
    decides: { noParties: 'A formula rates everyone in the same way.' },
    body: AdoptFormulaBody,
    status: 200,
    response: NamedFormula,
    errors: [
      'not_found',
      'evidence_unacknowledged',
      'conflict',
      'idempotency_mismatch',
      'store_unavailable',
    ],
  }),
  requestReplay: route({
    method: 'POST',
    path: '/api/admin/rating-replays',
    summary: 'Start a replay of all matches with a formula. Published ratings do not change.',
    access: 'admin',
    decides: { noParties: 'A replay changes nothing.' },
    body: RequestReplayBody,
    status: 201,
    response: RatingReplay,
    errors: ['fair_use', 'conflict', 'idempotency_mismatch', 'store_unavailable'],
  }),
  listReplays: route({
    method: 'GET',
    path: '/api/admin/rating-replays',
    summary: 'List the latest replays, newest first.',
    access: 'admin',
    reads: ['ratingReplays'],
    status: 200,
    response: z.array(RatingReplay).max(LISTED_REPLAYS),
  }),
  showReplay: route({
    method: 'GET',
    path: '/api/admin/rating-replays/:replayId',
    summary: 'Get the progress and result of a replay.',
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
    summary: 'List the players of a replay by largest change or by rank.',
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
  replayCsv: route({
    method: 'GET',
    path: '/api/admin/rating-replays/:replayId/players.csv',
    summary: `Export up to ${MOST_STANDINGS.toLocaleString('en-US')} players of a replay as CSV, by largest change or by rank, with ids only.`,
    access: 'admin',
    kind: 'text',
    mediaType: 'text/csv; charset=utf-8',
    params: replayId,
    query: z.strictObject({
      discipline: Discipline.default('singles'),
      order: z.enum(['change', 'rank']).default('change'),
    }),
    reads: ['ratingReplays'],
    status: 200,
    response: z.string(),
    errors: ['not_found'],
  }),
  rankingCsv: route({
    method: 'GET',
    path: '/api/admin/rankings.csv',
    summary: 'Export the published ranking of a sport as CSV, with ids only.',
    access: 'admin',
    kind: 'text',
    mediaType: 'text/csv; charset=utf-8',
    query: z.strictObject({
      sport: Sport.default('tennis'),
      discipline: Discipline.default('singles'),
    }),
    status: 200,
    response: z.string(),
    errors: ['store_unavailable'],
  }),
  replayedProfile: route({
    method: 'GET',
    path: '/api/admin/rating-replays/:replayId/profile',
    summary: 'Get the past ratings and latest receipts of the player named in a replay request.',
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
    summary: 'Cancel a waiting or running replay.',
    access: 'admin',
    decides: { noParties: 'A replay changes nothing.' },
    params: replayId,
    status: 200,
    response: RatingReplay,
    errors: ['not_found', 'wrong_status', 'conflict', 'store_unavailable'],
  }),
};
