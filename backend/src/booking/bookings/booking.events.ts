import { CancelReason, CancelRule, DeclineReason, HostExcuse } from '@courtly/contracts/bookings';
import { BookingTerms } from '@courtly/contracts/policy';
import { z } from 'zod';
import { type EventOf, defineEvents } from '../../platform/kernel/events.js';

const cents = z.number().int();
const instant = z.string();

/**
 * Fields of every booking event, so that projections and processes key and sum by court, host,
 * player, or month from the event alone. Amounts are integer cents, instants are UTC. `payBy` is
 * null if no payment is required.
 */
const booking = {
  bookingId: z.string(),
  courtId: z.string(),
  hostId: z.string(),
  playerId: z.string(),
  startTime: instant,
  endTime: instant,
  zone: z.string(),
  rateCents: cents,
  feeCents: cents,
  totalCents: cents,
  payoutCents: cents,
  policyId: z.string(),
  requestedAt: instant,
  payBy: instant.nullable(),
};

/** Before `payBy` existed, no booking required payment. */
const unpaidFor = (data: Record<string, unknown>) => ({ ...data, payBy: null });

/** Before the terms named a payout delay, hosts were paid a day after the hour. */
const paidADayLater = (data: Record<string, unknown>) => ({
  ...data,
  terms: { ...(data['terms'] as object), payoutDelayMinutes: 1_440 },
});

/**
 * Stored in the stream of the court-day, which decides who gets the hour. `neverPaid`: payment was
 * required and never authorized, so the host has not seen the request.
 */
export const bookingEvents = defineEvents(['courtDay'], {
  BookingRequested: {
    version: 3,
    data: z.object({
      ...booking,
      terms: BookingTerms,
      waiverVersion: z.string(),
      answerBy: instant,
      instantBook: z.boolean(),
      notes: z.string(),
    }),
    personal: [{ of: 'playerId', erased: { notes: '' } }],
    upcasts: { 1: (data) => ({ ...unpaidFor(data), instantBook: false }), 2: paidADayLater },
  },
  BookingPaymentAuthorised: {
    version: 1,
    data: z.object({ ...booking, answerBy: instant, authorisedAt: instant }),
  },
  BookingApproved: {
    version: 2,
    data: z.object({ ...booking, approvedBy: z.enum(['host', 'instant']), approvedAt: instant }),
    upcasts: { 1: unpaidFor },
  },
  BookingCancelled: {
    version: 2,
    data: z.object({
      ...booking,
      approvedAt: instant.nullable(),
      neverPaid: z.boolean(),
      reason: CancelReason,
      declineReason: DeclineReason.nullable(),
      rule: CancelRule,
      excuse: HostExcuse.nullable(),
      refundCents: cents,
      hostCents: cents,
      platformCents: cents,
      cancelledAt: instant,
      note: z.string(),
      noteBy: z.string(),
    }),
    personal: [{ of: 'noteBy', erased: { note: '' } }],
    upcasts: { 1: (data) => ({ ...unpaidFor(data), neverPaid: false }) },
  },
  BookingCompleted: {
    version: 2,
    data: z.object({ ...booking, completedAt: instant }),
    upcasts: { 1: unpaidFor },
  },
});

export type BookingEvent = EventOf<typeof bookingEvents>;
