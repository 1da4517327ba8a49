import type { PayoutWait } from '@courtly/contracts/payouts';
import type { ReversalCause } from '@courtly/contracts/reversal-causes';
import type { Booking } from '../../booking/bookings/booking.js';
import { MINUTE_MS } from '../../platform/kernel/local-time.js';
import type { Payment } from '../payments/payment.js';
import { holdsWrongAmount } from '../payments/payment-sums.js';
import { isDisputed, lostCents, withLostDisputes } from '../payments/disputes.js';
import { fundedShare } from '../payments/funded-share.js';
import { type StripeAccount, canBePaid } from './payout-account.js';
import { type Payout, leftOfTransfer, paidOutCents, refusalOf, takenBackCents } from './payout.js';
import { adjustedCents } from './payout-orders.js';

export type PayableBooking = Pick<
  Booking,
  'status' | 'payBy' | 'endTime' | 'totalCents' | 'taxCents' | 'payoutCents'
> &
  Readonly<{
    terms: Pick<Booking['terms'], 'payoutDelayMinutes'>;
    cancellation: Pick<NonNullable<Booking['cancellation']>, 'refundCents' | 'hostCents'> | null;
  }>;

/**
 * A call to Stripe, an offset, a debt to record, or the reason why the payout waits. Amounts are
 * cents.
 */
export type NextPayout =
  | Readonly<{
      type: 'transfer';
      amountCents: number;
      accountId: string;
      /** The charge that funds the transfer; null if Courtly's balance funds it. */
      chargeId: string | null;
      /** The number of earlier transfers. */
      transferCount: number;
    }>
  | Readonly<{ type: 'reverse'; amountCents: number; transferId: string; reversalCount: number }>
  | Readonly<{ type: 'offset'; amountCents: number; debtBookingId: string; offsetCount: number }>
  | Readonly<{ type: 'recordDebt'; amountCents: number }>
  | Readonly<{ type: 'wait'; for: PayoutWait }>;

/** When the payout of a played or late-canceled booking becomes due (domain rules, "Payout"). */
export const payoutDueAt = ({
  endTime,
  terms,
}: Pick<PayableBooking, 'endTime' | 'terms'>): string =>
  new Date(Date.parse(endTime) + terms.payoutDelayMinutes * MINUTE_MS).toISOString();

/** The agreed payout or late fee, in cents. */
export const agreedHostCents = ({
  status,
  payoutCents,
  cancellation,
}: Pick<PayableBooking, 'status' | 'payoutCents' | 'cancellation'>): number =>
  status === 'cancelled' ? (cancellation?.hostCents ?? 0) : payoutCents;

/** The host's final share, in cents. Zero until the booking has ended. */
export const hostShare = (booking: PayableBooking, payment: Payment | null): number =>
  booking.status === 'completed' || booking.status === 'cancelled'
    ? expectedHostShare(booking, payment)
    : 0;

/**
 * The host's share as if the booking had been played, even before it has ended, and as if they bore
 * `refundCents` of the manual refunds.
 */
export const expectedHostShare = (
  booking: PayableBooking,
  payment: Payment | null,
  refundCents = payment?.byHand.hostCents ?? 0,
): number => {
  const { totalCents, taxCents, cancellation } = booking;
  const cancelledCents = cancellation?.refundCents ?? 0;
  const agreedCents = agreedHostCents(booking);
  return fundedShare({ totalCents, taxCents, cancelledCents, agreedCents }, payment, refundCents);
};

/**
 * The host's share in cents, including adjustments by admins. It stays between zero and the price,
 * even if the share changes after an adjustment, for example because a dispute is won.
 */
export const adjustedShare = (
  shareCents: number,
  { totalCents }: Pick<PayableBooking, 'totalCents'>,
  payout: Payout,
): number => Math.min(totalCents, Math.max(0, shareCents + adjustedCents(payout)));

/**
 * The host's share of a booking, what they have received, and what they have returned, in cents.
 */
export type HostPosition = Readonly<{
  shareCents: number;
  paidCents: number;
  takenBackCents: number;
}>;

export const hostPosition = (
  booking: PayableBooking,
  payment: Payment | null,
  payout: Payout,
): HostPosition => ({
  shareCents: adjustedShare(expectedHostShare(booking, payment), booking, payout),
  paidCents: paidOutCents(payout),
  takenBackCents: takenBackCents(payout),
});

/**
 * The amount that the host is owed, in cents; negative if they have to return it. It depends only
 * on recorded amounts, so repeating or interrupting the process is harmless.
 */
export const owedCents = (
  booking: PayableBooking,
  payment: Payment | null,
  payout: Payout,
): number =>
  booking.payBy === null || !payment || holdsWrongAmount(payment)
    ? 0
    : adjustedShare(hostShare(booking, payment), booking, payout) - paidOutCents(payout);

/**
 * Why a reversal is due or was made, if the payout has these amounts before it. Earlier reversals
 * may have taken back what an adjustment or a dispute cost.
 */
export const reversalCause = (
  booking: PayableBooking,
  payment: Payment | null,
  payout: Payout,
): ReversalCause => {
  if (!payment || owedCents(booking, payment, payout) >= 0) return 'stripe';
  const deductionCents = Math.max(0, -payout.unmovedAdjustmentCents);
  if (owedCents(booking, payment, payout) + deductionCents >= 0) return 'adjustment';
  if (lostCents(payment) === 0) return 'refund';
  const paidCents = paidOutCents(payout);
  const adjusted = (shareCents: number) => adjustedShare(shareCents, booking, payout);
  const withoutDispute = adjusted(expectedHostShare(booking, { ...payment, disputes: {} }));
  const withoutRefunds = adjusted(expectedHostShare(booking, payment, 0));
  return paidCents === withoutDispute || paidCents > withoutRefunds ? 'dispute' : 'refund';
};

