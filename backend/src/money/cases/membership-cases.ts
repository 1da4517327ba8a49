import { MAX_REFUSALS } from '../../platform/processes/refusals.js';
import type { RecordedEvent } from '../../platform/kernel/events.js';
import {
  type MoneyCaseDocument,
  type SourceEvent,
  cancellationCaseId,
  closeDispute,
  disputeCaseId,
  endCase,
  fraudCaseId,
  membershipRefundCaseId,
  mismatchCaseId,
  openAttempts,
  openCase,
  reduceCase,
  settleCase,
  withoutBooking,
} from './money-case-document.js';

export type MembershipCaseEvent = Extract<SourceEvent, { type: `Elite${string}` }>;

/** The cases about a member that an event changes. */
export const membershipCaseIds = ({ type, data }: MembershipCaseEvent): readonly string[] => {
  switch (type) {
    case 'EliteDisputeOpened':
      return [disputeCaseId(data.disputeId), fraudCaseId(data.paidBy)];
    case 'EliteDisputeClosed':
      return [disputeCaseId(data.disputeId)];
    case 'EliteIntentMismatched':
    case 'EliteIntentEnded':
      return [mismatchCaseId(data.intentId), cancellationCaseId(data.intentId)];
    case 'EliteStepRefused':
    case 'EliteRetryOrdered':
      return [cancellationCaseId(data.stripeId)];
    case 'EliteSubscriptionEnded':
      return [cancellationCaseId(data.subscriptionId)];
    case 'EliteActivated':
    case 'EliteRenewed':
      return [cancellationCaseId(data.subscriptionId ?? data.paidBy)];
    case 'EliteRefundOrdered':
    case 'EliteRefundRefused':
    case 'EliteRefundSettledOtherwise':
      return [membershipRefundCaseId(data.paidBy)];
    case 'EliteReversed':
    case 'EliteReversalUndone':
      return [
        fraudCaseId(data.paidBy),
        ...(data.kind === 'refund' ? [membershipRefundCaseId(data.paidBy)] : []),
        mismatchCaseId(data.paidBy),
        ...('keptSubscriptionId' in data && data.keptSubscriptionId !== undefined
          ? [cancellationCaseId(data.keptSubscriptionId)]
          : []),
      ];
    case 'EliteMismatchCharged':
      return data.plan === 'monthly'
        ? [mismatchCaseId(data.paidBy)]
        : [cancellationCaseId(data.paidBy)];
    case 'EliteMismatchResolved':
      return [membershipRefundCaseId(data.intentId)];
  }
};

type UnmadeRefund = Pick<
  Extract<SourceEvent, { type: 'EliteRefundRefused' | 'EliteReversalUndone' }>['data'],
  'userId' | 'paidBy' | 'amountCents' | 'currency'
>;

/** Adds a membership refund that failed, unless the case already includes it. */
const unmadeRefund = (
  existing: MoneyCaseDocument | null,
  event: RecordedEvent<SourceEvent>,
  caseId: string,
  { userId, paidBy, amountCents, currency }: UnmadeRefund,
  reason: Pick<MoneyCaseDocument, 'problem' | 'code'>,
): MoneyCaseDocument => {
  const open = existing?.status === 'open' ? existing : null;
  const includedCents = Math.min(open?.reorderedCents ?? 0, amountCents);
  const member = withoutBooking({ playerId: userId, hostId: '' }, event.metadata.at);
  return openCase(existing, event, caseId, member, {
    ...reason,
    amountCents: (open?.amountCents ?? 0) - includedCents + amountCents,
    currency,
    stripeId: paidBy,
    attempts: openAttempts(existing) + 1,
    reorderedCents: (open?.reorderedCents ?? 0) - includedCents,
  });
};

/** Records that an admin has ordered refunds of a membership again. */
const reorderedRefund = (
  existing: MoneyCaseDocument | null,
  { metadata: { at } }: RecordedEvent<SourceEvent>,
  orderedCents: number,
): MoneyCaseDocument | null =>
  existing?.status === 'open'
    ? {
        ...existing,
        reorderedCents: Math.min(existing.amountCents, existing.reorderedCents + orderedCents),
        attempts: 0,
        tryAgainAt: at,
        changedAt: at,
      }
    : existing;

/** Changes what is left of a membership payment with a wrong amount, in cents. */
const changeWrongPayment = (
  existing: MoneyCaseDocument | null,
  { metadata: { at } }: RecordedEvent<SourceEvent>,
  changeCents: number,
): MoneyCaseDocument | null =>
  existing?.status === 'open'
    ? { ...existing, amountCents: existing.amountCents + changeCents, changedAt: at }
    : existing;

