import { z } from 'zod';

/** What needs a second admin: money above an amount, and every policy change. */
export const ConfirmedAct = z.enum([
  'booking_refund',
  'booking_cancellation',
  'payout_adjustment',
  'settlement',
  'incident_ruling',
  'membership_refund',
  'membership_settlement',
  'policy_change',
]);
export type ConfirmedAct = z.infer<typeof ConfirmedAct>;

/** The response to a change that a second admin has to confirm first. */
export const AwaitsConfirmation = z.object({ confirmationId: z.string(), expiresAt: z.string() });
export type AwaitsConfirmation = z.infer<typeof AwaitsConfirmation>;
