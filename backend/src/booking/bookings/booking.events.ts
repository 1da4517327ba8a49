import { CancelReason, CancelRule, DeclineReason, HostExcuse } from '@courtly/contracts/bookings';
import { Sport } from '@courtly/contracts/sport';
import { BookingTerms } from '@courtly/contracts/policy';
import { z } from 'zod';
import { type EventOf, defineEvents } from '../../platform/kernel/events.js';

const wholeCents = z.number().int();
const utcInstant = z.string();

/**
 * The fields of every booking event, so that projections and processes can key and sum by court,
 * host, player, or month from the event alone.
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
  /** Null if no payment is required. */
  payBy: utcInstant.nullable(),
});

/** The player, the host, and the court of a booking, which every event about it contains. */
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

/** Bookings from before `payBy` existed required no payment. */
const withoutPayment = (olderData: Record<string, unknown>) => ({ ...olderData, payBy: null });

/** Before the terms contained a payout delay, hosts were paid one day after the hour. */
const withPayoutDelay = (olderData: Record<string, unknown>) => ({
  ...olderData,
  terms: { ...(olderData['terms'] as object), payoutDelayMinutes: 1_440 },
});

/** Before the terms contained a margin for late charges, cards were charged at approval. */
const withChargeAtApproval = (olderData: Record<string, unknown>) => ({
  ...olderData,
  terms: { ...(olderData['terms'] as object), lateChargeMarginMinutes: null },
});

/** Bookings from before taxes existed were not taxed. */
const withoutTax = (olderData: Record<string, unknown>) => ({
  ...olderData,
  taxCents: 0,
  terms: { ...(olderData['terms'] as object), tax: null },
});

/**
 * Stored in the stream of the court-day, which decides who gets the hour. `neverPaid` means that
 * payment was required but never authorized, so the host has not seen the request.
 */
export const bookingEvents = defineEvents(['courtDay'], {
  BookingRequested: {
    version: 6,
    data: BookingFields.extend({
      taxCents: wholeCents,
      terms: BookingTerms,
      waiverVersion: z.string(),
      answerBy: utcInstant,
      instantBook: z.boolean(),
      /** Null in requests of earlier releases. */
      sport: Sport.nullable(),
      notes: z.string(),
      /** The UTC offset that both sides were shown. Requests of earlier releases lack it. */
      offsetMinutes: z.number().int().optional(),
      /** The versions that the page showed to the player. Other requests lack them. */
      papers: z.object({ terms: z.string(), cancellationPolicy: z.string() }).optional(),
    }),
    personal: [{ of: 'playerId', erased: { notes: '' }, isRemark: true }],
    upcasts: {
      1: (olderData) => ({ ...withoutPayment(olderData), instantBook: false }),
      2: withPayoutDelay,
      3: withChargeAtApproval,
      4: withoutTax,
      5: (olderData) => ({ ...olderData, sport: null }),
    },
  },
  BookingPaymentAuthorised: {
    version: 1,
    data: BookingFields.extend({ answerBy: utcInstant, authorisedAt: utcInstant }),
  },
  BookingApproved: {
    version: 2,
    data: BookingFields.extend({
      approvedBy: z.enum(['host', 'instant']),
      approvedAt: utcInstant,
      /** The host answered with the link in an email. Other answers lack it. */
      byEmail: z.boolean().optional(),
    }),
    upcasts: { 1: withoutPayment },
  },
  BookingCancelled: {
    version: 3,
    data: BookingFields.extend({
      approvedAt: utcInstant.nullable(),
      neverPaid: z.boolean(),
      ...CancellationFields.shape,
      /** As in BookingApproved. */
      byEmail: z.boolean().optional(),
    }),
    personal: [{ of: 'noteBy', erased: { note: '' }, isRemark: true }],
    upcasts: {
      1: (olderData) => ({ ...withoutPayment(olderData), neverPaid: false }),
      2: (olderData) => ({ ...olderData, taxCents: 0 }),
    },
  },
  /** New zone data shows the hour at a different clock time. Its instants do not change. */
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
  /** The player moved the hour after an upheld weather claim. The price stays the same. */
  BookingMoved: {
    version: 1,
    data: BookingFields.extend({
      previousStartTime: utcInstant,
      previousEndTime: utcInstant,
      offsetMinutes: z.number().int(),
      movedAt: utcInstant,
    }),
  },
  BookingCompleted: {
    version: 2,
    data: BookingFields.extend({ completedAt: utcInstant }),
    upcasts: { 1: withoutPayment },
  },
});

export type BookingEvent = EventOf<typeof bookingEvents>;
