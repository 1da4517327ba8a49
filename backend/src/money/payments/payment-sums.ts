import type { Payment } from './payment.js';

/** Refunded to the player, in cents. */
export const refundedCents = ({ refunds }: Pick<Payment, 'refunds'>): number =>
  Object.values(refunds).reduce(
    (subtotal, { amountCents, failed }) => subtotal + (failed ? 0 : amountCents),
    0,
  );

/**
 * What stays charged in cents, after the refund of a cancellation and refunds by hand. `totalCents`
 * is the price.
 */
export const keptCents = (
  totalCents: number,
  cancelledCents: number,
  { byHand }: Pick<Payment, 'byHand'>,
): number => Math.max(0, totalCents - cancelledCents - byHand.hostCents - byHand.platformCents);
