import { z } from 'zod';

export const cents = z.number().int();
export const instant = z.string();

/** What every event of a payment and of a payout repeats of its booking, so that a ledger keys and adds up from the event alone. */
export const paidFields = {
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
