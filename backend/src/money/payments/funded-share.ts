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
 * The part of the host's agreed share, in cents, that the payment funds after tax, refunds, and
 * lost disputes. The host bears `hostCents` of manual refunds. Waived amounts fund nothing.
 */
export const fundedShare = (
  agreed: AgreedAmounts,
  payment: Payment | null,
  hostCents = payment?.byHand.hostCents ?? 0,
): number => {
  if (!payment) return 0;
  const { platformCents } = payment.byHand;
  const sparedCents = payment.byHand.hostCents - hostCents;
  const hostLimit = agreed.agreedCents - hostCents;
  const lost = lostCents(payment);
  // Every refund reduces the payment, no matter where it was made.
  const refunded = refundedCents(payment) + payment.settledOtherwise.paidRefundCents - sparedCents;
  const borneByPlatform = platformCents + dashboardCents(payment);
  // A refund that is due counts as made, so after a lost dispute, the host pays for it too.
  const unrefunded = sumOf(refundsDue(agreed.totalCents, agreed.cancelledCents, payment));
  const leftCents =
    collectedCents(payment) -
    (lost > 0 ? refunded + unrefunded + lost : Math.max(0, refunded - borneByPlatform));
  const kept = keptCents(agreed.totalCents, agreed.cancelledCents, payment) + sparedCents;
  const paidCents = kept - waivedCents(agreed.totalCents - agreed.cancelledCents, payment);
  // Courtly itself pays the part of an included tax that exceeds its commission.
  const taxCents = Math.min(taxWithin(paidCents, agreed), Math.max(0, paidCents - hostLimit));
  return Math.max(0, Math.min(hostLimit, leftCents - taxCents));
};
