import { z } from 'zod';
import { type EventOf, defineEvents } from '../../platform/kernel/events.js';
import { cents, instant } from '../../money/payments/paid-fields.js';

/** A money problem that an admin must resolve. */
const AlarmType = z.enum([
  'payment_disputed',
  'refund_came_back',
  'payment_mismatched',
  'membership_mismatched',
]);

/**
 * One event per alerted admin, in the stream `alarm-<id of the causing event>`. `stripeId` is a
 * dispute, refund, or payment intent. For memberships, the booking and court ids are empty, and
 * both times are when the problem was found. Amounts are US cents, instants are UTC.
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
