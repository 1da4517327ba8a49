import type { Booking } from '@courtly/contracts/bookings';
import { sum } from '../../lib/earnings';

/** Where the money of a booking goes, in amounts of the wire: rate and fee make the total, share and payout too. */
export const splitOf = ({ totalAmount, serviceFee, payoutAmount }: Booking) => ({
  rate: sum([totalAmount, `-${serviceFee}`]),
  fee: serviceFee,
  total: totalAmount,
  share: sum([totalAmount, `-${payoutAmount}`]),
  payout: payoutAmount,
});
