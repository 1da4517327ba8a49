import type { Seat } from './founders.js';
import { type Membership, isOver } from './membership.js';

/** What is due for a membership: a call to Stripe, or a command to a stream of ours. */
export type Step = 'cancelIntent' | 'endReservation' | 'cancelSubscription' | 'lapse';

/** What is given up for something else: the open payment of a founder, or a subscription that nobody has paid yet. */
export type Closing = 'purchase' | 'subscription' | null;

/**
 * The one next step of a membership at an instant (UTC); null where none is due. It follows from what was noted alone, so it
 * does not matter what led here, how often, or what was cut off before. A seat is given back only after the payment for it
 * was cancelled at Stripe: a card that is charged until then has it.
 */
export const nextStep = (
  known: Membership | null,
  seat: Seat | null,
  at: string,
  closing: Closing,
): Step | null => {
  const purchase = known?.purchase ?? null;
  // A payment of a wrong amount may have been made: it waits for a person, and its seat with it.
  if (purchase && !purchase.isMismatched && (closing === 'purchase' || purchase.openUntil <= at))
    return 'cancelIntent';
  if (!purchase && seat && seat.until !== null && seat.until <= at) return 'endReservation';
  const subscription = known?.subscription ?? null;
  const term = known?.term ?? null;
  if (!isOver(subscription)) {
    if (subscription!.status === 'incomplete' && closing === 'subscription')
      return 'cancelSubscription';
    if (subscription!.status === 'live' && term?.isLapsed) return 'cancelSubscription';
  }
  return term && !term.isLapsed && term.accessUntil <= at ? 'lapse' : null;
};
