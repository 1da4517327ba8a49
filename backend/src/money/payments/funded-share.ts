import { taxWithin } from '../../booking/pricing/tax.js';
import { lostCents } from './disputes.js';
import type { Payment } from './payment.js';
import { dashboardCents, keptCents, refundedCents, refundsDue, sumOf } from './payment-sums.js';

/** The price of a booking, the refund of its cancellation, and the host's agreed share, in cents. */
export type AgreedAmounts = Readonly<{
  totalCents: number;
  taxCents: number;
  cancelledCents: number;
  agreedCents: number;
}>;

/**
 * The part of the host's agreed share in cents that the payment funds: minus the host's part of
 * refunds by hand, never more than the charge minus the tax and the refunds that the platform does
 * not bear, and after a lost dispute never more than what is left of the charge without the tax.
 */
export const fundedShare = (agreed: AgreedAmounts, payment: Payment | null): number => {
  if (payment?.status !== 'captured') return 0;
  const { hostCents, platformCents } = payment.byHand;
  const hostLimit = agreed.agreedCents - hostCents;
  const [refunded, lost] = [refundedCents(payment), lostCents(payment)];
  const borneByPlatform = platformCents + dashboardCents(payment);
  // Refunds that are due are as good as made: after a loss, the host pays for them too.
  const unrefunded = sumOf(refundsDue(agreed.totalCents, agreed.cancelledCents, payment));
  const leftCents =
    payment.capturedCents -
    (lost > 0 ? refunded + unrefunded + lost : Math.max(0, refunded - borneByPlatform));
  const kept = keptCents(agreed.totalCents, agreed.cancelledCents, payment);
  // Courtly pays the part of an included tax that exceeds its commission.
  const taxCents = Math.min(taxWithin(kept, agreed), Math.max(0, kept - hostLimit));
  return Math.max(0, Math.min(hostLimit, leftCents - taxCents));
};
