import { defineProjection } from '../../platform/projections/projection.js';
import type { MembershipEvent } from './membership.events.js';
import { type Membership, membership } from './membership.js';

/** Current, past, and pending memberships by user id. The sweep finds due work here. */
export const memberships = defineProjection<Membership, MembershipEvent>({
  name: 'memberships',
  version: 8,
  indexes: [
    { 'purchase.openUntil': 1 },
    { 'subscription.status': 1, 'term.isLapsed': 1, 'term.until': 1 },
    { 'term.isLapsed': 1, 'term.accessUntil': 1 },
    { 'term.plan': 1, 'term.until': 1 },
    { lateFees: 1 },
    { 'refundOrders.orderId': 1 },
    { 'returns.orderId': 1 },
    { endsSubscription: 1 },
    { hasForfeitedSeat: 1 },
    { 'payments.freesSeat': 1 },
    { formerNumber: 1 },
  ],
  handles: [
    ...([
      'EliteIntentCreated',
      'EliteIntentEnded',
      'EliteIntentMismatched',
      'RenewalConsentGiven',
    ] as const),
    ...([
      'EliteSubscriptionCreated',
      'EliteSubscriptionEnded',
      'EliteActivated',
      'EliteRenewed',
    ] as const),
    ...(['ElitePaymentFailed', 'EliteCancelled', 'EliteResumed', 'EliteLapsed'] as const),
    ...(['EliteFeeRecorded', 'EliteReversed', 'EliteReversalConfirmed'] as const),
    ...(['EliteReversalUndone', 'EliteSeatFreed', 'EliteSeatRestored'] as const),
    ...(['EliteRefundOrdered', 'EliteRefundRefused', 'EliteEnded'] as const),
    ...(['EliteMismatchResolved', 'EliteMismatchCharged', 'EliteRefundSettledOtherwise'] as const),
    ...(['EliteDisputeOpened', 'EliteDisputeClosed'] as const),
  ],
  key: ({ data }) => data.userId,
  evolve: membership.evolve,
  audience: ({ userId }) => [userId],
  people: ({ userId }) => [userId],
});
