import { type FounderSeat, isSold } from './founders.js';
import { losesSeat, restoredYear } from './membership-payments.js';
import { type Membership, type RefundOrder, isReturned, isSubscriptionOver } from './membership.js';

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

/**
 * The next step at an instant (UTC), or null. It depends only on recorded state, so this can run
 * any number of times and after any crash. A seat is released only after its payment is canceled at
 * Stripe, because until then a card may still be charged for it.
 */
export const nextStep = (
  membership: Membership | null,
  founderSeat: FounderSeat | null,
  instant: string,
  superseded: Superseded,
): SettlementStep | null => {
  const purchase = membership?.purchase ?? null;
  // This needs no order, because a bank or Stripe's dashboard may have returned the payment.
  if (membership && purchase?.isMismatched && isReturned(membership))
    return { type: 'endPurchase' };
  if (membership && purchase?.returnOrderId != null) {
    const { intentId } = purchase;
    if (membership.wrongPayments.every(({ paidBy }) => paidBy !== intentId))
      return { type: 'cancelIntent' };
  }
  // A payment with a wrong amount, and its seat, wait for an admin.
  if (
    purchase &&
    !purchase.isMismatched &&
    (superseded === 'purchase' || purchase.openUntil <= instant)
  )
    return { type: 'cancelIntent' };
  const reservedUntil = founderSeat?.until ?? null;
  if (!purchase && reservedUntil !== null && reservedUntil <= instant)
    return { type: 'endReservation', until: reservedUntil };
  if (!membership) return null;
  const { subscription, term, refundOrders, returns } = membership;
  const [refundOrder] = [...refundOrders, ...returns];
  if (refundOrder) return { type: 'refund', refundOrder };
  if (!isSubscriptionOver(subscription)) {
    const mustEnd = term?.isLapsed || membership.endsSubscription;
    if (subscription!.status === 'incomplete' && superseded === 'subscription')
      return { type: 'cancelSubscription' };
    if (subscription!.status === 'live' && mustEnd) return { type: 'cancelSubscription' };
  }
  if (term && !term.isLapsed && term.accessUntil <= instant) return { type: 'lapse' };
  return seatStep(membership, founderSeat);
};

/** An open purchase keeps the seat that it pays for. */
const seatStep = (
  membership: Membership,
  founderSeat: FounderSeat | null,
): SettlementStep | null => {
  const { founderNumber, formerNumber, purchase, hasForfeitedSeat } = membership;
  if (purchase) return null;
  if (founderNumber !== null)
    return hasForfeitedSeat || losesSeat(membership) ? { type: 'freeSeat' } : null;
  if (formerNumber === null) return null;
  const restored = restoredYear(membership);
  if (restored) return { type: 'restoreSeat', number: formerNumber, paidBy: restored.paidBy };
  return isSold(founderSeat) ? { type: 'releaseSeat' } : null;
};
