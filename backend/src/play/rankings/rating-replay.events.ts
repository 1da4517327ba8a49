import { ForecastErrors, FormulaParameters } from '@courtly/contracts/rating-replays';
import { z } from 'zod';
import { type EventOf, defineEvents } from '../../platform/kernel/events.js';

const formula = z.object({
  formula: z.string(),
  parameters: FormulaParameters,
  formulaId: z.string(),
});
const outcome = z.object({ formulaId: z.string(), hash: z.string(), errors: ForecastErrors });
const moved = z.object({ players: z.number(), moved: z.number() });

/**
 * All matches rated anew by a formula. The stream is `ratingReplay-<replayId>`. `compared` is the formula that was in force when it
 * was asked for, `asOf` (UTC) by when what counts was decided: both are settled with the request, so that a replay that begins anew
 * comes to the same. `playerId` is whose profile is kept with it, null for nobody's. Nobody's words stand in it.
 */
export const ratingReplayEvents = defineEvents(['ratingReplay'], {
  RatingReplayRequested: {
    version: 2,
    data: z.object({
      replayId: z.string(),
      replayed: formula,
      compared: formula,
      asOf: z.string(),
      playerId: z.string().nullable(),
      requestedBy: z.string(),
      requestedAt: z.string(),
    }),
    upcasts: { 1: (data) => ({ ...data, playerId: null }) },
  },
  RatingReplayCancelled: {
    version: 1,
    data: z.object({ replayId: z.string(), cancelledBy: z.string(), cancelledAt: z.string() }),
  },
  /** `inputPosition` is that of the last event of a match in it, null where there is none. */
  RatingReplayFinished: {
    version: 1,
    data: z.object({
      replayId: z.string(),
      inputPosition: z.string().nullable(),
      matches: z.number(),
      replayed: outcome,
      compared: outcome,
      moved: z.object({ singles: moved, doubles: moved }),
      finishedAt: z.string(),
    }),
  },
});

export type RatingReplayEvent = EventOf<typeof ratingReplayEvents>;
