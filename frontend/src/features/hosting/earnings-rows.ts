import type { Booking } from '@courtly/contracts/bookings';
import { addMoney } from '../../lib/money';

/**
 * Splits a booking into decimal dollar amounts: share + tax + payout = total. An included tax is
 * part of rate + fee; otherwise, rate + fee + tax = total.
 */
export const splitAmounts = ({
  hourlyRate,
  serviceFee,
  tax,
  totalAmount,
  payoutAmount,
}: Booking) => {
  const taxAmount = tax?.amount ?? '0.00';
  return {
    rate: hourlyRate,
    fee: serviceFee,
    tax: taxAmount,
    total: totalAmount,
    share: addMoney([totalAmount, `-${taxAmount}`, `-${payoutAmount}`]),
    payout: payoutAmount,
  };
};
