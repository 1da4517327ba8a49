import { CancelReason, CancelRule, DeclineReason, HostExcuse } from '@courtly/contracts/bookings';
import { BookingTerms } from '@courtly/contracts/policy';
import { z } from 'zod';
import { type EventOf, defineEvents } from '../../platform/kernel/events.js';

const wholeCents = z.number().int();
const utcInstant = z.string();

/**
 * Fields of every booking event, so that projections and processes key and sum by court, host,
 * player, or month from the event alone. Amounts are integer cents, instants are UTC. `payBy` is
 * null if no payment is required.
 */
export const BookingFields = z.object({
  bookingId: z.string(),
  courtId: z.string(),
  hostId: z.string(),
  playerId: z.string(),
  startTime: utcInstant,
  endTime: utcInstant,
  zone: z.string(),
  rateCents: wholeCents,
  feeCents: wholeCents,
  totalCents: wholeCents,
  payoutCents: wholeCents,
  policyId: z.string(),
  requestedAt: utcInstant,
  payBy: utcInstant.nullable(),
});

/** The two sides of a booking and its court, in every event about it. */
export const BookingParties = BookingFields.pick({
  bookingId: true,
  courtId: true,
  hostId: true,
  playerId: true,
});

export const CancellationFields = z.object({
  reason: CancelReason,
  declineReason: DeclineReason.nullable(),
  rule: CancelRule,
  excuse: HostExcuse.nullable(),
  refundCents: wholeCents,
  hostCents: wholeCents,
  platformCents: wholeCents,
  taxCents: wholeCents,
  cancelledAt: utcInstant,
  note: z.string(),
  noteBy: z.string(),
});

/** Before `payBy` existed, no booking required payment. */
const withoutPayment = (olderData: Record<string, unknown>) => ({ ...olderData, payBy: null });

/** Before the terms named a payout delay, hosts were paid a day after the hour. */
const withPayoutDelay = (olderData: Record<string, unknown>) => ({
  ...olderData,
  terms: { ...(olderData['terms'] as object), payoutDelayMinutes: 1_440 },
});

/** Before the terms named a margin for late charges, cards were charged at approval. */
const withChargeAtApproval = (olderData: Record<string, unknown>) => ({
  ...olderData,
  terms: { ...(olderData['terms'] as object), lateChargeMarginMinutes: null },
});

/** Before taxes existed, no booking was taxed. */
const withoutTax = (olderData: Record<string, unknown>) => ({
  ...olderData,
  taxCents: 0,
  terms: { ...(olderData['terms'] as object), tax: null },
});

/**
 * Stored in the stream of the court-day, which decides who gets the hour. `neverPaid`: payment was
 * required and never authorized, so the host has not seen the request.
 */
export const bookingEvents = defineEvents(['courtDay'], {
  BookingRequested: {
    version: 5,
    data: BookingFields.extend({
      taxCents: wholeCents,
      terms: BookingTerms,
      waiverVersion: z.string(),
      answerBy: utcInstant,
      instantBook: z.boolean(),
      notes: z.string(),
      /** The UTC offset that both sides were shown. Missing in requests of earlier releases. */
      offsetMinutes: z.number().int().optional(),
    }),
    personal: [{ of: 'playerId', erased: { notes: '' }, isRemark: true }],
    upcasts: {
      1: (olderData) => ({ ...withoutPayment(olderData), instantBook: false }),
      2: withPayoutDelay,
      3: withChargeAtApproval,
      4: withoutTax,
    },
  },
  BookingPaymentAuthorised: {
    version: 1,
    data: BookingFields.extend({ answerBy: utcInstant, authorisedAt: utcInstant }),
  },
  BookingApproved: {
    version: 2,
    data: BookingFields.extend({ approvedBy: z.enum(['host', 'instant']), approvedAt: utcInstant }),
    upcasts: { 1: withoutPayment },
  },
  BookingCancelled: {
    version: 3,
    data: BookingFields.extend({
      approvedAt: utcInstant.nullable(),
      neverPaid: z.boolean(),
      ...CancellationFields.shape,
    }),
    personal: [{ of: 'noteBy', erased: { note: '' }, isRemark: true }],
    upcasts: {
      1: (olderData) => ({ ...withoutPayment(olderData), neverPaid: false }),
      2: (olderData) => ({ ...olderData, taxCents: 0 }),
    },
  },
  /** New zone data shows the hour at another clock time. Its instants do not change. */
  BookingLocalTimeChanged: {
    version: 1,
    data: BookingFields.extend({
      previousOffsetMinutes: z.number().int(),
      offsetMinutes: z.number().int(),
      zoneData: z.string(),
      neverPaid: z.boolean(),
      changedAt: utcInstant,
    }),
  },
  BookingCompleted: {
    version: 2,
    data: BookingFields.extend({ completedAt: utcInstant }),
    upcasts: { 1: withoutPayment },
  },
});

export type BookingEvent = EventOf<typeof bookingEvents>;
