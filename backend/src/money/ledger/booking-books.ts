import { US_DOLLARS } from '@courtly/contracts/amount';
import type { BookingTax } from '@courtly/contracts/policy';
import type { BookingEvent } from '../../booking/bookings/booking.events.js';
import { taxWithin } from '../../booking/pricing/tax.js';
import { disputedCents, lostCents } from '../payments/disputes.js';
import type { PaymentEvent } from '../payments/payment.events.js';
import { type Payment, payment } from '../payments/payment.js';
import type { WrongCharge } from '../payments/wrong-charge.js';
import { goodwillCents, keptCents, refundedCents, waivedCents } from '../payments/payment-sums.js';
import { adjustedShare, hostShare } from '../payouts/next-payout.js';
import type { PayoutEvent } from '../payouts/payout.events.js';
import {
  type Payout,
  offsetCents,
  paidOutCents,
  payout,
  transferredCents,
} from '../payouts/payout.js';
import { type Amounts, addAmounts, imbalanceOf } from './accounts.js';

/** The amounts recorded so far for a booking paid by card, in cents. */
export type BookingBooks = Readonly<{
  status: 'pending' | 'confirmed' | 'completed' | 'cancelled';
  payBy: string;
  endTime: string;
  totalCents: number;
  taxCents: number;
  payoutCents: number;
  terms: Readonly<{ payoutDelayMinutes: number; tax: BookingTax | null }>;
  cancellation: Readonly<{ refundCents: number; hostCents: number }> | null;
  payment: Payment | null;
  payout: Payout;
}>;

export type BookedEvent = BookingEvent | PaymentEvent | PayoutEvent;

const isPaymentEvent = (event: BookedEvent): event is PaymentEvent =>
  event.type.startsWith('Payment');
const isPayoutEvent = (event: BookedEvent): event is PayoutEvent => event.type.startsWith('Payout');

const afterPayment = (books: BookingBooks, event: PaymentEvent): BookingBooks => {
  const nextPayment = payment.evolve(books.payment, event);
  return {
    ...books,
    // The intent's secret is personal data and not needed here.
    payment: nextPayment && { ...nextPayment, clientSecret: '' },
  };
};

const afterPayout = (books: BookingBooks, event: PayoutEvent): BookingBooks => {
  const nextPayout = payout.evolve(books.payout, event);
  // Notes to the host are personal data and not needed here.
  const adjustments = nextPayout.adjustments.map((adjustment) => ({ ...adjustment, hostNote: '' }));
  return { ...books, payout: { ...nextPayout, adjustments } };
};

/** Null for bookings that are not paid by card. */
export const evolveBooks = (
  books: BookingBooks | null,
  event: BookedEvent,
): BookingBooks | null => {
  if (event.type === 'BookingRequested') {
    const { payBy, endTime, totalCents, taxCents, payoutCents, terms } = event.data;
    if (payBy === null) return null;
    return {
      status: 'pending',
      payBy,
      endTime,
      totalCents,
      taxCents,
      payoutCents,
      terms: { payoutDelayMinutes: terms.payoutDelayMinutes, tax: terms.tax },
      cancellation: null,
      payment: null,
      payout: payout.initial,
    };
  }
  if (!books) return null;
  if (isPayoutEvent(event)) return afterPayout(books, event);
  if (isPaymentEvent(event)) return afterPayment(books, event);
  switch (event.type) {
    case 'BookingApproved':
      return { ...books, status: 'confirmed' };
    case 'BookingCompleted':
      return { ...books, status: 'completed' };
    case 'BookingCancelled': {
      const { refundCents, hostCents } = event.data;
      return { ...books, status: 'cancelled', cancellation: { refundCents, hostCents } };
    }
    default:
      return books;
  }
};

const noPayment = {
  capturedCents: 0,
  feeCents: 0,
  refunds: {},
  disputes: {},
  byHand: { hostCents: 0, platformCents: 0 },
  refundOrders: {},
  settledOtherwise: { refundCents: 0, paidRefundCents: 0, chargeCents: 0, paidChargeCents: 0 },
} satisfies Partial<Payment>;

/** A balance that is an asset if it is positive and a liability if it is negative. */
const eitherSide = (
  balanceCents: number,
  asset: 'playersReceivable' | 'hostsReceivable',
  liability: 'refundsPayable' | 'hostsPayable',
): Amounts => ({
  [asset]: Math.max(0, balanceCents),
  [liability]: Math.min(0, balanceCents),
});

const disputeFeeCents = ({ disputes }: Pick<Payment, 'disputes'>): number =>
  Object.values(disputes).reduce(
    (subtotal, { feeCents, returnedFeeCents }) => subtotal + feeCents - returnedFeeCents,
    0,
  );

/**
 * The balances of a charge that differs from the price: all of it is owed to the player until it is
 * returned, and Courtly bears its fee. Empty for other currencies.
 */
const wrongChargeBalances = (charge: WrongCharge | null): Amounts => {
  if (charge?.currency !== US_DOLLARS) return {};
  const { amountCents, feeCents, refunds, disputes, settledCents, paidCents } = charge;
  const [withdrawnCents, lost] = [disputedCents({ disputes }), lostCents({ disputes })];
  const chargedCents = amountCents - refundedCents({ refunds });
  const stripeFees = feeCents + disputeFeeCents({ disputes });
  const owedCents = chargedCents - settledCents - lost;
  return addAmounts(
    {
      stripeCash: chargedCents - withdrawnCents - stripeFees,
      bank: 0 - paidCents,
      stripeFees,
      disputedFunds: withdrawnCents - lost,
      refundsPayable: 0 - Math.max(0, owedCents),
      refunds: paidCents - settledCents,
      disputes: Math.max(0, 0 - owedCents),
    },
    {},
  );
};

