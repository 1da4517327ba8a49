import { BookingTerms } from '@courtly/contracts/policy';
import { CancelReason } from '@courtly/contracts/bookings';
import { z } from 'zod';
import { type EventOf, defineEvents } from '../kernel/events.js';

const cents = z.number().int();
const instant = z.string();

/**
 * What happens to the hours of one court on one local day. The stream is `courtDay-<courtId>_<yyyy-mm-dd>`; amounts are
 * integer cents, instants are UTC. A booking's terms are copied from the policy in force when it was made.
 */
export const courtDayEvents = defineEvents(['courtDay'], {
  BookingRequested: {
    version: 1,
    data: z.object({
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
      terms: BookingTerms,
      waiverVersion: z.string(),
      requestedAt: instant,
      answerBy: instant,
      notes: z.string(),
    }),
    personal: { of: 'playerId', erased: { notes: '' } },
  },
  BookingApproved: {
    version: 1,
    data: z.object({ bookingId: z.string(), approvedBy: z.enum(['host', 'instant']), approvedAt: instant }),
  },
  BookingCancelled: {
    version: 1,
    data: z.object({
      bookingId: z.string(),
      playerId: z.string(),
      reason: CancelReason,
      rule: z.enum(['pending', 'free', 'grace', 'late', 'started', 'by_host']),
      excuse: z.enum(['weather', 'safety']).nullable(),
      refundCents: cents,
      hostCents: cents,
      platformCents: cents,
      cancelledAt: instant,
      note: z.string(),
    }),
    personal: { of: 'playerId', erased: { note: '' } },
  },
  BookingCompleted: { version: 1, data: z.object({ bookingId: z.string(), completedAt: instant }) },
  HoursClosed: {
    version: 1,
    data: z.object({ courtId: z.string(), startTime: instant, endTime: instant, reason: z.string() }),
  },
  HoursReopened: { version: 1, data: z.object({ courtId: z.string(), startTime: instant, endTime: instant }) },
});

export type CourtDayEvent = EventOf<typeof courtDayEvents>;
