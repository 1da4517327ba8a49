import type { CancelRule, CancellationQuote } from '@courtly/contracts/bookings';
import type { BookingTerms } from '@courtly/contracts/policy';
import { toMoney } from '@courtly/contracts/wire';
import { MINUTE_MS } from '../../platform/kernel/local-time.js';
import { shareOfCents } from '@courtly/contracts/shares';
import { taxWithin } from './tax.js';

/** The booking fields that determine a settlement. Amounts are cents. */
export type BookingToSettle = Readonly<{
  status: 'pending' | 'confirmed' | 'completed' | 'cancelled';
  startTime: string;
  approvedAt: string | null;
  totalCents: number;
  taxCents: number;
  payoutCents: number;
  terms: BookingTerms;
}>;

/**
 * `host` includes cancellations by closures and by admins, and requests to which the host did not
 * respond.
 */
export type CancelSide = 'player' | 'host' | 'card';

/**
 * All amounts are cents, and the four of them add up to the total. `taxCents` is the tax on what
 * the booking keeps; the rest of the tax is part of the refund.
 */
export type Settlement = Readonly<{
  rule: CancelRule;
  refundCents: number;
  hostCents: number;
  platformCents: number;
  taxCents: number;
}>;

/**
 * The last instant of free cancellation, without the grace period. It is based on elapsed time, so
 * clock changes do not matter.
 */
export const freeCancelUntil = ({
  startTime,
  terms,
}: Pick<BookingToSettle, 'startTime'> &
  Readonly<{ terms: Pick<BookingTerms, 'freeCancelMinutes'> }>): string =>
  new Date(Date.parse(startTime) - terms.freeCancelMinutes * MINUTE_MS).toISOString();

/**
 * The last instant at which the player of a confirmed booking can cancel for free (UTC), with the
 * grace period; null if it was confirmed too late for that.
 */
export const lastFreeCancellation = ({
  startTime,
  approvedAt,
  terms,
}: Pick<BookingToSettle, 'startTime'> &
  Readonly<{
    approvedAt: string;
    terms: Pick<BookingTerms, 'freeCancelMinutes' | 'graceMinutes'>;
  }>): string | null => {
  const freeUntil = freeCancelUntil({ startTime, terms });
  if (approvedAt >= freeUntil) return null;
  const graceMs = Date.parse(approvedAt) + terms.graceMinutes * MINUTE_MS;
  const lastMs = Math.max(Date.parse(freeUntil), Math.min(graceMs, Date.parse(startTime)));
  return new Date(lastMs).toISOString();
};

/**
 * When a confirmed booking is charged (UTC): when free cancellation ends, because canceling before
 * then is free, or at approval if too little time would remain after that.
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

/** Divides the total under the terms agreed at booking (domain rules, "Cancel table"). */
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
