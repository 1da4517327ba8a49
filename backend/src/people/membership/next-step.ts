import type { FounderSeat } from './founders.js';
import { type Membership, isSubscriptionOver } from './membership.js';

export type SettlementStep = 'cancelIntent' | 'endReservation' | 'cancelSubscription' | 'lapse';

/**
 * What the person replaces with another plan: an open founding payment, or an unpaid subscription.
 */
export type Superseded = 'purchase' | 'subscription' | null;

/**
 * The next step at an instant (UTC), or null. It depends only on recorded state, so it does not
 * matter how often this runs or where it crashed. A seat is released only after its payment is
 * canceled at Stripe, because a card charged until then has paid for it.
 */
export const nextStep = (
  membership: Membership | null,
  founderSeat: FounderSeat | null,
  instant: string,
  superseded: Superseded,
): SettlementStep | null => {
  const purchase = membership?.purchase ?? null;
  // A payment with the wrong amount and its seat wait for an admin.
  if (
    purchase &&
    !purchase.isMismatched &&
    (superseded === 'purchase' || purchase.openUntil <= instant)
  )
    return 'cancelIntent';
  if (!purchase && founderSeat && founderSeat.until !== null && founderSeat.until <= instant)
    return 'endReservation';
  const subscription = membership?.subscription ?? null;
  const term = membership?.term ?? null;
  if (!isSubscriptionOver(subscription)) {
    if (subscription!.status === 'incomplete' && superseded === 'subscription')
      return 'cancelSubscription';
    if (subscription!.status === 'live' && term?.isLapsed) return 'cancelSubscription';
  }
  return term && !term.isLapsed && term.accessUntil <= instant ? 'lapse' : null;
};
