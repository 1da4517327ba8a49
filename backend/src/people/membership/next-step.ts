import { type FounderSeat, isSold } from './founders.js';
import { losesSeat, restoredYear } from './membership-payments.js';
import { type Membership, type RefundOrder, isReturned } from './membership.js';
import { attemptOf, mustCancelPurchase, mustCancelSubscription } from './refused-steps.js';

export type SettlementStep =
  | Readonly<{ type: 'cancelIntent' | 'endPurchase' }>
  | Readonly<{ type: 'cancelSubscription' | 'voidInvoices' | 'lapse' }>
  | Readonly<{ type: 'endReservation'; until: string }>
  | Readonly<{ type: 'refund'; refundOrder: RefundOrder }>
  | Readonly<{ type: 'freeSeat' | 'releaseSeat' }>
  | Readonly<{ type: 'restoreSeat'; number: number; paidBy: string }>;

/**
 * The purchase that the person is replacing with another plan: an open founding payment or an
 * unpaid subscription.
 */
export type Superseded = 'purchase' | 'subscription' | null;

/**
 * A step that is due from an instant (UTC), or immediately if that is null. Courtly takes the step
 * unless Stripe has refused it too often.
 */
type DueStep = Readonly<{
  step: SettlementStep;
  dueAt: string | null;
  owner: 'courtly' | 'admin';
}>;

const due = (step: SettlementStep, dueAt: string | null = null): DueStep => ({
  step,
  dueAt,
  owner: 'courtly',
});

/**
 * The steps to take now or at a deadline, in order. A seat is released only after its payment is
 * canceled at Stripe, because until then a card may still be charged for it.
 */
const dueSteps = (
  membership: Membership | null,
  founderSeat: FounderSeat | null,
  superseded: Superseded,
  hasOpenInvoices: boolean,
): DueStep[] => {
  const reservedUntil = founderSeat?.until ?? null;
  const endReservation: DueStep[] =
    !membership?.purchase && reservedUntil !== null
      ? [due({ type: 'endReservation', until: reservedUntil }, reservedUntil)]
      : [];
  if (!membership) return endReservation;
  const { term, refundOrders, returns } = membership;
  return [
    ...purchaseSteps(membership, superseded),
    ...endReservation,
    ...[...refundOrders, ...returns].map((refundOrder) => due({ type: 'refund', refundOrder })),
    ...subscriptionSteps(membership, superseded, hasOpenInvoices),
    ...(term && !term.isLapsed ? [due({ type: 'lapse' }, term.accessUntil)] : []),
    ...seatSteps(membership, founderSeat),
  ];
};

/** A payment with a wrong amount, and its seat, wait for an admin. */
const purchaseSteps = (membership: Membership, superseded: Superseded): DueStep[] => {
  const { purchase } = membership;
  if (!purchase) return [];
  const { intentId, isMismatched, openUntil, returnOrderId } = purchase;
  // This needs no order, because a bank or Stripe's dashboard may have returned the payment.
  if (isMismatched && isReturned(membership)) return [due({ type: 'endPurchase' })];
  if (!mustCancelPurchase(membership)) return [];
  const isDueNow = returnOrderId !== null || superseded === 'purchase';
  const attempt = attemptOf(membership, 'cancelIntent', intentId, isDueNow ? null : openUntil);
  return [{ step: { type: 'cancelIntent' }, ...attempt }];
};

/** Stripe may refuse to void an invoice after it has ended the subscription. */
const subscriptionSteps = (
  membership: Membership,
  superseded: Superseded,
  hasOpenInvoices: boolean,
): DueStep[] => {
  const { subscription, refusals } = membership;
  if (!subscription) return [];
  const { subscriptionId, status } = subscription;
  const isUnwanted = status === 'incomplete' && superseded === 'subscription';
  const isEnding = isUnwanted || mustCancelSubscription(membership);
  const canBePaid = hasOpenInvoices || refusals[subscriptionId]?.step === 'voidInvoices';
  if (!canBePaid && !isEnding) return [];
  const type = canBePaid ? 'voidInvoices' : 'cancelSubscription';
  return [{ step: { type }, ...attemptOf(membership, type, subscriptionId, null) }];
};

/** An open purchase keeps the seat that it pays for. */
const seatSteps = (membership: Membership, founderSeat: FounderSeat | null): DueStep[] => {
  const { founderNumber, formerNumber, purchase, hasForfeitedSeat } = membership;
  if (purchase) return [];
  if (founderNumber !== null)
    return hasForfeitedSeat || losesSeat(membership) ? [due({ type: 'freeSeat' })] : [];
  if (formerNumber === null) return [];
  const restored = restoredYear(membership);
  if (restored)
    return [due({ type: 'restoreSeat', number: formerNumber, paidBy: restored.paidBy })];
  return isSold(founderSeat) ? [due({ type: 'releaseSeat' })] : [];
};

/**
 * The next step at an instant (UTC), or null. Derived from recorded state and from whether an ended
 * subscription still has open invoices, so repeats and crashes are harmless.
 */
export const nextStep = (
  membership: Membership | null,
  founderSeat: FounderSeat | null,
  instant: string,
  superseded: Superseded,
  hasOpenInvoices = false,
): SettlementStep | null =>
  dueSteps(membership, founderSeat, superseded, hasOpenInvoices).find(
    ({ dueAt, owner }) => owner === 'courtly' && (dueAt === null || dueAt <= instant),
  )?.step ?? null;

/** The step that is or becomes due first, or null. Those that wait for an admin come last. */
export const firstDueStep = (
  membership: Membership | null,
  founderSeat: FounderSeat | null,
): DueStep | null =>
  dueSteps(membership, founderSeat, null, false).toSorted(
    (one, other) =>
      Number(one.owner === 'admin') - Number(other.owner === 'admin') ||
      (one.dueAt ?? '').localeCompare(other.dueAt ?? ''),
  )[0] ?? null;

/**
 * The time (UTC) from which Stripe may show a payment, an end, or a fee that no webhook has
 * reported. Null if nothing is expected. `instant` is the current time.
 */
export const expectsNewsFrom = (membership: Membership, instant: string): string | null => {
  const { purchase, subscription, term, lateFees } = membership;
  if (purchase || lateFees.length > 0 || subscription?.status === 'incomplete') return instant;
  return subscription?.status === 'live' && term && !term.isLapsed ? term.until : null;
};
