import { taxWithin } from '../../booking/pricing/tax.js';
import { lostCents } from './disputes.js';
import type { Payment } from './payment.js';
import {
  collectedCents,
  dashboardCents,
  keptCents,
  refundedCents,
  refundsDue,
  sumOf,
  waivedCents,
} from './payment-sums.js';

/**
 * The price of a booking, the refund of its cancellation, and the host's agreed share, in cents.
 */
export type AgreedAmounts = Readonly<{
  totalCents: number;
  taxCents: number;
  cancelledCents: number;
  agreedCents: number;
}>;

/**
 * The part of the host's agreed share that the payment funds, in cents. The host's part of manual
 * refunds is deducted. The share is limited to what the player paid (by card or outside Stripe)
 * minus the tax and the refunds that the platform does not bear. After a lost dispute, it is
 * limited to the rest of the payment without the tax. Waived amounts fund nothing.
 */
export const fundedShare = (agreed: AgreedAmounts, payment: Payment | null): number => {
  if (!payment) return 0;
  const { hostCents, platformCents } = payment.byHand;
  const hostLimit = agreed.agreedCents - hostCents;
  const lost = lostCents(payment);
  // Every refund reduces the payment, no matter where it was made.
  const refunded = refundedCents(payment) + payment.settledOtherwise.paidRefundCents;
  const borneByPlatform = platformCents + dashboardCents(payment);
  // A refund that is due counts as made, so after a lost dispute, the host pays for it too.
  const unrefunded = sumOf(refundsDue(agreed.totalCents, agreed.cancelledCents, payment));
  const leftCents =
    collectedCents(payment) -
    (lost > 0 ? refunded + unrefunded + lost : Math.max(0, refunded - borneByPlatform));
  const kept = keptCents(agreed.totalCents, agreed.cancelledCents, payment);
  const paidCents = kept - waivedCents(agreed.totalCents - agreed.cancelledCents, payment);
  // Courtly itself pays the part of an included tax that exceeds its commission.
  const taxCents = Math.min(taxWithin(paidCents, agreed), Math.max(0, paidCents - hostLimit));
  return Math.max(0, Math.min(hostLimit, leftCents - taxCents));
};
