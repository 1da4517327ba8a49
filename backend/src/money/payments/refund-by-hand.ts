import { taxWithin } from '../../booking/pricing/tax.js';
import { DomainError } from '../../platform/kernel/domain-error.js';
import type { PaidBooking, Payment } from './payment.js';
import { fundedShare } from './funded-share.js';
import { collectedCents, holdsWrongAmount, keptCents, unorderedCents } from './payment-sums.js';
import type { PaymentEvent } from './payment.events.js';

/** A manual refund by an admin. Amounts are cents. */
export type RefundOrder = Readonly<{
  booking: PaidBooking;
  orderId: string;
  amountCents: number;
  bearer: 'host' | 'platform';
  /** The tax of the booking. */
  taxCents: number;
  /** The refund of a cancellation. */
  cancelledCents: number;
  /** The host's share before manual refunds. */
  agreedCents: number;
  /** What admins have already deducted from the payout. */
  deductedCents: number;
  reason: string;
  orderedBy: string;
  at: string;
}>;

type RefundableBooking = Pick<RefundOrder, 'cancelledCents'> &
  Readonly<{ booking: Pick<PaidBooking, 'totalCents'> }>;

/** Whether the player has paid the agreed price, by card or outside Stripe. */
const isPaid = (payment: Payment): boolean =>
  !holdsWrongAmount(payment) && collectedCents(payment) > 0;

/**
 * The amount that can still be refunded, in cents: payments minus disputes and refunds (made or
 * due).
 */
export const refundableCents = (
  { booking, cancelledCents }: RefundableBooking,
  payment: Payment | null,
): number => {
  if (!payment || !isPaid(payment)) return 0;
  return unorderedCents(booking.totalCents, cancelledCents, payment);
};

const wrongStatus = (message: string, status: string) =>
  new DomainError('wrong_status', message, { status });

/**
 * Decides a manual refund. The host bears at most their share and never the returned tax; the
 * platform bears the rest. A host who has already been paid has to return their part.
 * @throws DomainError wrong_status if nothing was charged; invalid_request if the amount is not
 *   refundable
 */
export const orderRefund = (refundOrder: RefundOrder, payment: Payment | null): PaymentEvent[] => {
  const { booking, orderId, amountCents, bearer, reason, orderedBy, at } = refundOrder;
  if (!payment || !isPaid(payment))
    throw wrongStatus('There is no charge to refund.', payment?.status ?? 'none');
  const refundable = refundableCents(refundOrder, payment);
  if (amountCents < 1 || amountCents > refundable) {
    const message =
      amountCents < 1
        ? 'Refund at least one cent.'
        : refundable > 0
          ? `You can refund at most $${(refundable / 100).toFixed(2)}.`
          : 'There is nothing left to refund.';
    throw new DomainError('invalid_request', message, {
      fields: [{ field: 'amount', message }],
    });
  }
  const { totalCents } = booking;
  const { taxCents, cancelledCents, agreedCents, deductedCents } = refundOrder;
  const price = { totalCents, taxCents, cancelledCents, agreedCents };
  const kept = keptCents(totalCents, cancelledCents, payment);
  const returnedTax = taxWithin(kept, price) - taxWithin(Math.max(0, kept - amountCents), price);
  const shareCents = Math.max(0, fundedShare(price, payment) - deductedCents);
  const hostCents = bearer === 'host' ? Math.min(amountCents - returnedTax, shareCents) : 0;
  const refundShares = { hostCents, platformCents: amountCents - hostCents };
  const orderData = {
    ...booking,
    orderId,
    amountCents,
    ...refundShares,
    reason,
    orderedBy,
    orderedAt: at,
  };
  return [{ type: 'PaymentRefundOrdered', data: orderData }];
};
