import { lostCents } from './disputes.js';
import type { Payment } from './payment.js';
import { dashboardCents, refundedCents } from './payment-sums.js';

/**
 * The part of the host's agreed share in cents that the payment funds: minus the host's part of
 * refunds by hand, never more than the charge minus the refunds that the platform does not bear, and
 * after a lost dispute never more than what is left of the charge.
 */
export const fundedShare = (agreedCents: number, payment: Payment | null): number => {
  if (payment?.status !== 'captured') return 0;
  const { hostCents, platformCents } = payment.byHand;
  const [refunded, lost] = [refundedCents(payment), lostCents(payment)];
  const borneByPlatform = platformCents + dashboardCents(payment);
  const leftCents =
    payment.capturedCents - (lost > 0 ? refunded + lost : Math.max(0, refunded - borneByPlatform));
  return Math.max(0, Math.min(agreedCents - hostCents, leftCents));
};
