import { z } from 'zod';
import { type EventOf, defineEvents } from '../../platform/kernel/events.js';

/** What upheld no-show reports mean for a person. The stream is `conduct-<userId>`. */
export const conductEvents = defineEvents(
  ['conduct'],
  {
    StrikeRecorded: {
      version: 1,
      data: z.object({
        userId: z.string(),
        incidentId: z.string(),
        bookingId: z.string(),
        policyId: z.string(),
        /** How long the strike counts, in days. */
        strikeDays: z.number().int(),
        recordedAt: z.string(),
      }),
    },
  },
  { live: true },
);

export type ConductEvent = EventOf<typeof conductEvents>;
