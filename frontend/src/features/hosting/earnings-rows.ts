import type { Booking } from '@courtly/contracts/bookings';
import { past } from '../../lib/bookings';
import { sum } from '../../lib/earnings';
import { type Month, monthOf } from './months';

/** Where the money of a booking goes, in amounts of the wire: rate and fee make the total, share and payout too. */
export const splitOf = ({ totalAmount, serviceFee, payoutAmount }: Booking) => ({
  rate: sum([totalAmount, `-${serviceFee}`]),
  fee: serviceFee,
  total: totalAmount,
  share: sum([totalAmount, `-${payoutAmount}`]),
  payout: payoutAmount,
});

type EarningsOfMonth<B> = { month: Month; total: string; bookings: B[] };

/** The completed bookings by the month of their court, the latest first, each month with what it pays. */
export const earningsByMonth = <B extends Booking>(bookings: readonly B[]): EarningsOfMonth<B>[] => {
  const completed = past(bookings);
  return [...new Set(completed.map(monthOf))]
    .sort()
    .reverse()
    .map((month) => {
      const ofMonth = completed.filter((booking) => monthOf(booking) === month);
      return { month, total: sum(ofMonth.map(({ payoutAmount }) => payoutAmount)), bookings: ofMonth };
    });
};
