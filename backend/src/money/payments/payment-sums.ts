import { disputedCents } from './disputes.js';
import type { Payment, Refund } from './payment.js';

const refundSum = (
  { refunds }: Pick<Payment, 'refunds'>,
  isCounted: (refund: Refund) => boolean,
): number =>
  Object.values(refunds).reduce(
    (subtotal, refund) => subtotal + (!refund.failed && isCounted(refund) ? refund.amountCents : 0),
    0,
  );

/** Whether Courtly still has to release or refund a payment that differs from the price. */
export const holdsWrongAmount = ({
  isMismatched,
  status,
}: Pick<Payment, 'isMismatched' | 'status'>): boolean => isMismatched && status !== 'cancelled';

/** The amount refunded to the player, in cents. */
export const refundedCents = (payment: Pick<Payment, 'refunds'>): number =>
  refundSum(payment, () => true);

/** Courtly's refunds, even failed ones, for an order or, if there is none, for the cancellation. */
export const refundsFor = (refunds: readonly Refund[], orderId: string | null): Refund[] =>
  refunds.filter((refund) => refund.source === 'courtly' && refund.orderId === orderId);

/** The amount refunded in Stripe's dashboard, in cents. Hosts never bear it. */
export const dashboardCents = (payment: Pick<Payment, 'refunds'>): number =>
  refundSum(payment, ({ source }) => source === 'dashboard');

/**
 * The amount that stays charged after the cancellation and manual refunds, in cents. `totalCents`
 * is the price.
 */
export const keptCents = (
  totalCents: number,
  cancelledCents: number,
  { byHand }: Pick<Payment, 'byHand'>,
): number => Math.max(0, totalCents - cancelledCents - byHand.hostCents - byHand.platformCents);

type RefundablePayment = Pick<
  Payment,
  'capturedCents' | 'refunds' | 'disputes' | 'byHand' | 'refundOrders' | 'settledOtherwise'
>;

/** The amount that the player has paid by card or outside Stripe, before refunds, in cents. */
export const collectedCents = ({
  capturedCents,
  settledOtherwise,
}: Pick<Payment, 'capturedCents' | 'settledOtherwise'>): number =>
  capturedCents + settledOtherwise.paidChargeCents;

/** Neither charged nor settled otherwise: the charge is due, or an admin has to waive the debt. */
export const isChargeOpen = ({
  capturedCents,
  settledOtherwise,
}: Pick<Payment, 'capturedCents' | 'settledOtherwise'>): boolean =>
  capturedCents === 0 && settledOtherwise.chargeCents === 0;

/**
 * The part of the price after cancellation that an admin has waived, in cents. It is neither paid
 * nor owed.
 */
export const waivedCents = (
  agreedCents: number,
  payment: Pick<Payment, 'capturedCents' | 'settledOtherwise'>,
): number => {
  const { chargeCents, paidChargeCents } = payment.settledOtherwise;
  const unpaidCents = Math.max(0, agreedCents - collectedCents(payment));
  return Math.min(chargeCents - paidChargeCents, unpaidCents);
};

/** The player's payment minus refunds and disputed amounts, in cents. */
export const leftOfPayment = (payment: RefundablePayment): number =>
  Math.max(
    0,
    collectedCents(payment) -
      refundedCents(payment) -
      payment.settledOtherwise.refundCents -
      disputedCents(payment),
  );

/**
 * The part of `leftOfPayment` that can be refunded to the card, in cents. Refunds go to the card
 * first.
 */
export const leftOfCharge = (payment: RefundablePayment): number =>
  Math.max(
    0,
    Math.min(
      payment.capturedCents - refundedCents(payment) - disputedCents(payment),
      leftOfPayment(payment),
    ),
  );

/** A refund that is due, in cents. */
export type RefundDue = Readonly<{
  /** The manual order, or null for a cancellation. */
  orderId: string | null;
  amountCents: number;
  /** If false, it was paid outside Stripe, so an admin returns it. */
  isOnCard: boolean;
}>;

const chargedTooMuch = (
  totalCents: number,
  cancelledCents: number,
  payment: RefundablePayment,
): number => Math.max(0, collectedCents(payment) - (totalCents - cancelledCents));

const settledOrdersCents = (refundOrders: Payment['refundOrders']): number =>
  Object.values(refundOrders).reduce((subtotal, { settledCents }) => subtotal + settledCents, 0);

/**
 * The refunds that are due. Dashboard refunds and disputed amounts count toward the cancellation
 * but never toward an order. Old refunds do not name their order, so they count toward both.
 */
export const refundsDue = (
  totalCents: number,
  cancelledCents: number,
  payment: RefundablePayment,
): RefundDue[] => {
  const { refundOrders, settledOtherwise } = payment;
  const toCancellation = chargedTooMuch(totalCents, cancelledCents, payment);
  const unordered =
    refundSum(payment, ({ source, orderId }) => source === 'courtly' && orderId === null) +
    settledOtherwise.refundCents -
    settledOrdersCents(refundOrders);
  const cancellationCents =
    toCancellation - dashboardCents(payment) - disputedCents(payment) - unordered;
  let surplusCents = Math.max(0, unordered - toCancellation);
  let onCardCents = leftOfCharge(payment);
  let elsewhereCents = leftOfPayment(payment) - onCardCents;
  const refunds: RefundDue[] = [];
  const add = (orderId: string | null, dueCents: number) => {
    const cardCents = Math.max(0, Math.min(dueCents, onCardCents));
    const otherCents = Math.max(0, Math.min(dueCents - cardCents, elsewhereCents));
    onCardCents -= cardCents;
    elsewhereCents -= otherCents;
    if (cardCents > 0) refunds.push({ orderId, amountCents: cardCents, isOnCard: true });
    if (otherCents > 0) refunds.push({ orderId, amountCents: otherCents, isOnCard: false });
  };
  add(null, cancellationCents);
  for (const [orderId, { orderedCents, settledCents }] of Object.entries(refundOrders)) {
    const madeCents = refundSum(payment, (refund) => refund.orderId === orderId);
    const openCents = orderedCents - settledCents - madeCents;
    add(orderId, openCents - surplusCents);
    surplusCents = Math.max(0, surplusCents - Math.max(0, openCents));
  }
  return refunds;
};

/** The sum in cents. */
export const sumOf = (refunds: readonly RefundDue[]): number =>
  refunds.reduce((subtotal, { amountCents }) => subtotal + amountCents, 0);

/** The amount that an admin can still refund manually, in cents. */
export const unorderedCents = (
  totalCents: number,
  cancelledCents: number,
  payment: RefundablePayment,
): number => leftOfPayment(payment) - sumOf(refundsDue(totalCents, cancelledCents, payment));

/** The refunds beyond the cancellation and all orders, in cents. Courtly bears them. */
export const goodwillCents = (
  totalCents: number,
  cancelledCents: number,
  payment: RefundablePayment,
): number => {
  const { byHand, settledOtherwise } = payment;
  const agreedCents =
    chargedTooMuch(totalCents, cancelledCents, payment) + byHand.hostCents + byHand.platformCents;
  const refundCents =
    refundedCents(payment) +
    settledOtherwise.refundCents +
    sumOf(refundsDue(totalCents, cancelledCents, payment));
  return Math.max(0, refundCents - Math.min(collectedCents(payment), agreedCents));
};
