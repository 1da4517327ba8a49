import type { Booking } from '@courtly/contracts/bookings';
import { addMoney } from '../../lib/money';

/** Splits a booking into decimal dollar amounts: rate + fee = total, share + payout = total. */
export const splitAmounts = ({ totalAmount, serviceFee, payoutAmount }: Booking) => ({
  rate: addMoney([totalAmount, `-${serviceFee}`]),
  fee: serviceFee,
  total: totalAmount,
  share: addMoney([totalAmount, `-${payoutAmount}`]),
  payout: payoutAmount,
});
