import { z } from 'zod';
import { type EventOf, defineEvents } from '../../platform/kernel/events.js';
import { cents, instant } from '../payments/paid-fields.js';

/** The refunds that the amount already deducts, in cents by Stripe's id. */
const refundedCents = z.record(z.string(), cents);

/**
 * The bank of a cardholder reports a charge as fraud, often days before it disputes the charge. For
 * memberships, booking, court, and host are empty, and the times are `receivedAt`.
 */
export const fraudWarningEvents = defineEvents(['fraudWarning'], {
  FraudWarningReceived: {
    version: 3,
    data: z.object({
      /** The stream is `fraudWarning-<warningId>`. */
      warningId: z.string(),
      bookingId: z.string(),
      courtId: z.string(),
      hostId: z.string(),
      playerId: z.string(),
      startTime: instant,
      endTime: instant,
      zone: z.string(),
      /** Stripe's id of the intent of a booking, or of the intent or invoice of a membership. */
      paidBy: z.string(),
      fraudType: z.string(),
      /** What was charged and not refunded or, if `isCharged` is false, authorized. */
      amountCents: cents,
      currency: z.string(),
      isCharged: z.boolean(),
      /** False if the charge is already disputed or refunded. */
      isActionable: z.boolean(),
      refundedCents,
      receivedAt: instant,
    }),
    upcasts: {
      // Version 1 did not distinguish authorizations from charges.
      1: (storedData) => ({ ...storedData, isCharged: true }),
      // Version 2 did not name the refunds that its amount deducts.
      2: (storedData) => ({ ...storedData, refundedCents: {} }),
    },
  },
  /**
   * A later read of Stripe found another amount, or a charge instead of an authorization. The log
   * may have recorded the refund or the charge before the warning.
   */
  FraudWarningChanged: {
    version: 1,
    data: z.object({
      warningId: z.string(),
      bookingId: z.string(),
      paidBy: z.string(),
      amountCents: cents,
      isCharged: z.boolean(),
      refundedCents,
      changedAt: instant,
    }),
  },
  /**
   * The charge was refunded, released, or disputed around the time of the warning. `amountCents` is
   * what remains charged.
   */
  FraudWarningEnded: {
    version: 1,
    data: z.object({
      warningId: z.string(),
      bookingId: z.string(),
      paidBy: z.string(),
      amountCents: cents,
      endedAt: instant,
    }),
  },
});

export type FraudWarningEvent = EventOf<typeof fraudWarningEvents>;