/**
 * When an owed amount can move, or be recorded as a debt (UTC). Null while a dispute freezes it, or
 * if only offsets can repay it.
 */
export const movableFrom = (
  booking: PayableBooking,
  payment: Payment | null,
  payout: Payout,
): string | null => {
  const owed = owedCents(booking, payment, payout);
  if (isDebtOutdated(payout, -owed)) return payoutDueAt(booking);
  if (owed === 0 || (owed > 0 ? isDisputed(payment!) : nextReversal(payout, -owed).type === 'wait'))
    return null;
  return refusalOf(payout, owed > 0 ? 'transfer' : 'reverse')?.tryAgainAt ?? payoutDueAt(booking);
};

/** A host's debt for another booking that Stripe could not take back, in cents. */
export type Debt = Readonly<{ bookingId: string; amountCents: number }>;

/**
 * What a payout depends on in addition to its booking: the host, their debts, holds by admins,
 * whether the policy pays only approved hosts and this one is not, and the time (UTC).
 */
export type PayoutSituation = Readonly<{
  connectedAccount: Pick<StripeAccount, 'accountId' | 'transfers' | 'payoutsEnabled'> | null;
  isHeld: boolean;
  lacksApproval: boolean;
  debts: readonly Debt[];
  at: string;
}>;

/** The next payout step of a booking; null if nothing is owed. A hold never stops a reversal. */
export const nextPayout = (
  booking: PayableBooking,
  payment: Payment | null,
  payout: Payout,
  { connectedAccount, isHeld, lacksApproval, debts, at }: PayoutSituation,
): NextPayout | null => {
  const owed = owedCents(booking, payment, payout);
  if (payment && isDebtOutdated(payout, -owed))
    return { type: 'recordDebt', amountCents: Math.max(0, -owed) };
  if (owed === 0 || !payment) return null;
  const refusal = refusalOf(payout, owed > 0 ? 'transfer' : 'reverse');
  const isRefused = refusal !== null && at < refusal.tryAgainAt;
  if (owed < 0) return isRefused ? { type: 'wait', for: 'refused' } : nextReversal(payout, -owed);
  if (isDisputed(payment)) return { type: 'wait', for: 'disputed' };
  if (at < payoutDueAt(booking)) return { type: 'wait', for: 'not_due' };
  if (isHeld) return { type: 'wait', for: 'held' };
  if (lacksApproval) return { type: 'wait', for: 'approval' };
  const [debt] = debts;
  if (debt)
    return {
      type: 'offset',
      amountCents: Math.min(owed, debt.amountCents),
      debtBookingId: debt.bookingId,
      offsetCount: payout.offsets.length,
    };
  if (!connectedAccount || !canBePaid(connectedAccount)) return { type: 'wait', for: 'account' };
  if (isRefused) return { type: 'wait', for: 'refused' };
  return {
    type: 'transfer',
    amountCents: owed,
    accountId: connectedAccount.accountId,
    chargeId: isFundedByCharge(payment, owed) ? payment.chargeId : null,
    transferCount: Object.keys(payout.transfers).length,
  };
};

/**
 * A transfer from a charge is limited to the amount of the charge, which an adjustment may exceed.
 */
export const isFundedByCharge = (
  { settledOtherwise, capturedCents }: Payment,
  owed: number,
): boolean => settledOtherwise.paidChargeCents === 0 && owed <= capturedCents;

const newestReversible = ({ transfers }: Payout) =>
  Object.entries(transfers).findLast(([, transfer]) => leftOfTransfer(transfer) > 0);

/**
 * The amount that the host must return but that Stripe cannot take back, in cents: Stripe refused,
 * or the share was used in an offset. Later payouts of the host repay it.
 */
export const debtCents = (
  booking: PayableBooking,
  payment: Payment | null,
  payout: Payout,
): number =>
  refusalOf(payout, 'reverse') !== null || !newestReversible(payout)
    ? Math.max(0, -owedCents(booking, payment, payout))
    : 0;

/**
 * The cents that the host would have to return if banks decided all open disputes for the player.
 */
export const disputedPayoutCents = (
  booking: PayableBooking,
  payment: Payment | null,
  payout: Payout,
): number =>
  payment && isDisputed(payment)
    ? Math.max(0, 0 - owedCents(booking, withLostDisputes(payment), payout))
    : 0;

/** Whether a recorded debt became smaller without a repayment, such as when a dispute is won. */
const isDebtOutdated = ({ recordedDebtCents }: Payout, excessCents: number): boolean =>
  recordedDebtCents > Math.max(0, excessCents);

/** Reverses the newest transfer that is not fully reversed, or records a debt if there is none. */
const nextReversal = (payout: Payout, excessCents: number): NextPayout => {
  const reversible = newestReversible(payout);
  if (!reversible)
    return payout.recordedDebtCents < excessCents
      ? { type: 'recordDebt', amountCents: excessCents }
      : { type: 'wait', for: 'debt' };
  const [transferId, transfer] = reversible;
  return {
    type: 'reverse',
    amountCents: Math.min(excessCents, leftOfTransfer(transfer)),
    transferId,
    reversalCount: Object.keys(transfer.reversals).length,
  };
};
