import { DomainError } from '../../platform/kernel/domain-error.js';
import type { Paid, Payment } from './payment.js';
import { disputedCents, refundedCents } from './payment-sums.js';
import type { PaymentEvent } from './payment.events.js';

/**
 * An admin gives something back. `cancelledCents` is what a cancellation gives back already, `hostCents` what the host is to have
 * of the booking as it stands, `isPaidOut` whether they were paid. Amounts are cents.
 */
export type RefundOrder = Readonly<{
  paid: Paid;
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

type Standing = Pick<RefundOrder, 'cancelledCents'> & Readonly<{ paid: Pick<Paid, 'totalCents'> }>;

/** What can still be given back of a payment, in cents: of the charge, less what is on its way or with the player's bank. */
export const leftToRefund = (
  { paid, cancelledCents }: Standing,
  payment: Payment | null,
): number => {
  if (payment?.status !== 'captured' || payment.isMismatched) return 0;
  const { hostCents, platformCents } = payment.byHand;
  const agreed = Math.min(cancelledCents + hostCents + platformCents, paid.totalCents);
  return Math.max(
    0,
    paid.totalCents - Math.max(agreed, refundedCents(payment) + disputedCents(payment)),
  );
};

const wrong = (message: string, status: string) =>
  new DomainError('wrong_status', message, { status });

/**
 * Decides about a refund by hand. What the host bears is taken off their share before they are paid, and never more than that
 * share: the platform bears what is left.
 * @throws DomainError wrong_status; invalid_request for more than what is left
 */
export const ordered = (order: RefundOrder, payment: Payment | null): PaymentEvent[] => {
  const { paid, orderId, amountCents, bearer, isPaidOut, reason, orderedBy, at } = order;
  if (payment?.status !== 'captured' || payment.isMismatched)
    throw wrong('Nothing was charged that could be given back.', payment?.status ?? 'none');
  if (Object.values(payment.refunds).some(({ failed }) => failed))
    throw wrong(
      'A refund of this payment has failed. Please look at it at Stripe first.',
      'refund_failed',
    );
  if (bearer === 'host' && isPaidOut)
    throw wrong('The host was paid already. Only Courtly can bear this refund now.', 'paid_out');
  const left = leftToRefund(order, payment);
  if (amountCents < 1 || amountCents > left) {
    const message =
      amountCents < 1
        ? 'Give back a cent at least.'
        : left > 0
          ? `At most $${(left / 100).toFixed(2)} can be given back.`
          : 'Everything was given back.';
    throw new DomainError('invalid_request', message, { fields: [{ field: 'amount', message }] });
  }
  const hostCents = bearer === 'host' ? Math.min(amountCents, order.hostCents) : 0;
  const bears = { hostCents, platformCents: amountCents - hostCents };
  const data = { ...paid, orderId, amountCents, ...bears, reason, orderedBy, orderedAt: at };
  return [{ type: 'PaymentRefundOrdered', data }];
};
