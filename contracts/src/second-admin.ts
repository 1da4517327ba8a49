import { z } from 'zod';

/** What an admin can do with money that needs a second admin above an amount. */
export const ConfirmedAct = z.enum([
  'booking_refund',
  'payout_adjustment',
  'settlement',
  'membership_refund',
  'membership_settlement',
]);
export type ConfirmedAct = z.infer<typeof ConfirmedAct>;

/** The response to a change that a second admin has to confirm first. */
export const AwaitsConfirmation = z.object({ confirmationId: z.string(), expiresAt: z.string() });
export type AwaitsConfirmation = z.infer<typeof AwaitsConfirmation>;
