import { z } from 'zod';
import { type EventOf, defineEvents } from '../kernel/events.js';

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
