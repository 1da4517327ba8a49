import type { BookingPayout, CourtEarnings } from '@courtly/contracts/payouts';
import { toMoney } from '@courtly/contracts/wire';
import { payoutDueAt, nextPayout } from './next-payout.js';
import type { ConnectedAccount } from './payout-account.js';
import type { PayoutDocument } from './payouts.projection.js';

/** What a host is paid for a booking, as the host sees it at an instant. */
export const payoutView = (
  document: PayoutDocument,
  account: ConnectedAccount | null,
  currentInstant: string,
): BookingPayout => {
  const { bookingId, courtId, startTime, endTime, zone, shareCents, paidCents, payment, payout } =
    document;
  const nextStep = nextPayout(document, payment, payout, account, currentInstant);
  return {
    bookingId,
    courtId,
    startTime,
    endTime,
    zone,
    amount: toMoney(shareCents),
    paid: toMoney(paidCents),
    paidAt: payout.transfer?.transferredAt ?? null,
    dueAt: payoutDueAt(document),
    waitsFor: nextStep?.type === 'wait' ? nextStep.for : null,
  };
};

/** Sums of one court in one month, in cents. */
export type MonthlyCourtSums = Readonly<{
  _id: Readonly<{ month: string; courtId: string }>;
  bookings: number;
  earnedCents: number;
  paidCents: number;
  dueCents: number;
  frozenCents: number;
}>;

/** @param courtName the court's name */
export const courtEarningsView = (
  courtSums: MonthlyCourtSums,
  courtName: string,
): CourtEarnings => ({
  ...courtSums._id,
  court: courtName,
  bookings: courtSums.bookings,
  earned: toMoney(courtSums.earnedCents),
  paid: toMoney(courtSums.paidCents),
  due: toMoney(courtSums.dueCents),
  frozen: toMoney(courtSums.frozenCents),
});

/** The pipeline that sums the payouts of a host by month and court, from a month on, the latest month first. */
export const courtSumsPipeline = (hostId: string, fromMonth: string) => [
  { $match: { hostId, month: { $gte: fromMonth }, shareCents: { $gt: 0 } } },
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
