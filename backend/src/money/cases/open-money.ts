import type { MoneyCase } from '@courtly/contracts/money-desk';
import type { Booking } from '../../booking/bookings/booking.js';
import { refundableCents } from '../../people/membership/admin-changes.js';
import type { Membership } from '../../people/membership/membership.js';
import { reversedCents } from '../../people/membership/membership-payments.js';
import type { Payment } from '../payments/payment.js';
import { leftOfWrongCharge } from '../payments/wrong-charge.js';
import { holdsWrongAmount } from '../payments/payment-sums.js';
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
  { section, problem }: Pick<MoneyCase, 'section' | 'problem'>,
  { booking, payment, payout }: CaseMoney,
): boolean => {
  switch (section) {
    case 'mismatches':
      return (
        problem === 'payment_mismatch' &&
        payment !== null &&
        (holdsWrongAmount(payment) || leftOfWrongCharge(payment) > 0)
      );
    case 'disputes':
      return true;
    case 'payments':
      return dueStep(booking, payment) !== null;
    case 'payouts':
      return owedCents(booking, payment, payout) !== 0;
  }
};

/**
 * Whether an admin can return a membership payment with a wrong amount together with its purchase,
 * can refund it, or has ordered either. Null if Courtly holds none of it.
 */
export const wrongPaymentOf = (
  membership: Membership,
  paidBy: string,
): MoneyCase['wrongPayment'] => {
  const { purchase, wrongPayments } = membership;
  if (purchase?.isMismatched && purchase.intentId === paidBy)
    return purchase.returnOrderId === null ? 'returnable' : 'ordered';
  const charge = wrongPayments.find((payment) => payment.paidBy === paidBy);
  if (!charge || reversedCents(charge) >= charge.amountCents) return null;
  return refundableCents(membership, charge) > 0 ? 'refundable' : 'ordered';
};
