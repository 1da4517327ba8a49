import type { Booking } from '@courtly/contracts/bookings';
import { addMoney } from '../../lib/money';

/** Where the money of a booking goes, in amounts of the wire: rate and fee make the total, share and payout too. */
export const splitOf = ({ totalAmount, serviceFee, payoutAmount }: Booking) => ({
  rate: addMoney([totalAmount, `-${serviceFee}`]),
  fee: serviceFee,
  total: totalAmount,
  share: addMoney([totalAmount, `-${payoutAmount}`]),
  payout: payoutAmount,
});
