import { DomainError } from '../../platform/kernel/domain-error.js';
import type { PaidBooking, Payment } from './payment.js';
import { fundedShare } from './funded-share.js';
import { unorderedCents } from './payment-sums.js';
import type { PaymentEvent } from './payment.events.js';

/**
 * A manual refund by an admin. `cancelledCents` is the refund of a cancellation, and `agreedCents` the
 * host's share without refunds by hand. Amounts are cents.
 */
export type RefundOrder = Readonly<{
  booking: PaidBooking;
  orderId: string;
  amountCents: number;
  bearer: 'host' | 'platform';
  cancelledCents: number;
  agreedCents: number;
  reason: string;
  orderedBy: string;
  at: string;
}>;

type RefundableBooking = Pick<RefundOrder, 'cancelledCents'> &
  Readonly<{ booking: Pick<PaidBooking, 'totalCents'> }>;

/** What can still be refunded, in cents: the charge minus refunds (made or due) and disputes. */
export const refundableCents = (
  { booking, cancelledCents }: RefundableBooking,
  payment: Payment | null,
): number => {
  if (payment?.status !== 'captured' || payment.isMismatched) return 0;
  return unorderedCents(booking.totalCents, cancelledCents, payment);
};

const wrongStatus = (message: string, status: string) =>
  new DomainError('wrong_status', message, { status });

/**
 * Decides a manual refund. The host bears at most their share, and the platform bears the rest.
 * A host who was paid already returns their part.
 * @throws DomainError wrong_status if nothing was charged; invalid_request if the amount is not
 *   refundable
 */
export const orderRefund = (refundOrder: RefundOrder, payment: Payment | null): PaymentEvent[] => {
  const { booking, orderId, amountCents, bearer, reason, orderedBy, at } = refundOrder;
  if (payment?.status !== 'captured' || payment.isMismatched)
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
  const hostCents =
    bearer === 'host' ? Math.min(amountCents, fundedShare(refundOrder.agreedCents, payment)) : 0;
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
