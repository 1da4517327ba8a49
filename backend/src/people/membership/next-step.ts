import { type FounderSeat, isSold } from './founders.js';
import { losesSeat, restoredYear } from './membership-payments.js';
import { type Membership, type RefundOrder, isReturned } from './membership.js';

export type SettlementStep =
  | Readonly<{ type: 'cancelIntent' | 'endPurchase' }>
  | Readonly<{ type: 'cancelSubscription' | 'lapse' }>
  | Readonly<{ type: 'endReservation'; until: string }>
  | Readonly<{ type: 'refund'; refundOrder: RefundOrder }>
  | Readonly<{ type: 'freeSeat' | 'releaseSeat' }>
  | Readonly<{ type: 'restoreSeat'; number: number; paidBy: string }>;

/**
 * The purchase that the person is replacing with another plan: an open founding payment or an
 * unpaid subscription.
 */
export type Superseded = 'purchase' | 'subscription' | null;

/** A step that is due from an instant (UTC), or immediately if that is null. */
type DueStep = Readonly<{ step: SettlementStep; dueAt: string | null }>;

const dueNow = (step: SettlementStep): DueStep => ({ step, dueAt: null });

/**
 * The steps to take now or at a deadline, in order. A seat is released only after its payment is
 * canceled at Stripe, because until then a card may still be charged for it.
 */
const dueSteps = (
  membership: Membership | null,
  founderSeat: FounderSeat | null,
  superseded: Superseded,
): DueStep[] => {
  const reservedUntil = founderSeat?.until ?? null;
  const endReservation: DueStep[] =
    !membership?.purchase && reservedUntil !== null
      ? [{ step: { type: 'endReservation', until: reservedUntil }, dueAt: reservedUntil }]
      : [];
  if (!membership) return endReservation;
  const { term, refundOrders, returns } = membership;
  return [
    ...purchaseSteps(membership, superseded),
    ...endReservation,
    ...[...refundOrders, ...returns].map((refundOrder) => dueNow({ type: 'refund', refundOrder })),
    ...(mustCancelSubscription(membership, superseded)
      ? [dueNow({ type: 'cancelSubscription' })]
      : []),
    ...(term && !term.isLapsed
      ? [{ step: { type: 'lapse' } as const, dueAt: term.accessUntil }]
      : []),
    ...seatSteps(membership, founderSeat),
  ];
};

/** A payment with a wrong amount, and its seat, wait for an admin. */
const purchaseSteps = (membership: Membership, superseded: Superseded): DueStep[] => {
  const { purchase, wrongPayments } = membership;
  if (!purchase) return [];
  const { intentId, isMismatched, openUntil, returnOrderId } = purchase;
  // This needs no order, because a bank or Stripe's dashboard may have returned the payment.
  if (isMismatched && isReturned(membership)) return [dueNow({ type: 'endPurchase' })];
  const isCharged = wrongPayments.some(({ paidBy }) => paidBy === intentId);
  if (returnOrderId !== null && !isCharged) return [dueNow({ type: 'cancelIntent' })];
  if (isMismatched) return [];
  return [{ step: { type: 'cancelIntent' }, dueAt: superseded === 'purchase' ? null : openUntil }];
};

const mustCancelSubscription = (membership: Membership, superseded: Superseded): boolean => {
  const { subscription, term, endsSubscription } = membership;
  if (subscription?.status === 'incomplete') return superseded === 'subscription';
  return subscription?.status === 'live' && (term?.isLapsed === true || endsSubscription);
};

/** An open purchase keeps the seat that it pays for. */
const seatSteps = (membership: Membership, founderSeat: FounderSeat | null): DueStep[] => {
  const { founderNumber, formerNumber, purchase, hasForfeitedSeat } = membership;
  if (purchase) return [];
  if (founderNumber !== null)
    return hasForfeitedSeat || losesSeat(membership) ? [dueNow({ type: 'freeSeat' })] : [];
  if (formerNumber === null) return [];
  const restored = restoredYear(membership);
  if (restored)
    return [dueNow({ type: 'restoreSeat', number: formerNumber, paidBy: restored.paidBy })];
  return isSold(founderSeat) ? [dueNow({ type: 'releaseSeat' })] : [];
};

/**
 * The next step at an instant (UTC), or null. It depends only on recorded state, so this can run
 * any number of times and after any crash.
 */
export const nextStep = (
  membership: Membership | null,
  founderSeat: FounderSeat | null,
  instant: string,
  superseded: Superseded,
): SettlementStep | null =>
  dueSteps(membership, founderSeat, superseded).find(
    ({ dueAt }) => dueAt === null || dueAt <= instant,
  )?.step ?? null;

/** The step that is or becomes due first, or null. */
export const firstDueStep = (
  membership: Membership | null,
  founderSeat: FounderSeat | null,
): DueStep | null =>
  dueSteps(membership, founderSeat, null).toSorted((one, other) =>
    (one.dueAt ?? '').localeCompare(other.dueAt ?? ''),
  )[0] ?? null;

/**
 * Since when (UTC) Stripe may show a payment, an end, or a fee that no webhook has reported. Null if
 * nothing is expected. `instant` is the current time.
 */
export const expectsNewsFrom = (membership: Membership, instant: string): string | null => {
  const { purchase, subscription, term, lateFees } = membership;
  if (purchase || lateFees.length > 0 || subscription?.status === 'incomplete') return instant;
  return subscription?.status === 'live' && term && !term.isLapsed ? term.until : null;
};
