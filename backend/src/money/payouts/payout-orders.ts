import { toMoney } from '@courtly/contracts/wire';
import type { Booking } from '../../booking/bookings/booking.js';
import { DomainError } from '../../platform/kernel/domain-error.js';
import { collectedCents, holdsWrongAmount } from '../payments/payment-sums.js';
import type { PaidBooking, Payment } from '../payments/payment.js';
import type { Payout } from './payout.js';
import type { PayoutEvent } from './payout.events.js';

type Order = Readonly<{ booking: PaidBooking; reason: string; orderedBy: string; at: string }>;

/** `amountCents` is signed; `shareCents` is the host's share without any adjustments. */
export type Adjustment = Order &
  Readonly<{ adjustmentId: string; amountCents: number; shareCents: number; hostNote: string }>;

export type PayoutRetry = Order & Readonly<{ orderId: string }>;

/**
 * The total by which admins adjusted the host's share, in cents; negative if they deducted more
 * than they added.
 */
export const adjustedCents = ({ adjustments }: Payout): number =>
  adjustments.reduce((totalCents, { amountCents }) => totalCents + amountCents, 0);

/** True once the hour is over and the player has paid anything, by card or outside Stripe. */
export const canBeAdjusted = (
  { status }: Pick<Booking, 'status'>,
  payment: Payment | null,
): payment is Payment =>
  (status === 'completed' || status === 'cancelled') &&
  payment !== null &&
  !holdsWrongAmount(payment) &&
  collectedCents(payment) > 0;

/**
 * Adjusts the host's share, which must stay between zero and the price of the booking.
 * @throws DomainError invalid_request if the adjusted share exceeds these limits
 */
export const adjustPayout = (
  { booking, adjustmentId, amountCents, shareCents, hostNote, reason, orderedBy, at }: Adjustment,
  existing: Payout,
): PayoutEvent[] => {
  const earlierCents = adjustedCents(existing);
  const currentCents = Math.max(0, shareCents + earlierCents);
  const adjustedShare = shareCents + earlierCents + amountCents;
  if (amountCents === 0 || adjustedShare < 0 || adjustedShare > booking.totalCents) {
    const message =
      amountCents > 0
        ? `You can add at most $${toMoney(Math.max(0, booking.totalCents - currentCents))}.`
        : `You can deduct at most $${toMoney(currentCents)}.`;
    throw new DomainError('invalid_request', message, { fields: [{ field: 'amount', message }] });
  }
  const adjustment = { adjustmentId, amountCents, hostNote, reason, orderedBy, adjustedAt: at };
  return [{ type: 'PayoutAdjusted', data: { ...booking, ...adjustment } }];
};

/** @throws DomainError wrong_status if Stripe has refused no step, or money has moved since */
export const retryPayout = (
  { booking, orderId, reason, orderedBy, at }: PayoutRetry,
  { refusal }: Payout,
): PayoutEvent[] => {
  if (!refusal)
    throw new DomainError('wrong_status', "Stripe hasn't refused a step of this payout.", {
      status: 'accepted',
    });
  return [
    {
      type: 'PayoutRetryOrdered',
      data: { ...booking, orderId, reason, orderedBy, orderedAt: at },
    },
  ];
};
