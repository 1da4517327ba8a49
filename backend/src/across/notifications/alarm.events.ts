import { UNKNOWN_CURRENCY, US_DOLLARS } from '@courtly/contracts/amount';
import { z } from 'zod';
import { type EventOf, defineEvents } from '../../platform/kernel/events.js';
import { cents, instant } from '../../money/payments/paid-fields.js';

/** A problem, usually with money, that needs an admin. */
const AlarmType = z.enum([
  'payment_disputed',
  'payment_inquiry',
  'payment_dispute_won',
  'payment_dispute_lost',
  'refund_came_back',
  'payment_mismatched',
  'payment_refused',
  'payment_retries_ended',
  'payment_unpaid',
  'payment_return_due',
  'payment_fraud_warned',
  'authorization_fraud_warned',
  'membership_mismatched',
  'transfer_refused',
  'reversal_refused',
  'host_payout_reversed',
  'host_debt',
  'membership_inquiry',
  'membership_fraud_warned',
  'membership_reversed',
  'membership_dispute_lost',
  'membership_refund_refused',
  'incident_overdue',
  'host_suspended',
  'membership_cancellation_refused',
  'membership_retries_ended',
  'money_findings',
  'balance_uncovered',
]);

/**
 * The currency for alarms that did not name one yet. It was checked for a booking's payment, unless
 * the alarm is about a mismatch, but it may not have been checked for a membership's payment.
 */
const currencyBefore = (alarmType: unknown): string =>
  /^membership_|_mismatched$/.test(String(alarmType)) ? UNKNOWN_CURRENCY : US_DOLLARS;

/** One event per alerted admin, in the stream `alarm-<id of the causing event>`. */
export const alarmEvents = defineEvents(['alarm'], {
  AdminAlarmed: {
    version: 6,
    data: z.object({
      causeId: z.string(),
      adminId: z.string(),
      type: AlarmType,
      /** A dispute, refund, reversal, payment intent, or transfer group; empty if none. */
      stripeId: z.string(),
      /** In `currency`. */
      amountCents: cents,
      currency: z.string(),
      /** Empty for memberships and the platform, like the court. */
      bookingId: z.string(),
      courtId: z.string(),
      /** Empty for the platform. */
      playerId: z.string(),
      /** Without a booking, both times are when the problem was found. */
      startTime: instant,
      endTime: instant,
      zone: z.string(),
      /** Stripe's reason for a refusal. */
      code: z.string().nullable(),
      /** The next attempt. */
      tryAgainAt: instant.nullable(),
      /** The deadline of an open dispute. Alarms of earlier releases lack it. */
      respondBy: instant.nullable().optional(),
      raisedAt: instant,
    }),
    upcasts: {
      1: (storedData) => ({ ...storedData, code: null, tryAgainAt: null }),
      2: (storedData) => ({ ...storedData, currency: currencyBefore(storedData['type']) }),
      // Versions 4 to 6 added types.
      3: (storedData) => storedData,
      4: (storedData) => storedData,
      5: (storedData) => storedData,
    },
  },
});

export type AlarmEvent = EventOf<typeof alarmEvents>;
