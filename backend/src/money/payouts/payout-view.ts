import type { BookingPayout, CourtEarnings } from '@courtly/contracts/payouts';
import { toMoney } from '@courtly/contracts/wire';
import { dueAt, nextPayout } from './next-payout.js';
import type { Account } from './payout-account.js';
import type { PayoutOfBooking } from './payouts.projection.js';

/** What a host is paid for a booking, as the host sees it at an instant. */
export const payoutView = (
  document: PayoutOfBooking,
  account: Account | null,
  at: string,
): BookingPayout => {
  const { bookingId, courtId, startTime, endTime, zone, shareCents, paidCents, payment, payout } =
    document;
  const next = nextPayout(document, payment, payout, account, at);
  return {
    bookingId,
    courtId,
    startTime,
    endTime,
    zone,
    amount: toMoney(shareCents),
    paid: toMoney(paidCents),
    paidAt: payout.transfer?.transferredAt ?? null,
    dueAt: dueAt(document),
    waitsFor: next?.type === 'wait' ? next.for : null,
  };
};

/** Sums of one court in one month, in cents. */
export type CourtMonth = Readonly<{
  _id: Readonly<{ month: string; courtId: string }>;
  bookings: number;
  earnedCents: number;
  paidCents: number;
  dueCents: number;
  frozenCents: number;
}>;

/** @param court the court's name */
export const courtEarningsView = (sums: CourtMonth, court: string): CourtEarnings => ({
  ...sums._id,
  court,
  bookings: sums.bookings,
  earned: toMoney(sums.earnedCents),
  paid: toMoney(sums.paidCents),
  due: toMoney(sums.dueCents),
  frozen: toMoney(sums.frozenCents),
});

/** The pipeline that sums the payouts of a host by month and court, from a month on, the latest month first. */
export const sumsByCourt = (hostId: string, from: string) => [
  { $match: { hostId, month: { $gte: from }, shareCents: { $gt: 0 } } },
  {
    $group: {
      _id: { month: '$month', courtId: '$courtId' },
      bookings: { $sum: 1 },
      earnedCents: { $sum: '$shareCents' },
      paidCents: { $sum: '$paidCents' },
      dueCents: { $sum: '$dueCents' },
      frozenCents: { $sum: '$frozenCents' },
    },
  },
  { $sort: { '_id.month': -1, '_id.courtId': 1 } },
];
