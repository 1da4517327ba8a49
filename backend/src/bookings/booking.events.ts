import { CancelReason, CancelRule, DeclineReason, HostExcuse } from '@courtly/contracts/bookings';
import { BookingTerms } from '@courtly/contracts/policy';
import { z } from 'zod';
import { type EventOf, defineEvents } from '../kernel/events.js';

const cents = z.number().int();
const instant = z.string();

/**
 * What every event of a booking says, so that a calendar, a ledger or a process keys and adds up by court, host, player or
 * month from the event alone. Amounts are integer cents, instants are UTC; `policyId` names the policy that priced it.
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
};

/** The life of a booking. Its events lie in the stream of its court-day, which decides who has the hour. */
export const bookingEvents = defineEvents(['courtDay'], {
  BookingRequested: {
    version: 1,
    data: z.object({
      ...booking,
      terms: BookingTerms,
      waiverVersion: z.string(),
      answerBy: instant,
      notes: z.string(),
    }),
    personal: [{ of: 'playerId', erased: { notes: '' } }],
  },
  BookingApproved: {
    version: 1,
    data: z.object({ ...booking, approvedBy: z.enum(['host', 'instant']), approvedAt: instant }),
  },
  BookingCancelled: {
    version: 1,
    data: z.object({
      ...booking,
      approvedAt: instant.nullable(),
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
  },
  BookingCompleted: { version: 1, data: z.object({ ...booking, completedAt: instant }) },
});

export type BookingEvent = EventOf<typeof bookingEvents>;
