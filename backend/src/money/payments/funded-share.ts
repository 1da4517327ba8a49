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

/** The price of a booking, the refund of its cancellation, and the host's agreed share, in cents. */
export type AgreedAmounts = Readonly<{
  totalCents: number;
  taxCents: number;
  cancelledCents: number;
  agreedCents: number;
}>;

/**
 * The part of the host's agreed share in cents that the payment funds: minus the host's part of
 * refunds by hand, never more than the player has paid, by card or outside Stripe, minus the tax and
 * the refunds that the platform does not bear, and after a lost dispute never more than what is left
 * of it without the tax. Nothing is paid for what was waived.
 */
export const fundedShare = (agreed: AgreedAmounts, payment: Payment | null): number => {
  if (!payment) return 0;
  const { hostCents, platformCents } = payment.byHand;
  const hostLimit = agreed.agreedCents - hostCents;
  const lost = lostCents(payment);
  // A refund takes from the payment wherever it was made.
  const refunded = refundedCents(payment) + payment.settledOtherwise.paidRefundCents;
  const borneByPlatform = platformCents + dashboardCents(payment);
  // Refunds that are due are as good as made: after a loss, the host pays for them too.
  const unrefunded = sumOf(refundsDue(agreed.totalCents, agreed.cancelledCents, payment));
  const leftCents =
    collectedCents(payment) -
    (lost > 0 ? refunded + unrefunded + lost : Math.max(0, refunded - borneByPlatform));
  const kept = keptCents(agreed.totalCents, agreed.cancelledCents, payment);
  const paidCents = kept - waivedCents(kept, payment);
  // Courtly pays the part of an included tax that exceeds its commission.
  const taxCents = Math.min(taxWithin(paidCents, agreed), Math.max(0, paidCents - hostLimit));
  return Math.max(0, Math.min(hostLimit, leftCents - taxCents));
};
