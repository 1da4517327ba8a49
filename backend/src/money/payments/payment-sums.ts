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

/** Refunded to the player, in cents. */
export const refundedCents = (payment: Pick<Payment, 'refunds'>): number =>
  refundSum(payment, () => true);

/** Refunded in Stripe's dashboard, in cents. Hosts never bear it. */
export const dashboardCents = (payment: Pick<Payment, 'refunds'>): number =>
  refundSum(payment, ({ source }) => source === 'dashboard');

/**
 * What stays charged in cents, after the refund of a cancellation and refunds by hand. `totalCents`
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

/** What the player has paid by card or outside Stripe, before refunds, in cents. */
export const collectedCents = ({
  capturedCents,
  settledOtherwise,
}: Pick<Payment, 'capturedCents' | 'settledOtherwise'>): number =>
  capturedCents + settledOtherwise.paidChargeCents;

/** What of `keptCents` is neither paid nor owed, because an admin waived it, in cents. */
export const waivedCents = (
  keptCents: number,
  payment: Pick<Payment, 'capturedCents' | 'settledOtherwise'>,
): number => {
  const { chargeCents, paidChargeCents } = payment.settledOtherwise;
  const unpaidCents = Math.max(0, keptCents - collectedCents(payment));
  return Math.min(chargeCents - paidChargeCents, unpaidCents);
};

/** What banks and refunds have left of what the player has paid, in cents. */
export const leftOfPayment = (payment: RefundablePayment): number =>
  Math.max(
    0,
    collectedCents(payment) -
      refundedCents(payment) -
      payment.settledOtherwise.refundCents -
      disputedCents(payment),
  );

/** What of it the card can still be refunded, in cents. The card comes before other payments. */
export const leftOfCharge = (payment: RefundablePayment): number =>
  Math.max(
    0,
    Math.min(
      payment.capturedCents - refundedCents(payment) - disputedCents(payment),
      leftOfPayment(payment),
    ),
  );

/**
 * A refund that is due, for a cancellation (`orderId` null) or an order by hand, in cents: on the
 * card, or by an admin for what was paid outside Stripe.
 */
export type RefundDue = Readonly<{
  orderId: string | null;
  amountCents: number;
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
 * The refunds that are due. Refunds in the dashboard and disputed amounts count toward the
 * cancellation, never toward an order. Refunds from before they named their order count toward both.
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

/** Cents. */
export const sumOf = (refunds: readonly RefundDue[]): number =>
  refunds.reduce((subtotal, { amountCents }) => subtotal + amountCents, 0);

/** What an admin can still refund by hand, in cents. */
export const unorderedCents = (
  totalCents: number,
  cancelledCents: number,
  payment: RefundablePayment,
): number => leftOfPayment(payment) - sumOf(refundsDue(totalCents, cancelledCents, payment));

/** Refunds beyond the cancellation and all orders, which Courtly bears, in cents. */
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
