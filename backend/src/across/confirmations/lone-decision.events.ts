import { ConfirmedAct } from '@courtly/contracts/second-admin';
import { z } from 'zod';
import { type EventOf, defineEvents } from '../../platform/kernel/events.js';

/**
 * The money that an admin moves without a second admin, in the stream `loneDecisions-<adminId>`.
 * `bookingId` is null for a membership, and `userId` (the member) for a booking.
 */
export const loneDecisionEvents = defineEvents(['loneDecisions'], {
  LoneDecisionCounted: {
    version: 1,
    data: z.object({
      adminId: z.string(),
      act: ConfirmedAct,
      bookingId: z.string().nullable(),
      userId: z.string().nullable(),
      amountCents: z.number().int(),
      currency: z.string(),
      decidedAt: z.string(),
    }),
  },
});

export type LoneDecisionEvent = EventOf<typeof loneDecisionEvents>;
