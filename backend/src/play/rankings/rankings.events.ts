import { Discipline } from '@courtly/contracts/matches';
import { z } from 'zod';
import { type EventOf, defineEvents } from '../../platform/kernel/events.js';

/**
 * Which formula rates everybody. The stream is `ratings-formula`, the one of its kind. `formula` is a name of the registry,
 * `parameters` are the numbers of it that were set, and `formulaId` names both.
 */
export const ratingFormulaEvents = defineEvents(['ratings'], {
  RatingFormulaAdopted: {
    version: 1,
    data: z.object({
      formula: z.string(),
      parameters: z.record(z.string(), z.union([z.number(), z.boolean()])),
      formulaId: z.string(),
      replaced: z.string(),
      adoptedBy: z.string(),
      reason: z.string(),
      adoptedAt: z.string(),
    }),
  },
});

export type RatingFormulaEvent = EventOf<typeof ratingFormulaEvents>;

/**
 * That the figure of somebody who was not in it moved because a result was withdrawn. The stream is `ratingCorrection-<matchId>`.
 * `playedAt` and `zone` are those of the match that counts no more; figures are of singles or doubles, before and after.
 */
export const ratingCorrectionEvents = defineEvents(['ratingCorrection'], {
  RatingCorrected: {
    version: 1,
    data: z.object({
      playerId: z.string(),
      matchId: z.string(),
      courtId: z.string(),
      playedAt: z.string(),
      zone: z.string(),
      discipline: Discipline,
      before: z.number(),
      after: z.number(),
      formulaId: z.string(),
      correctedAt: z.string(),
    }),
  },
});

export type RatingCorrectionEvent = EventOf<typeof ratingCorrectionEvents>;
