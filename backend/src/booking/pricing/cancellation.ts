import type { CancelRule, CancellationQuote } from '@courtly/contracts/bookings';
import type { BookingTerms } from '@courtly/contracts/policy';
import { toMoney } from '@courtly/contracts/wire';
import { MINUTE_MS } from '../../platform/kernel/local-time.js';
import { shareOfCents } from './price.js';
import { taxWithin } from './tax.js';

/** The fields that decide a settlement. Amounts are cents. */
export type BookingToSettle = Readonly<{
  status: 'pending' | 'confirmed' | 'completed' | 'cancelled';
  startTime: string;
  approvedAt: string | null;
  totalCents: number;
  taxCents: number;
  payoutCents: number;
  terms: BookingTerms;
}>;

/** `host` includes closures, admins, and requests that the host let expire. */
export type CancelSide = 'player' | 'host' | 'card';

/**
 * Cents. The four amounts add up to the total. `taxCents` is the tax within what the booking keeps;
 * the rest of the tax is part of the refund.
 */
export type Settlement = Readonly<{
  rule: CancelRule;
  refundCents: number;
  hostCents: number;
  platformCents: number;
  taxCents: number;
}>;

/**
 * The last instant of free cancellation, without grace. Elapsed time, so clock changes do not
 * matter.
 */
export const freeCancelUntil = ({
  startTime,
  terms,
}: Pick<BookingToSettle, 'startTime'> &
  Readonly<{ terms: Pick<BookingTerms, 'freeCancelMinutes'> }>): string =>
  new Date(Date.parse(startTime) - terms.freeCancelMinutes * MINUTE_MS).toISOString();

/**
 * When a confirmed booking is charged (UTC): as soon as free cancellation ends, so that a free
 * cancellation costs no fee, or at approval if the agreed margin would not be left before the start
 * and before the authorization ends at `captureBefore`.
 */
export const chargeDueAt = (
  {
    startTime,
    approvedAt,
    terms,
  }: Pick<BookingToSettle, 'startTime'> &
    Readonly<{
      approvedAt: string;
      terms: Pick<BookingTerms, 'freeCancelMinutes' | 'graceMinutes' | 'lateChargeMarginMinutes'>;
    }>,
  captureBefore: string | null,
): string => {
  const { graceMinutes, lateChargeMarginMinutes } = terms;
  if (lateChargeMarginMinutes === null || captureBefore === null) return approvedAt;
  const freeUntil = freeCancelUntil({ startTime, terms });
  if (approvedAt >= freeUntil) return approvedAt;
  const graceUntil = Date.parse(approvedAt) + graceMinutes * MINUTE_MS;
  const lastFreeMs = Math.max(Date.parse(freeUntil), graceUntil);
  const latestMs =
    Math.min(Date.parse(startTime), Date.parse(captureBefore)) -
    lateChargeMarginMinutes * MINUTE_MS;
  return lastFreeMs <= latestMs ? new Date(lastFreeMs).toISOString() : approvedAt;
};

const cancelRuleFor = (
  booking: BookingToSettle,
  cancelSide: CancelSide,
  cancelledAt: string,
): Settlement['rule'] => {
  if (cancelSide === 'card') return 'not_paid';
  if (cancelSide === 'host') return 'by_host';
  if (booking.status === 'pending') return 'pending';
  if (cancelledAt <= freeCancelUntil(booking)) return 'free';
  if (cancelledAt >= booking.startTime) return 'started';
  const confirmedEarly =
    booking.approvedAt !== null && booking.approvedAt < freeCancelUntil(booking);
  const isInGrace =
    Date.parse(cancelledAt) - Date.parse(booking.approvedAt ?? cancelledAt) <=
    booking.terms.graceMinutes * MINUTE_MS;
  return confirmedEarly && isInGrace ? 'grace' : 'late';
};

/** Splits the total under the terms agreed at booking (domain rules, "Cancel table"). */
export const settleBooking = (
  booking: BookingToSettle,
  cancelSide: CancelSide,
  cancelledAt: string,
): Settlement => {
  const cancelRule = cancelRuleFor(booking, cancelSide, cancelledAt);
  const { totalCents, payoutCents, terms } = booking;
  const lateRefund = shareOfCents(totalCents, terms.lateRefundShare);
  const [refundCents, hostCents] =
    cancelRule === 'late'
      ? [
          lateRefund,
          Math.min(
            shareOfCents(payoutCents, 10_000 - terms.lateRefundShare),
            totalCents - lateRefund,
          ),
        ]
      : cancelRule === 'started'
        ? [0, payoutCents]
        : [totalCents, 0];
  const taxCents = taxWithin(totalCents - refundCents, booking);
  return {
    rule: cancelRule,
    refundCents,
    hostCents,
    platformCents: totalCents - refundCents - hostCents - taxCents,
    taxCents,
  };
};

export const cancellationQuote = (
  booking: BookingToSettle,
  cancelSide: CancelSide,
  cancelledAt: string,
): CancellationQuote => {
  const { rule, refundCents, hostCents, platformCents, taxCents } = settleBooking(
    booking,
    cancelSide,
    cancelledAt,
  );
  return {
    rule,
    refundAmount: toMoney(refundCents),
    hostAmount: toMoney(hostCents),
    platformAmount: toMoney(platformCents),
    taxAmount: toMoney(taxCents),
    totalAmount: toMoney(booking.totalCents),
    freeCancelUntil: freeCancelUntil(booking),
  };
};
