import { type OpenObligation, noObligation } from '../../money/settlement/open-obligation.js';
import { defineProjection } from '../../platform/projections/projection.js';
import type { FounderEvent } from './founders.events.js';
import type { FounderSeat } from './founders.js';
import type { MembershipEvent } from './membership.events.js';
import { type Membership, emptyMembership, membership } from './membership.js';
import { type SettlementStep, expectsNewsFrom, firstDueStep } from './next-step.js';
import { type StepRefusal, refusalOf } from './refused-steps.js';

/**
 * A membership with its founding seat and the step that is or becomes due first. `owner` takes the
 * step. `readAt` (UTC) is when to read from Stripe in case a webhook was lost.
 */
export type MembershipDocument = Membership &
  MembershipObligation &
  Readonly<{ seat: FounderSeat | null; readAt: string | null }>;

type MembershipObligation = OpenObligation<SettlementStep['type']> &
  Readonly<{ owner: 'courtly' | 'admin' | null }>;

type SourceEvent = MembershipEvent | FounderEvent;

const isSeatEvent = (event: SourceEvent): event is FounderEvent =>
  event.type.startsWith('FounderSeat');

const seatAfter = ({ type, data }: FounderEvent): FounderSeat | null => {
  const { number, userId } = data;
  if (type === 'FounderSeatReleased') return null;
  return { number, userId, until: type === 'FounderSeatReserved' ? data.until : null };
};

const refusalFields = ({ attempts, code, tryAgainAt }: StepRefusal) => ({
  attempts,
  lastRefusal: { code, tryAgainAt },
});

/**
 * A step without a deadline became due with the event that caused it; a refused step, before its
 * refusal.
 */
const membershipObligation = (
  state: Membership,
  seat: FounderSeat | null,
  earlier: MembershipDocument | null,
  instant: string,
): MembershipObligation => {
  const due = firstDueStep(state, seat);
  if (!due) return { ...noObligation, owner: null };
  const { step, owner } = due;
  const earlierStep = earlier && firstDueStep(earlier, earlier.seat)?.step;
  const isSame = JSON.stringify(earlierStep) === JSON.stringify(step);
  const dueAt = due.dueAt ?? (isSame ? earlier!.dueAt : null) ?? instant;
  const amountCents = step.type === 'refund' ? step.refundOrder.amountCents : 0;
  const refusal = refusalOf(state, step.type);
  return {
    ...noObligation,
    what: step.type,
    amountCents,
    since: (refusal && isSame && earlier!.since) || dueAt,
    dueAt,
    owner,
    ...(refusal && refusalFields(refusal)),
  };
};

/** Current, past, and pending memberships by user id. The sweep finds due work here. */
export const memberships = defineProjection<MembershipDocument, SourceEvent>({
  name: 'memberships',
  version: 14,
  indexes: [{ owner: 1, dueAt: 1 }, { readAt: 1 }, { 'term.plan': 1, 'term.until': 1 }],
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
    ...(['EliteStepRefused', 'EliteRetryOrdered'] as const),
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
    return {
      ...state,
      ...membershipObligation(state, seat, document, at),
      seat,
      readAt: expectsNewsFrom(state, at),
    };
  },
  audience: ({ userId }) => [userId],
  people: ({ userId }) => [userId],
});
