import type { BookingPayout, CourtEarnings } from '@courtly/contracts/payouts';
import { toMoney } from '@courtly/contracts/wire';
import { payoutDueAt, nextPayout } from './next-payout.js';
import type { ConnectedAccount } from './payout-account.js';
import { lastTransfer } from './payout.js';
import type { PayoutDocument } from './payouts.projection.js';

export const payoutView = (
  document: PayoutDocument,
  connectedAccount: ConnectedAccount | null,
  currentInstant: string,
): BookingPayout => {
  const { bookingId, courtId, startTime, endTime, zone, shareCents, paidCents, payment, payout } =
    document;
  const nextStep = nextPayout(document, payment, payout, connectedAccount, currentInstant);
  return {
    bookingId,
    courtId,
    startTime,
    endTime,
    zone,
    amount: toMoney(shareCents),
    paid: toMoney(paidCents),
    paidAt: lastTransfer(payout)?.transferredAt ?? null,
    dueAt: payoutDueAt(document),
    waitsFor: nextStep?.type === 'wait' ? nextStep.for : null,
  };
};

/** Amounts are cents. */
export type MonthlyCourtSums = Readonly<{
  _id: Readonly<{ month: string; courtId: string }>;
  bookings: number;
  earnedCents: number;
  paidCents: number;
  dueCents: number;
  frozenCents: number;
}>;

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

/** Sums a host's payouts by month and court, latest month first. */
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
