import type { PayoutWait } from '@courtly/contracts/payouts';
import type { Booking } from '../../booking/bookings/booking.js';
import { MINUTE_MS } from '../../platform/kernel/local-time.js';
import type { Payment } from '../payments/payment.js';
import { isDisputed, lostCents, refundedCents } from '../payments/payment-sums.js';
import type { ConnectedAccount } from './payout-account.js';
import { type Payout, paidOutCents } from './payout.js';

/** What a payout must know of its booking. */
export type PayableBooking = Pick<
  Booking,
  'status' | 'payBy' | 'endTime' | 'totalCents' | 'payoutCents'
> &
  Readonly<{
    terms: Pick<Booking['terms'], 'payoutDelayMinutes'>;
    cancellation: Pick<NonNullable<Booking['cancellation']>, 'hostCents'> | null;
  }>;

/** What is due for a payout: a call to Stripe, or what it waits for. Amounts are cents; `before` counts reversals. */
export type NextPayout =
  | Readonly<{ type: 'transfer'; amountCents: number; accountId: string; chargeId: string }>
  | Readonly<{ type: 'reverse'; amountCents: number; transferId: string; before: number }>
  | Readonly<{ type: 'wait'; for: PayoutWait }>;

/** From when on the host of a booking is paid (domain rules, "Payout"), whether it was played or cancelled late. */
export const payoutDueAt = ({
  endTime,
  terms,
}: Pick<PayableBooking, 'endTime' | 'terms'>): string =>
  new Date(Date.parse(endTime) + terms.payoutDelayMinutes * MINUTE_MS).toISOString();

/**
 * What the host of a booking is to have in the end, in cents: the pay of an hour that was played, or the part of a late
 * cancellation, less what they bear of refunds by hand, and never more than what is left of the charge after refunds that the
 * platform does not bear, and after what banks took back.
 */
export const hostShare = (booking: PayableBooking, payment: Payment | null): number =>
  booking.status === 'completed' || booking.status === 'cancelled'
    ? expectedHostShare(booking, payment)
    : 0;

/** The same of a booking that is still to be played, as it would be if it were. */
export const expectedHostShare = (
  { status, totalCents, payoutCents, cancellation }: PayableBooking,
  payment: Payment | null,
): number => {
  if (payment?.status !== 'captured') return 0;
  const agreedCents = status === 'cancelled' ? (cancellation?.hostCents ?? 0) : payoutCents;
  const { hostCents, platformCents } = payment.byHand;
  const hostRefunds = Math.max(0, refundedCents(payment) - platformCents);
  return Math.max(
    0,
    Math.min(agreedCents - hostCents, totalCents - hostRefunds - lostCents(payment)),
  );
};

/**
 * The one next step that brings a host to what a booking owes them; null where they have it. It follows from what was noted
 * alone, so it does not matter what led here, how often, or what was cut off before. There is one transfer for a booking: what
 * would be owed once more after it was taken back is for a person to look at.
 */
export const nextPayout = (
  booking: PayableBooking,
  payment: Payment | null,
  payout: Payout,
  account: ConnectedAccount | null,
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
  if (owedCents > 0 && account?.transfers !== 'active') return { type: 'wait', for: 'account' };
  if (refusal && currentInstant < refusal.tryAgainAt) return { type: 'wait', for: 'refused' };
  if (owedCents > 0)
    return {
      type: 'transfer',
      amountCents: owedCents,
      accountId: account!.accountId,
      chargeId: payment.chargeId,
    };
  const reversalCount = Object.keys(reversals).length;
  return {
    type: 'reverse',
    amountCents: -owedCents,
    transferId: transfer!.transferId,
    before: reversalCount,
  };
};
