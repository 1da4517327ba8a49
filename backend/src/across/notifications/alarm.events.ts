import { z } from 'zod';
import { type EventOf, defineEvents } from '../../platform/kernel/events.js';
import { cents, instant } from '../../money/payments/paid-fields.js';

/** What went wrong with the money of a booking or of a membership, so that a person has to look at it. */
export const AlarmType = z.enum([
  'payment_disputed',
  'refund_came_back',
  'payment_mismatched',
  'membership_mismatched',
]);
export type AlarmType = z.infer<typeof AlarmType>;

/**
 * That an admin was told of one event by which money went wrong. The stream is `alarm-<id of that event>`. `stripeId` is what to
 * look for at Stripe: a dispute, a refund or a payment intent. Of a membership there is neither booking nor court: they are empty, and
 * the times are when it was found. Cents of US dollars, instants are UTC.
 */
export const alarmEvents = defineEvents(['alarm'], {
  AdminAlarmed: {
    version: 1,
    data: z.object({
      causeId: z.string(),
      adminId: z.string(),
      type: AlarmType,
      stripeId: z.string(),
      amountCents: cents,
      bookingId: z.string(),
      courtId: z.string(),
      playerId: z.string(),
      startTime: instant,
      endTime: instant,
      zone: z.string(),
      raisedAt: instant,
    }),
  },
});

export type AlarmEvent = EventOf<typeof alarmEvents>;
