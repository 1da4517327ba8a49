import type { FounderSeat } from './founders.js';
import { type Membership, isSubscriptionOver } from './membership.js';

/** What is due for a membership: a call to Stripe, or a command to a stream of ours. */
export type SettlementStep = 'cancelIntent' | 'endReservation' | 'cancelSubscription' | 'lapse';

/** What is given up for something else: the open payment of a founder, or a subscription that nobody has paid yet. */
export type Superseded = 'purchase' | 'subscription' | null;

/**
 * The one next step of a membership at an instant (UTC); null where none is due. It follows from what was noted alone, so it
 * does not matter what led here, how often, or what was cut off before. A seat is given back only after the payment for it
 * was cancelled at Stripe: a card that is charged until then has it.
 */
export const nextStep = (
  membership: Membership | null,
  founderSeat: FounderSeat | null,
  instant: string,
  superseded: Superseded,
): SettlementStep | null => {
  const purchase = membership?.purchase ?? null;
  // A payment of a wrong amount may have been made: it waits for a person, and its seat with it.
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
