import { z } from 'zod';
import { route } from './route.js';

/** What a player paid for a booking, and what came back. */
export const Receipt = z.object({
  bookingId: z.string(),
  court: z.string(),
  address: z.string(),
  player: z.string(),
  startTime: z.string(),
  endTime: z.string(),
  zone: z.string(),
  lines: z.array(z.object({ what: z.enum(['rate', 'fee']), amount: z.string() })),
  totalAmount: z.string(),
  moved: z
    .array(
      z.object({
        what: z.enum(['paid', 'refunded', 'refund_failed', 'disputed', 'dispute_won']),
        amount: z.string(),
        at: z.string(),
      }),
    )
    .describe('what the card was charged, and what came back to it, in that order'),
  netAmount: z.string().describe('what the player has paid in the end'),
  policyId: z.string(),
});
export type Receipt = z.infer<typeof Receipt>;

export const receiptRoutes = {
  bookingReceipt: route({
    method: 'GET',
    path: '/api/bookings/:bookingId/receipt',
    summary: 'The receipt of a booking that was paid by card, for its player',
    access: 'signedIn',
    params: z.object({ bookingId: z.string().max(80) }),
    reads: ['bookings', 'ledger', 'courts', 'people'],
    status: 200,
    response: z.object({ receipt: Receipt.nullable().describe('null where nothing was charged') }),
    errors: ['not_found'],
  }),
};
