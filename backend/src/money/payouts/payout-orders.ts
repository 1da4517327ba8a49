import { toMoney } from '@courtly/contracts/wire';
import { DomainError } from '../../platform/kernel/domain-error.js';
import type { PaidBooking } from '../payments/payment.js';
import type { Payout } from './payout.js';
import type { PayoutEvent } from './payout.events.js';

type Order = Readonly<{ booking: PaidBooking; reason: string; orderedBy: string; at: string }>;

/** `amountCents` is signed; `shareCents` is the host's share without adjustments. */
export type Adjustment = Order &
  Readonly<{ adjustmentId: string; amountCents: number; shareCents: number }>;

export type PayoutRetry = Order & Readonly<{ orderId: string }>;

/**
 * A host gets nothing at least, and the price of the booking at most.
 * @throws DomainError invalid_request if the adjusted share leaves these bounds
 */
export const adjustPayout = (
  { booking, adjustmentId, amountCents, shareCents, reason, orderedBy, at }: Adjustment,
  { adjustedCents }: Payout,
): PayoutEvent[] => {
  const currentCents = Math.max(0, shareCents + adjustedCents);
  const adjustedShare = shareCents + adjustedCents + amountCents;
  if (amountCents === 0 || adjustedShare < 0 || adjustedShare > booking.totalCents) {
    const message =
      amountCents > 0
        ? `You can add at most $${toMoney(Math.max(0, booking.totalCents - currentCents))}.`
        : `You can deduct at most $${toMoney(currentCents)}.`;
    throw new DomainError('invalid_request', message, { fields: [{ field: 'amount', message }] });
  }
  const adjustment = { adjustmentId, amountCents, reason, orderedBy, adjustedAt: at };
  return [{ type: 'PayoutAdjusted', data: { ...booking, ...adjustment } }];
};

/** @throws DomainError wrong_status if Stripe refused nothing, or money has moved since */
export const retryPayout = (
  { booking, orderId, reason, orderedBy, at }: PayoutRetry,
  { refusal }: Payout,
): PayoutEvent[] => {
  if (!refusal)
    throw new DomainError('wrong_status', 'Stripe refused no step of this payout.', {
      status: 'accepted',
    });
  return [
    {
      type: 'PayoutRetryOrdered',
      data: { ...booking, orderId, reason, orderedBy, orderedAt: at },
    },
  ];
};