/** The case is open while Stripe refuses to end a payment or subscription that should end. */
const evolveCancellationCase = (
  existing: MoneyCaseDocument | null,
  event: RecordedEvent<MembershipCaseEvent>,
  caseId: string,
): MoneyCaseDocument | null => {
  const { type, data, metadata } = event;
  if (type === 'EliteRetryOrdered')
    return existing?.status === 'open'
      ? { ...existing, attempts: 0, tryAgainAt: metadata.at, changedAt: metadata.at }
      : existing;
  if (type !== 'EliteStepRefused') return endCase(existing, event, 'moved');
  const { userId, stripeId, amountCents, currency, code, attempts, tryAgainAt, refusedAt } = data;
  const member = withoutBooking({ playerId: userId, hostId: '' }, refusedAt);
  return openCase(existing, event, caseId, member, {
    problem: 'cancellation_refused',
    amountCents,
    currency,
    stripeId,
    code,
    attempts,
    tryAgainAt: attempts < MAX_REFUSALS ? tryAgainAt : null,
  });
};

/** The case of a member, other than a fraud warning, after an event. */
export const evolveMembershipCase = (
  existing: MoneyCaseDocument | null,
  event: RecordedEvent<MembershipCaseEvent>,
  caseId: string,
): MoneyCaseDocument | null => {
  if (caseId.startsWith(cancellationCaseId('')))
    return evolveCancellationCase(existing, event, caseId);
  const { type, data } = event;
  switch (type) {
    case 'EliteDisputeOpened': {
      const { userId, disputeId: stripeId, isInquiry, disputedCents, currency } = data;
      const person = { playerId: userId, hostId: '' };
      return openCase(existing, event, caseId, withoutBooking(person, data.openedAt), {
        problem: isInquiry ? 'inquiry' : 'dispute',
        amountCents: disputedCents,
        currency,
        stripeId,
        code: data.bankReason,
        respondBy: data.dueAt,
      });
    }
    case 'EliteDisputeClosed':
      return closeDispute(existing, event, data.won);
    case 'EliteIntentMismatched': {
      const { intentId: stripeId, foundCents: amountCents, foundCurrency: currency } = data;
      const facts = { problem: 'membership_mismatch', amountCents, currency, stripeId } as const;
      const person = { playerId: data.userId, hostId: '' };
      return openCase(existing, event, caseId, withoutBooking(person, data.foundAt), facts);
    }
    case 'EliteMismatchCharged': {
      const { paidBy: stripeId, amountCents, currency } = data;
      const facts = { problem: 'membership_mismatch', amountCents, currency, stripeId } as const;
      const person = { playerId: data.userId, hostId: '' };
      return openCase(existing, event, caseId, withoutBooking(person, data.chargedAt), facts);
    }
    case 'EliteIntentEnded':
      return endCase(existing, event, 'moved');
    case 'EliteRefundRefused': {
      const reason = { problem: 'refund_refused', code: data.code } as const;
      return unmadeRefund(existing, event, caseId, data, reason);
    }
    case 'EliteReversalUndone': {
      if (caseId === mismatchCaseId(data.paidBy))
        return changeWrongPayment(existing, event, data.amountCents);
      const reason = { problem: 'refund_failed', code: null } as const;
      return unmadeRefund(existing, event, caseId, data, reason);
    }
    case 'EliteRefundOrdered':
      return reorderedRefund(existing, event, data.amountCents);
    case 'EliteMismatchResolved':
      return reorderedRefund(existing, event, Infinity);
    case 'EliteReversed': {
      if (existing?.status !== 'open') return existing;
      if (caseId === mismatchCaseId(data.paidBy))
        return data.isFull
          ? endCase(existing, event, 'moved')
          : changeWrongPayment(existing, event, -data.amountCents);
      const { orderId, amountCents } = data;
      // The order of the refund may be older than the case.
      const movedCents =
        orderId === null ? amountCents : Math.min(existing.reorderedCents, amountCents);
      const reorderedCents = existing.reorderedCents - (orderId === null ? 0 : movedCents);
      return reduceCase({ ...existing, reorderedCents }, event, movedCents, { outcome: 'moved' });
    }
    case 'EliteRefundSettledOtherwise':
      return settleCase(existing, event, data);
    case 'EliteStepRefused':
    case 'EliteRetryOrdered':
    case 'EliteSubscriptionEnded':
    case 'EliteActivated':
    case 'EliteRenewed':
      return existing;
  }
};
