import { defineProjection } from '../../platform/projections/projection.js';
import type { FounderEvent } from './founders.events.js';
import type { FounderSeat } from './founders.js';
import type { MembershipEvent } from './membership.events.js';
import { type Membership, emptyMembership, membership } from './membership.js';
import { type SettlementStep, expectsNewsFrom, firstDueStep } from './next-step.js';

/**
 * A membership with its founding seat. `step` is the step that is or becomes due first, at `dueAt`
 * (UTC). `readAt` (UTC) is when Stripe should be asked for news that a webhook may not have brought.
 */
export type MembershipDocument = Membership &
  Readonly<{
    seat: FounderSeat | null;
    step: SettlementStep | null;
    dueAt: string | null;
    readAt: string | null;
  }>;

type SourceEvent = MembershipEvent | FounderEvent;

const isSeatEvent = (event: SourceEvent): event is FounderEvent =>
  event.type.startsWith('FounderSeat');

const seatAfter = ({ type, data }: FounderEvent): FounderSeat | null => {
  const { number, userId } = data;
  if (type === 'FounderSeatReleased') return null;
  return { number, userId, until: type === 'FounderSeatReserved' ? data.until : null };
};

const isSameStep = (step: SettlementStep, other: SettlementStep | null): boolean =>
  JSON.stringify(step) === JSON.stringify(other);

/** Current, past, and pending memberships by user id. The sweep finds due work here. */
export const memberships = defineProjection<MembershipDocument, SourceEvent>({
  name: 'memberships',
  version: 9,
  indexes: [{ dueAt: 1 }, { readAt: 1 }, { 'term.plan': 1, 'term.until': 1 }],
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
    ...(['FounderSeatReserved', 'FounderSeatReleased', 'FounderSeatTaken'] as const),
  ],
  key: ({ data }) => data.userId,
  evolve(document, event) {
    const { userId } = event.data;
    const state = isSeatEvent(event)
      ? (document ?? emptyMembership(userId))
      : membership.evolve(document, event)!;
    const seat = isSeatEvent(event) ? seatAfter(event) : (document?.seat ?? null);
    const { at } = event.metadata;
    const due = firstDueStep(state, seat);
    // A step without a deadline has been due since the event before which it was not.
    const isSame = due !== null && isSameStep(due.step, document?.step ?? null);
    return {
      ...state,
      seat,
      step: due?.step ?? null,
      dueAt: due && (due.dueAt ?? (isSame ? document!.dueAt : at)),
      readAt: expectsNewsFrom(state, at),
    };
  },
  audience: ({ userId }) => [userId],
  people: ({ userId }) => [userId],
});
