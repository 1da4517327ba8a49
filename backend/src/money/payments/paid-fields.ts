import { z } from 'zod';

export const cents = z.number().int();
export const instant = z.string();

/** The booking fields in every payment and payout event, so that the ledger needs nothing else. */
export const paidBookingFields = {
  bookingId: z.string(),
  courtId: z.string(),
  hostId: z.string(),
  playerId: z.string(),
  startTime: instant,
  endTime: instant,
  zone: z.string(),
  totalCents: cents,
  payoutCents: cents,
  policyId: z.string(),
};
