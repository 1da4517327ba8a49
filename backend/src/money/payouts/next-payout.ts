import type { PayoutWait } from '@courtly/contracts/payouts';
import type { Booking } from '../../booking/bookings/booking.js';
import { MINUTE_MS } from '../../platform/kernel/local-time.js';
import type { Payment } from '../payments/payment.js';
import { isDisputed, lostCents } from '../payments/disputes.js';
import { refundedCents } from '../payments/payment-sums.js';
import type { ConnectedAccount } from './payout-account.js';
import { type Payout, paidOutCents } from './payout.js';

export type PayableBooking = Pick<Booking, 'status' | 'payBy' | 'endTime' | 'payoutCents'> &
  Readonly<{
    terms: Pick<Booking['terms'], 'payoutDelayMinutes'>;
    cancellation: Pick<NonNullable<Booking['cancellation']>, 'hostCents'> | null;
  }>;

/** A call to Stripe, or what the payout waits for. Amounts are cents. */
export type NextPayout =
  | Readonly<{ type: 'transfer'; amountCents: number; accountId: string; chargeId: string }>
  | Readonly<{ type: 'reverse'; amountCents: number; transferId: string; reversalCount: number }>
  | Readonly<{ type: 'wait'; for: PayoutWait }>;

/** When the payout becomes due (domain rules, "Payout"), for played and late-canceled bookings. */
export const payoutDueAt = ({
  endTime,
  terms,
}: Pick<PayableBooking, 'endTime' | 'terms'>): string =>
  new Date(Date.parse(endTime) + terms.payoutDelayMinutes * MINUTE_MS).toISOString();

/**
 * The host's final share in cents: the payout or late fee, minus the host's part of manual refunds.
 * It never exceeds the charge minus lost disputes and refunds that the platform does not bear.
 */
export const hostShare = (booking: PayableBooking, payment: Payment | null): number =>
  booking.status === 'completed' || booking.status === 'cancelled'
    ? expectedHostShare(booking, payment)
    : 0;

/** The same share before the booking has ended, as if it were played. */
export const expectedHostShare = (
  { status, payoutCents, cancellation }: PayableBooking,
  payment: Payment | null,
): number => {
  if (payment?.status !== 'captured') return 0;
  const agreedCents = status === 'cancelled' ? (cancellation?.hostCents ?? 0) : payoutCents;
  const { hostCents, platformCents } = payment.byHand;
  const hostRefunds = Math.max(0, refundedCents(payment) - platformCents);
  return Math.max(
    0,
    Math.min(agreedCents - hostCents, payment.capturedCents - hostRefunds - lostCents(payment)),
  );
};

/**
 * The next payout step of a booking; null if there is none. It depends only on recorded state, so
 * repeats and interruptions are harmless. A booking has at most one transfer, so an amount owed
 * after a reversal waits for a person.
 */
export const nextPayout = (
  booking: PayableBooking,
  payment: Payment | null,
  payout: Payout,
  connectedAccount: ConnectedAccount | null,
  currentInstant: string,
): NextPayout | null => {
  const owedCents = hostShare(booking, payment) - paidOutCents(payout);
  const { transfer, reversals, refusal } = payout;
  if (booking.payBy === null || owedCents === 0 || !payment?.chargeId || payment.isMismatched)
    return null;
  if (owedCents > 0 && transfer) return null;
  const payableFrom = payoutDueAt(booking);
  if (owedCents > 0 && isDisputed(payment)) return { type: 'wait', for: 'disputed' };
  if (owedCents > 0 && currentInstant < payableFrom) return { type: 'wait', for: 'not_due' };
  if (owedCents > 0 && connectedAccount?.transfers !== 'active')
    return { type: 'wait', for: 'account' };
  if (refusal && currentInstant < refusal.tryAgainAt) return { type: 'wait', for: 'refused' };
  if (owedCents > 0)
    return {
      type: 'transfer',
      amountCents: owedCents,
      accountId: connectedAccount!.accountId,
      chargeId: payment.chargeId,
    };
  const reversalCount = Object.keys(reversals).length;
  return {
    type: 'reverse',
    amountCents: -owedCents,
    transferId: transfer!.transferId,
    reversalCount,
  };
};
