import { ForecastErrors, FormulaParameters } from '@courtly/contracts/rating-replays';
import { Sport } from '@courtly/contracts/sport';
import { z } from 'zod';
import { type EventOf, defineEvents } from '../../platform/kernel/events.js';

const formulaChoice = z.object({
  formula: z.string(),
  parameters: FormulaParameters,
  formulaId: z.string(),
});
const formulaOutcome = z.object({
  formulaId: z.string(),
  hash: z.string(),
  errors: ForecastErrors,
});
const lossDifference = z.object({
  matches: z.number(),
  pairings: z.number(),
  mean: z.number(),
  standardError: z.number(),
});
const movedCounts = z.object({ players: z.number(), moved: z.number() });

/**
 * Rates all matches of a sport again with a formula, in the stream `ratingReplay-<replayId>`. The
 * request fixes all inputs, so a restarted replay has the same result. Contains no personal data.
 */
export const ratingReplayEvents = defineEvents(['ratingReplay'], {
  RatingReplayRequested: {
    version: 3,
    data: z.object({
      replayId: z.string(),
      sport: Sport,
      replayed: formulaChoice,
      /** The formula in force at the time of the request. */
      compared: formulaChoice,
      /** Responses after this instant (UTC) are ignored. */
      asOf: z.string(),
      /** The player whose profile is stored. */
      playerId: z.string().nullable(),
      requestedBy: z.string(),
      requestedAt: z.string(),
    }),
    upcasts: {
      1: (storedData) => ({ ...storedData, playerId: null }),
      // Earlier replays rated the matches of all sports together.
      2: (storedData) => ({ ...storedData, sport: 'tennis' }),
    },
  },
  RatingReplayCancelled: {
    version: 1,
    data: z.object({ replayId: z.string(), cancelledBy: z.string(), cancelledAt: z.string() }),
  },
  /** `inputPosition` is the position of the last match event; null if there are no matches. */
  RatingReplayFinished: {
    version: 2,
    data: z.object({
      replayId: z.string(),
      inputPosition: z.string().nullable(),
      matches: z.number(),
      replayed: formulaOutcome,
      compared: formulaOutcome,
      /** The paired difference in log loss. Null for equal formulas and in earlier releases. */
      difference: lossDifference.nullable(),
      moved: z.object({ singles: movedCounts, doubles: movedCounts }),
      finishedAt: z.string(),
    }),
    upcasts: { 1: (storedData) => ({ ...storedData, difference: null }) },
  },
});

export type RatingReplayEvent = EventOf<typeof ratingReplayEvents>;
