import type { CancelRule, CancellationQuote } from '@courtly/contracts/bookings';
import type { BookingTerms } from '@courtly/contracts/policy';
import { toMoney } from '@courtly/contracts/wire';
import { MINUTE_MS } from '../../platform/kernel/local-time.js';
import { shareOf } from './price.js';

/** The fields that decide a settlement. Amounts are cents. */
export type Settled = Readonly<{
  status: 'pending' | 'confirmed' | 'completed' | 'cancelled';
  startTime: string;
  approvedAt: string | null;
  totalCents: number;
  payoutCents: number;
  terms: BookingTerms;
}>;

/** `host` includes closures, admins, and requests that the host let expire. */
export type CancelSide = 'player' | 'host' | 'card';

/** Cents. The three amounts add up to the total. */
export type Settlement = Readonly<{
  rule: CancelRule;
  refundCents: number;
  hostCents: number;
  platformCents: number;
}>;

/**
 * The last instant of free cancellation, without grace. Elapsed time, so clock changes do not
 * matter.
 */
export const freeCancelUntil = ({
  startTime,
  terms,
}: Pick<Settled, 'startTime' | 'terms'>): string =>
  new Date(Date.parse(startTime) - terms.freeCancelMinutes * MINUTE_MS).toISOString();

const ruleFor = (booking: Settled, side: CancelSide, at: string): Settlement['rule'] => {
  if (side === 'card') return 'not_paid';
  if (side === 'host') return 'by_host';
  if (booking.status === 'pending') return 'pending';
  if (at <= freeCancelUntil(booking)) return 'free';
  if (at >= booking.startTime) return 'started';
  const confirmedEarly =
    booking.approvedAt !== null && booking.approvedAt < freeCancelUntil(booking);
  const inGrace =
    Date.parse(at) - Date.parse(booking.approvedAt ?? at) <= booking.terms.graceMinutes * MINUTE_MS;
  return confirmedEarly && inGrace ? 'grace' : 'late';
};

/** Splits the total under the terms agreed at booking (domain rules, "Cancel table"). */
export const settle = (booking: Settled, side: CancelSide, at: string): Settlement => {
  const rule = ruleFor(booking, side, at);
  const { totalCents, payoutCents, terms } = booking;
  const late = shareOf(totalCents, terms.lateRefundShare);
  const [refundCents, hostCents] =
    rule === 'late'
      ? [late, Math.min(shareOf(payoutCents, 10_000 - terms.lateRefundShare), totalCents - late)]
      : rule === 'started'
        ? [0, payoutCents]
        : [totalCents, 0];
  return { rule, refundCents, hostCents, platformCents: totalCents - refundCents - hostCents };
};

export const cancellationQuote = (
  booking: Settled,
  side: CancelSide,
  at: string,
): CancellationQuote => {
  const { rule, refundCents, hostCents, platformCents } = settle(booking, side, at);
  return {
    rule,
    refundAmount: toMoney(refundCents),
    hostAmount: toMoney(hostCents),
    platformAmount: toMoney(platformCents),
    totalAmount: toMoney(booking.totalCents),
    freeCancelUntil: freeCancelUntil(booking),
  };
};
