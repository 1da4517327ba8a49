import type { CancelRule, CancellationQuote } from '@courtly/contracts/bookings';
import type { BookingTerms } from '@courtly/contracts/policy';
import { toMoney } from '@courtly/contracts/wire';
import { MINUTE_MS } from '../../platform/kernel/local-time.js';
import { shareOf } from './price.js';

/** What a booking must tell of itself to be settled: its hour, its amounts in cents, the terms agreed, and how far it came. */
export type Settled = Readonly<{
  status: 'pending' | 'confirmed' | 'completed' | 'cancelled';
  startTime: string;
  approvedAt: string | null;
  totalCents: number;
  payoutCents: number;
  terms: BookingTerms;
}>;

/** Who ends the booking: its player, the other side (host, closure, operator, a deadline that the host let pass), or the card. */
export type CancelSide = 'player' | 'host' | 'card';

/** Where the total goes, in cents: the three amounts add up to it. */
export type Settlement = Readonly<{
  rule: CancelRule;
  refundCents: number;
  hostCents: number;
  platformCents: number;
}>;

/** The last instant at which the player cancels free of charge, grace apart. Elapsed time: clock changes do not matter. */
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

/** What a cancellation at this instant means under the terms agreed at booking (domain rules, "Cancel table"). */
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

/** What a cancellation by this side at this instant would mean, as the contract shows it. */
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
