import type { MoneySection } from '@courtly/contracts/money-desk';
import type { Booking } from '../../booking/bookings/booking.js';
import type { Payment } from '../payments/payment.js';
import { owedCents } from '../payouts/next-payout.js';
import type { Payout } from '../payouts/payout.js';
import { dueStep } from '../settlement/next-step.js';

/** The booking of a case, with its payment and payout. */
export type CaseMoney = Readonly<{
  booking: Booking;
  payment: Payment | null;
  payout: Payout;
}>;

/**
 * Whether the money of a case still has to move. After a cancellation or a lost dispute, a refused
 * step may no longer be due. Disputes end with the bank's decision.
 */
export const isMoneyOpen = (
  section: MoneySection,
  { booking, payment, payout }: CaseMoney,
): boolean => {
  switch (section) {
    case 'mismatches':
      return false;
    case 'disputes':
      return true;
    case 'payments':
      return dueStep(booking, payment) !== null;
    case 'payouts':
      return owedCents(booking, payment, payout) !== 0;
  }
};
