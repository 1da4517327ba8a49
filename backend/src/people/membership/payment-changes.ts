import type { StripeDispute } from '../../money/payments/disputes.js';
import type { MembershipEvent } from './membership.events.js';
import type { Membership, MembershipCommand } from './membership.js';
import { tierAt } from './membership-tier.js';
import {
  type ChargedPayment,
  type DisputeChanged,
  type Reversal,
  type ReversalChanged,
  afterReversal,
  findCharge,
  isReversed,
  withCurrency,
} from './membership-payments.js';
import { openRefusal } from './refused-steps.js';
import type { MembershipTerms } from './stripe-changes.js';

/**
 * A payment at Stripe. `processorFeeCents` is null until Stripe shows it. Failed refunds and won
 * disputes have an amount of 0. `currency` is null if no card was charged.
 */
export type PaymentSnapshot = Readonly<{
  paidBy: string;
  currency: string | null;
  processorFeeCents: number | null;
  reversals: readonly Reversal[];
  disputes: readonly StripeDispute[];
}>;

type RecordedPayment = Extract<MembershipCommand, { type: 'RecordPayment' }>['data'];

/** The events for changes to a recorded payment: its fee, refunds, and disputes. */
export const recordPayment = (
  recorded: Membership,
  { snapshot, terms, at }: RecordedPayment,
): MembershipEvent[] => {
  // Earlier releases recorded a month in another currency as dollars.
  const existing = withCurrency(recorded, snapshot.paidBy, snapshot.currency);
  const payment = findCharge(existing, snapshot.paidBy);
  if (!payment) return [];
  const { userId } = existing;
  const { plan, paidBy } = payment;
  const { processorFeeCents } = snapshot;
  const events: MembershipEvent[] = [];
  if (processorFeeCents !== null && processorFeeCents !== payment.processorFeeCents)
    events.push({
      type: 'EliteFeeRecorded',
      data: { userId, plan, paidBy, processorFeeCents, recordedAt: at },
    });
  const disputeEvents = snapshot.disputes.flatMap((dispute) =>
    disputeChanges(existing.userId, payment, dispute, at),
  );
  events.push(...disputeEvents.filter(({ type }) => type === 'EliteDisputeOpened'));
  let current = existing;
  for (const reversal of undoneFirst(payment, snapshot.reversals)) {
    const event = reversalEvent(current, paidBy, reversal, terms, at);
    if (!event) continue;
    events.push(event);
    current = afterReversal(current, event, at);
  }
  events.push(...disputeEvents.filter(({ type }) => type === 'EliteDisputeClosed'));
  return events;
};

/**
 * Puts failed refunds and won disputes before the refunds and disputes that followed them. Stripe
 * lists the newest first, but the recorded reversals must never exceed the payment.
 */
const undoneFirst = (
  { reversals: recorded }: ChargedPayment,
  reversals: readonly Reversal[],
): Reversal[] => {
  const amounts = new Map(recorded.map((other) => [other.reversalId, other.amountCents]));
  const isUndone = ({ reversalId, amountCents }: Reversal) =>
    amountCents < (amounts.get(reversalId) ?? 0);
  return reversals.toSorted((a, b) => Number(isUndone(b)) - Number(isUndone(a)));
};

/** A dispute that ended before Courtly saw it open needs no response. */
const disputeChanges = (
  userId: string,
  { plan, paidBy, currency, disputes, reversals }: ChargedPayment,
  { disputeId, status, isInquiry, isAppeal, dueAt, ...dispute }: StripeDispute,
  at: string,
): DisputeChanged[] => {
  const known = disputes[disputeId];
  const fields = { userId, plan, paidBy, disputeId };
  if (status !== 'open')
    return known && known.status !== status
      ? [{ type: 'EliteDisputeClosed', data: { ...fields, won: status === 'won', closedAt: at } }]
      : [];
  const takenCents = dispute.takenCents - dispute.returnedCents;
  const recordedCents = reversals.find(({ reversalId }) => reversalId === disputeId)?.amountCents;
  const isOpened =
    known?.status === 'open'
      ? known.isInquiry !== isInquiry || known.dueAt !== dueAt
      : !known || isAppeal || takenCents > (recordedCents ?? 0);
  if (!isOpened) return [];
  const { disputedCents, bankReason } = dispute;
  const facts = { isInquiry, disputedCents, currency, bankReason, dueAt };
  const data = { ...fields, ...facts, openedAt: at };
  return [{ type: 'EliteDisputeOpened', data }];
};

/**
 * The event for a refund or dispute that has changed, or null. `reversal.amountCents` is the amount
 * currently lost.
 */
export const reversalEvent = (
  existing: Membership,
  paidBy: string,
  reversal: Reversal,
  terms: MembershipTerms,
  at: string,
): ReversalChanged | null => {
  const { reversalId, kind, orderId, isFinal } = reversal;
  const payment = findCharge(existing, paidBy)!;
  const known = payment.reversals.find((other) => other.reversalId === reversalId);
  const changeCents = reversal.amountCents - (known?.amountCents ?? 0);
  const feeCents = reversal.processorFeeCents - (known?.processorFeeCents ?? 0);
  const fields = {
    userId: existing.userId,
    plan: payment.plan,
    founderNumber: existing.founderNumber,
    paidBy,
    kind,
    reversalId,
    currency: payment.currency,
  };
  if (changeCents > 0) {
    const data = {
      ...fields,
      amountCents: changeCents,
      processorFeeCents: feeCents,
      orderId,
      isFinal,
      isFull: false,
      endsMembership: false,
      accessUntil: null,
      policyId: terms.policyId,
      freesSeat: terms.freesSeat,
      reversedAt: at,
    };
    const next = afterReversal(existing, { type: 'EliteReversed', data }, at);
    return {
      type: 'EliteReversed',
      data: {
        ...data,
        isFull: isReversed(findCharge(next, paidBy)!),
        endsMembership: tierAt(existing, at) === 'elite' && tierAt(next, at) === 'free',
        accessUntil: next.term?.accessUntil ?? null,
      },
    };
  }
  if (changeCents < 0) {
    const data = {
      ...fields,
      amountCents: -changeCents,
      processorFeeCents: feeCents === 0 ? 0 : -feeCents,
      restoresMembership: false,
      accessUntil: null,
      undoneAt: at,
    };
    const next = afterReversal(existing, { type: 'EliteReversalUndone', data }, at);
    const { subscriptionId } = existing.subscription ?? {};
    const isKept =
      subscriptionId !== undefined &&
      openRefusal(existing, subscriptionId) !== null &&
      openRefusal(next, subscriptionId) === null;
    return {
      type: 'EliteReversalUndone',
      data: {
        ...data,
        restoresMembership: tierAt(existing, at) === 'free' && tierAt(next, at) === 'elite',
        ...(isKept && { keptSubscriptionId: subscriptionId }),
        accessUntil: next.term?.accessUntil ?? null,
      },
    };
  }
  if (!known || known.isFinal || !isFinal || known.amountCents === 0) return null;
  return {
    type: 'EliteReversalConfirmed',
    data: {
      ...fields,
      amountCents: known.amountCents,
      processorFeeCents: known.processorFeeCents,
      confirmedAt: at,
    },
  };
};
