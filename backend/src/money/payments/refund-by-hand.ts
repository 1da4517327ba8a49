import { DomainError } from '../../platform/kernel/domain-error.js';
import type { PaidBooking, Payment } from './payment.js';
import { disputedCents, refundedCents } from './payment-sums.js';
import type { PaymentEvent } from './payment.events.js';

/**
 * An admin gives something back. `cancelledCents` is what a cancellation gives back already, `hostCents` what the host is to have
 * of the booking as it stands, `isPaidOut` whether they were paid. Amounts are cents.
 */
export type RefundOrder = Readonly<{
  booking: PaidBooking;
  orderId: string;
  amountCents: number;
  bearer: 'host' | 'platform';
  cancelledCents: number;
  hostCents: number;
  isPaidOut: boolean;
  reason: string;
  orderedBy: string;
  at: string;
}>;

type RefundableBooking = Pick<RefundOrder, 'cancelledCents'> &
  Readonly<{ paid: Pick<PaidBooking, 'totalCents'> }>;

/** What can still be given back of a payment, in cents: of the charge, less what is on its way or with the player's bank. */
export const refundableCents = (
  { paid, cancelledCents }: RefundableBooking,
  payment: Payment | null,
): number => {
  if (payment?.status !== 'captured' || payment.isMismatched) return 0;
  const { hostCents, platformCents } = payment.byHand;
  const agreedCents = Math.min(cancelledCents + hostCents + platformCents, paid.totalCents);
  return Math.max(
    0,
    paid.totalCents - Math.max(agreedCents, refundedCents(payment) + disputedCents(payment)),
  );
};

const wrongStatus = (refusalMessage: string, paymentStatus: string) =>
  new DomainError('wrong_status', refusalMessage, { status: paymentStatus });

/**
 * Decides about a refund by hand. What the host bears is taken off their share before they are paid, and never more than that
 * share: the platform bears what is left.
 * @throws DomainError wrong_status; invalid_request for more than what is left
 */
export const orderRefund = (refundOrder: RefundOrder, payment: Payment | null): PaymentEvent[] => {
  const {
    booking: paid,
    orderId,
    amountCents,
    bearer,
    isPaidOut,
    reason,
    orderedBy,
    at,
  } = refundOrder;
  if (payment?.status !== 'captured' || payment.isMismatched)
    throw wrongStatus('Nothing was charged that could be given back.', payment?.status ?? 'none');
  if (Object.values(payment.refunds).some(({ failed }) => failed))
    throw wrongStatus(
      'A refund of this payment has failed. Please look at it at Stripe first.',
      'refund_failed',
    );
  if (bearer === 'host' && isPaidOut)
    throw wrongStatus(
      'The host was paid already. Only Courtly can bear this refund now.',
      'paid_out',
    );
  const refundable = refundableCents(refundOrder, payment);
  if (amountCents < 1 || amountCents > refundable) {
    const refusalMessage =
      amountCents < 1
        ? 'Give back a cent at least.'
        : refundable > 0
          ? `At most $${(refundable / 100).toFixed(2)} can be given back.`
          : 'Everything was given back.';
    throw new DomainError('invalid_request', refusalMessage, {
      fields: [{ field: 'amount', message: refusalMessage }],
    });
  }
  const hostCents = bearer === 'host' ? Math.min(amountCents, refundOrder.hostCents) : 0;
  const refundShares = { hostCents, platformCents: amountCents - hostCents };
  const orderData = {
    ...paid,
    orderId,
    amountCents,
    ...refundShares,
    reason,
    orderedBy,
    orderedAt: at,
  };
  return [{ type: 'PaymentRefundOrdered', data: orderData }];
};