const hasEnded = ({ status }: BookingBooks): boolean =>
  status === 'completed' || status === 'cancelled';

/** The part of the price that an ended booking keeps, in cents. */
const keptOf = ({ totalCents, cancellation, payment }: BookingBooks): number =>
  keptCents(totalCents, cancellation?.refundCents ?? 0, payment ?? noPayment);

/** The tax of an ended booking and its taxable amount, in cents. */
export const taxOfBooks = (
  books: BookingBooks,
): Readonly<{ taxableCents: number; taxCents: number }> => {
  if (!hasEnded(books)) return { taxableCents: 0, taxCents: 0 };
  const agreedCents = books.totalCents - (books.cancellation?.refundCents ?? 0);
  const paidCents = keptOf(books) - waivedCents(agreedCents, books.payment ?? noPayment);
  const taxCents = taxWithin(paidCents, books);
  return { taxableCents: paidCents - taxCents, taxCents };
};

/** The balances of one booking and of a charge that differs from its price. They add up to zero. */
export const balancesOf = (books: BookingBooks): Amounts =>
  addAmounts(agreedBalances(books), wrongChargeBalances(books.payment?.wrongCharge ?? null));

/**
 * The balances of one booking, which add up to zero. Until it ends, charges are held. Then Courtly
 * bears refunds, waivers, and lost disputes that neither the player nor the host bears.
 */
const agreedBalances = (books: BookingBooks): Amounts => {
  const { totalCents, payoutCents, cancellation } = books;
  const { capturedCents, feeCents, refunds, disputes, byHand, settledOtherwise } =
    books.payment ?? noPayment;
  const [withdrawnCents, lost] = [disputedCents({ disputes }), lostCents({ disputes })];
  const chargedCents = capturedCents - refundedCents({ refunds });
  const paidCents = paidOutCents(books.payout);
  // Stripe keeps its fee if a free cancellation returns the whole charge.
  const canceledFees = cancellation?.refundCents === totalCents ? feeCents : 0;
  const stripeFees = feeCents - canceledFees + disputeFeeCents({ disputes });
  const bank = settledOtherwise.paidChargeCents - settledOtherwise.paidRefundCents;
  const moved: Amounts = {
    stripeCash:
      chargedCents - withdrawnCents - stripeFees - canceledFees - transferredCents(books.payout),
    // An offset uses what a host is owed for one booking to repay their debt for another.
    hostsReceivable: 0 - offsetCents(books.payout),
    bank,
    stripeFees,
    canceledFees,
    disputedFunds: withdrawnCents - lost,
  };
  if (!hasEnded(books))
    return addAmounts(
      { ...moved, heldPayments: lost - chargedCents - bank },
      eitherSide(paidCents, 'hostsReceivable', 'hostsPayable'),
    );

  const cancelledCents = cancellation?.refundCents ?? 0;
  const agreedHostCents = cancellation ? cancellation.hostCents : payoutCents;
  const agreedCents = totalCents - cancelledCents;
  const dueCents = keptOf(books);
  const { paidChargeCents, refundCents } = settledOtherwise;
  const unpaidCents = Math.max(0, agreedCents - capturedCents - paidChargeCents);
  const waived = waivedCents(agreedCents, { capturedCents, settledOtherwise });
  // After a waiver, the player no longer owes the charge, or is no longer owed the refund.
  const collectedCents = chargedCents + paidChargeCents + waived - refundCents;
  // Refunds beyond the amount due, such as those made in Stripe's dashboard.
  const excessCents = Math.min(
    dueCents,
    goodwillCents(totalCents, cancelledCents, books.payment ?? noPayment),
  );
  // In a lost dispute, the bank has already returned what was due to the player.
  const returnedByBank = Math.min(lost, Math.max(0, collectedCents - dueCents));
  const lossCents = lost - returnedByBank;
  // The host is still owed their part of an unpaid amount, unless an admin has waived it.
  const hostLimit = Math.max(0, agreedHostCents - byHand.hostCents);
  const fundedShare = hostShare(books, books.payment);
  const shareCents = fundedShare + Math.min(hostLimit - fundedShare, unpaidCents - waived);
  const borneByHost = hostLimit - shareCents;
  const owedShare = adjustedShare(shareCents, books, books.payout);
  const named = [
    {
      ...moved,
      taxPayable: 0 - taxOfBooks(books).taxCents,
      commission: agreedHostCents + taxWithin(agreedCents, books) - agreedCents,
    },
    { disputes: lossCents - Math.min(lossCents, borneByHost) },
    eitherSide(
      dueCents - collectedCents - excessCents + returnedByBank,
      'playersReceivable',
      'refundsPayable',
    ),
    { payoutAdjustments: owedShare - shareCents },
    eitherSide(paidCents - owedShare, 'hostsReceivable', 'hostsPayable'),
  ].reduce(addAmounts, {});
  return addAmounts(named, { refunds: 0 - imbalanceOf(named) });
};
