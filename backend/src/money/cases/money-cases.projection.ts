import type { MoneyProblem } from '@courtly/contracts/money-desk';
import type { RecordedEvent } from '../../platform/kernel/events.js';
import { defineProjection } from '../../platform/projections/projection.js';
import { transferGroupOf } from '../payments/payment.js';
import { MAX_FAILED_REFUNDS, retryAfterFailure } from '../payments/exceptions.js';
import { MAX_REFUSALS } from '../../platform/processes/refusals.js';
import { wrongCurrencyOf } from '../payments/payment.events.js';
import { canBePaid } from '../payouts/payout-account.js';
import {
  type MembershipCaseEvent,
  evolveMembershipCase,
  membershipCaseIds,
} from './membership-cases.js';
import {
  type MoneyCaseDocument,
  type SourceEvent,
  accountCaseId,
  closeDispute,
  disputeCaseId,
  endCase,
  fraudCaseId,
  mismatchCaseId,
  openAmount,
  openAttempts,
  openCase,
  paymentCaseId,
  payoutCaseId,
  reduceCase,
  refundCaseId,
  settleCase,
  sourceTypes,
  withoutBooking,
} from './money-case-document.js';

const isMembershipEvent = <E extends SourceEvent>(
  event: E,
): event is E & Readonly<{ type: MembershipCaseEvent['type'] }> => event.type.startsWith('Elite');

const caseIds = (event: SourceEvent): readonly string[] => {
  if (isMembershipEvent(event)) return membershipCaseIds(event);
  const { type, data } = event;
  switch (type) {
    case 'PaymentCaptured':
      return [paymentCaseId(data.bookingId), fraudCaseId(data.bookingId)];
    case 'PaymentRefused':
    case 'PaymentRetryOrdered':
    case 'PaymentOverdue':
    case 'PaymentReturnDue':
    case 'PaymentSettledOtherwise':
      return [paymentCaseId(data.bookingId)];
    case 'PaymentRefunded':
      return [
        paymentCaseId(data.bookingId),
        fraudCaseId(data.bookingId),
        ...(data.source === 'dashboard' && data.wrongCurrency === undefined
          ? [refundCaseId(data.refundId)]
          : []),
      ];
    case 'PaymentRefundFailed':
      return [
        paymentCaseId(data.bookingId),
        refundCaseId(data.refundId),
        fraudCaseId(data.bookingId),
      ];
    case 'PaymentReleased':
      return [
        paymentCaseId(data.bookingId),
        mismatchCaseId(data.intentId),
        fraudCaseId(data.bookingId),
      ];
    case 'PaymentDisputeOpened':
    case 'PaymentDisputed':
      return [disputeCaseId(data.disputeId), fraudCaseId(data.bookingId)];
    case 'PaymentDisputeClosed':
      return [disputeCaseId(data.disputeId)];
    case 'FraudWarningReceived':
    case 'FraudWarningChanged':
    case 'FraudWarningEnded':
      return [fraudCaseId(data.bookingId === '' ? data.paidBy : data.bookingId)];
    case 'PaymentMismatched':
      return [mismatchCaseId(data.intentId)];
    case 'PaymentMismatchCharged':
      return [mismatchCaseId(data.intentId), paymentCaseId(data.bookingId)];
    case 'PayoutRefused':
    case 'PayoutTransferred':
    case 'PayoutReversed':
    case 'PayoutRecovered':
    case 'PayoutOffset':
    case 'PayoutAdjusted':
    case 'PayoutDebtRecorded':
    case 'PayoutDebtReduced':
    case 'PayoutRetryOrdered':
      return [payoutCaseId(data.bookingId)];
    case 'PayoutAccountChanged':
    case 'HostPayoutsWaiting':
    case 'HostBankPayoutPaid':
    case 'HostBankPayoutFailed':
      return [accountCaseId(data.hostId)];
    case 'MoneyCaseClosed':
      return [data.caseId];
  }
};

/** An adjustment replaces a transfer or a reversal that Stripe refused. */
const adjustCase = (
  existing: MoneyCaseDocument | null,
  event: RecordedEvent<SourceEvent>,
  { amountCents, orderedBy: by, reason }: Extract<SourceEvent, { type: 'PayoutAdjusted' }>['data'],
): MoneyCaseDocument | null => {
  const replacedCents = existing?.problem === 'transfer_refused' ? 0 - amountCents : amountCents;
  return replacedCents > 0
    ? reduceCase(existing, event, replacedCents, { outcome: 'settled', closing: { by, reason } })
    : existing;
};

const refusedProblems: Record<
  Extract<SourceEvent, { type: 'PaymentRefused' }>['data']['step'],
  MoneyProblem
> = { capture: 'charge_refused', cancelIntent: 'release_refused', refund: 'refund_refused' };

const refundProblems: readonly MoneyProblem[] = ['refund_failed', 'refund_refused'];

/**
 * What a charge puts at risk: the amount at Stripe, less the refunds that were recorded since
 * Stripe was read.
 */
const atRisk = (
  existing: MoneyCaseDocument | null,
  read: Pick<
    Extract<SourceEvent, { type: 'FraudWarningReceived' }>['data'],
    'amountCents' | 'isCharged' | 'refundedCents'
  >,
): Pick<MoneyCaseDocument, 'problem' | 'amountCents' | 'refundedCents'> => {
  const recorded = existing?.status === 'open' ? existing.refundedCents : {};
  const later = Object.entries(recorded).filter(([id]) => !Object.hasOwn(read.refundedCents, id));
  return {
    problem: read.isCharged ? 'fraud_warning' : 'authorization_fraud_warning',
    amountCents: later.reduce((leftCents, [, cents]) => leftCents - cents, read.amountCents),
    refundedCents: { ...recorded, ...read.refundedCents },
  };
};

/** Deducts a refund from a fraud case, unless its amount already does. */
const refundCharge = (
  existing: MoneyCaseDocument | null,
  event: RecordedEvent<SourceEvent>,
  refundId: string,
  cents: number,
): MoneyCaseDocument | null => {
  if (existing?.status !== 'open') return existing;
  if (Object.hasOwn(existing.refundedCents, refundId)) return existing;
  const refundedCents = { ...existing.refundedCents, [refundId]: cents };
  return reduceCase({ ...existing, refundedCents }, event, cents, { outcome: 'moved' });
};

/**
 * Adds a refund that failed to a fraud case that deducted it. Reopens a case that ended because all
 * money was refunded.
 */
const restoreCharge = (
  existing: MoneyCaseDocument | null,
  { metadata: { at } }: RecordedEvent<SourceEvent>,
  refundId: string,
  cents: number,
): MoneyCaseDocument | null => {
  if (!existing) return null;
  const { [refundId]: deductedCents, ...refundedCents } = existing.refundedCents;
  if (existing.status === 'open')
    return deductedCents === undefined
      ? existing
      : {
          ...existing,
          amountCents: existing.amountCents + deductedCents,
          refundedCents,
          changedAt: at,
        };
  if (existing.outcome !== 'moved') return existing;
  return {
    ...existing,
    status: 'open',
    amountCents: deductedCents ?? cents,
    refundedCents,
    openedAt: at,
    changedAt: at,
    settledCents: { paid: 0, waived: 0 },
    outcome: null,
  };
};

/** A fraud warning ends once its charge is refunded, released, or disputed. */
const evolveFraudCase = (
  existing: MoneyCaseDocument | null,
  event: RecordedEvent<SourceEvent>,
  caseId: string,
): MoneyCaseDocument | null => {
  const { type, data } = event;
  switch (type) {
    case 'FraudWarningReceived': {
      const { currency, paidBy: stripeId, fraudType: code } = data;
      const facts = { ...atRisk(existing, data), currency, stripeId, code } as const;
      return data.isActionable ? openCase(existing, event, caseId, data, facts) : existing;
    }
    case 'FraudWarningChanged': {
      if (existing?.status !== 'open') return existing;
      return reduceCase({ ...existing, ...atRisk(existing, data) }, event, 0, { outcome: 'moved' });
    }
    case 'EliteReversed':
      if (data.kind === 'dispute') return endCase(existing, event, 'disputed');
      return data.kind === 'refund'
        ? refundCharge(existing, event, data.reversalId, data.amountCents)
        : reduceCase(existing, event, data.amountCents, { outcome: 'moved' });
    case 'EliteReversalUndone':
      return data.kind === 'refund'
        ? restoreCharge(existing, event, data.reversalId, data.amountCents)
        : existing;
    case 'PaymentRefundFailed':
      return restoreCharge(existing, event, data.refundId, data.amountCents);
    case 'PaymentCaptured':
      return existing?.status === 'open'
        ? {
            ...existing,
            problem: 'fraud_warning',
            amountCents: Math.min(existing.amountCents, data.amountCents),
          }
        : existing;
    case 'PaymentReleased':
      return endCase(existing, event, 'moved');
    case 'FraudWarningEnded':
      return endCase(existing, event, data.amountCents === 0 ? 'moved' : 'disputed');
    case 'PaymentRefunded':
      return refundCharge(existing, event, data.refundId, data.amountCents);
    default:
      return endCase(existing, event, 'disputed');
  }
};

/** Whether an admin decides about the refund of a wrong charge, and has not ordered a retry. */
const isReturnLeftToAdmin = (existing: MoneyCaseDocument | null): boolean =>
  existing?.problem === 'return_due' ||
  (existing?.problem === 'release_refused' &&
    existing.attempts > 0 &&
    (existing.code === 'refund_failed' || existing.outcome === 'settled'));

/**
 * Money problems and how they ended, for the money desk. Obligations that are on schedule have no
 * case.
 */
export const moneyCases = defineProjection<MoneyCaseDocument, SourceEvent>({
  name: 'moneyCases',
  version: 33,
  indexes: [
    { bookingId: 1 },
    { status: 1, section: 1, openedAt: 1, _id: 1 },
    { status: 1, openedAt: 1, _id: 1 },
    { status: 1, changedAt: -1, _id: -1 },
  ],
  handles: sourceTypes,
  key: caseIds,
  evolve(existing, event, caseId) {
    if (caseId.startsWith(fraudCaseId('')) && event.type !== 'MoneyCaseClosed')
      return evolveFraudCase(existing, event, caseId);
    if (isMembershipEvent(event)) return evolveMembershipCase(existing, event, caseId);
    const { type, data } = event;
    switch (type) {
      case 'PaymentRefused': {
        const { bookingId, step, amountCents, totalCents, code, attempts, tryAgainAt } = data;
        const isWrong = wrongCurrencyOf(event) !== null;
        return openCase(existing, event, caseId, data, {
          problem: refusedProblems[step],
          amountCents: step === 'cancelIntent' && !isWrong ? totalCents : amountCents,
          stripeId: transferGroupOf(bookingId),
          code,
          attempts,
          tryAgainAt: attempts < MAX_REFUSALS ? tryAgainAt : null,
        });
      }
      case 'PaymentOverdue': {
        const stripeId = transferGroupOf(data.bookingId);
        const { amountCents } = data;
        return openCase(existing, event, caseId, data, {
          problem: 'overdue',
          amountCents,
          stripeId,
        });
      }
      case 'PaymentReturnDue': {
        const stripeId = transferGroupOf(data.bookingId);
        const { amountCents } = data;
        return openCase(existing, event, caseId, data, {
          problem: 'return_due',
          amountCents,
          stripeId,
        });
      }
      case 'PaymentRefundFailed': {
        const { refundId: stripeId, amountCents, failedAt } = data;
        if (caseId === refundCaseId(stripeId)) return endCase(existing, event, 'moved');
        const count = (existing?.failedRefunds ?? 0) + 1;
        const isLeftToAdmin = wrongCurrencyOf(event) !== null && isReturnLeftToAdmin(existing);
        const isRetried = count < MAX_FAILED_REFUNDS && !isLeftToAdmin;
        return openCase(existing, event, caseId, data, {
          problem: 'refund_failed',
          amountCents: amountCents + openAmount(existing, 'refund_failed'),
          stripeId,
          attempts: count,
          failedRefunds: count,
          tryAgainAt: isRetried ? retryAfterFailure({ count, failedAt }) : null,
        });
      }
      case 'PayoutRetryOrdered': {
        const { at } = event.metadata;
        if (existing?.status !== 'open') return existing;
        return { ...existing, attempts: 0, tryAgainAt: at, changedAt: at };
      }
      case 'PaymentRetryOrdered': {
        const { at } = event.metadata;
        if (existing?.status !== 'open') return existing && { ...existing, failedRefunds: 0 };
        return { ...existing, attempts: 0, failedRefunds: 0, tryAgainAt: at, changedAt: at };
      }
      case 'PaymentSettledOtherwise': {
        const { obligation, orderedBy: by, reason } = data;
        return obligation === 'hold'
          ? endCase(existing, event, 'settled', { by, reason })
          : settleCase(existing, event, data);
      }
      case 'PaymentRefunded':
        if (caseId === refundCaseId(data.refundId)) {
          const { refundId: stripeId, amountCents } = data;
          const facts = { problem: 'dashboard_refund', amountCents, stripeId } as const;
          return openCase(existing, event, caseId, data, facts);
        }
        return existing && refundProblems.includes(existing.problem)
          ? reduceCase(existing, event, data.amountCents, { outcome: 'moved' })
          : existing;
      case 'PaymentCaptured':
      case 'PaymentReleased':
        return existing && !refundProblems.includes(existing.problem)
          ? endCase(existing, event, 'moved')
          : existing;
      case 'PaymentDisputeOpened': {
        const { disputeId: stripeId, isInquiry, disputedCents, bankReason, dueAt } = data;
        return openCase(existing, event, caseId, data, {
          problem: isInquiry ? 'inquiry' : 'dispute',
          amountCents: disputedCents,
          stripeId,
          code: bankReason,
          respondBy: dueAt,
        });
      }
      case 'PaymentDisputed': {
        const { disputeId: stripeId, amountCents } = data;
        const { code = null, respondBy = null } = existing?.status === 'open' ? existing : {};
        return openCase(existing, event, caseId, data, {
          problem: 'dispute',
          amountCents: Math.max(amountCents, openAmount(existing, 'dispute')),
          stripeId,
          code,
          respondBy,
        });
      }
      case 'PaymentDisputeClosed':
        return closeDispute(existing, event, data.won);
      case 'PaymentMismatched': {
        const { intentId: stripeId, foundCents: amountCents, foundCurrency: currency } = data;
        const facts = { problem: 'payment_mismatch', amountCents, currency, stripeId } as const;
        return openCase(existing, event, caseId, data, facts);
      }
      case 'PaymentMismatchCharged': {
        const { amountCents, currency, chargeId: stripeId } = data;
        if (caseId === mismatchCaseId(data.intentId))
          return existing?.status === 'open' ? { ...existing, amountCents, currency } : existing;
        const facts = { problem: 'return_due', amountCents, currency, stripeId } as const;
        return isReturnLeftToAdmin(existing)
          ? openCase(existing, event, caseId, data, facts)
          : existing;
      }
      case 'PayoutRefused': {
        const { bookingId, step, amountCents, code, tryAgainAt } = data;
        return openCase(existing, event, caseId, data, {
          problem: step === 'transfer' ? 'transfer_refused' : 'reversal_refused',
          amountCents,
          stripeId: transferGroupOf(bookingId),
          code,
          attempts: openAttempts(existing) + 1,
          tryAgainAt,
        });
      }
      case 'PayoutTransferred':
        return endCase(existing, event, 'moved');
      case 'PayoutOffset':
        return existing?.problem === 'transfer_refused'
          ? reduceCase(existing, event, data.amountCents, { outcome: 'moved' })
          : existing;
      case 'PayoutReversed':
      case 'PayoutRecovered':
        return existing?.problem === 'reversal_refused' || existing?.problem === 'host_debt'
          ? reduceCase(existing, event, data.amountCents, { outcome: 'moved' })
          : existing;
      case 'PayoutDebtRecorded': {
        const { bookingId, amountCents } = data;
        const stripeId = transferGroupOf(bookingId);
        const facts = { problem: 'host_debt', amountCents, stripeId } as const;
        return openCase(existing, event, caseId, data, facts);
      }
      case 'PayoutDebtReduced':
        return existing?.problem === 'host_debt'
          ? reduceCase(existing, event, existing.amountCents - data.amountCents, {
              outcome: 'moved',
            })
          : existing;
      case 'PayoutAdjusted':
        return adjustCase(existing, event, data);
      case 'PayoutAccountChanged': {
        if (canBePaid(data)) {
          const ended = endCase(existing, event, 'moved');
          return ended && { ...ended, accountStop: null };
        }
        // Onboarding that was never completed is not a case, and a returned payout has already
        // opened one.
        if (!data.isSubmitted) return existing;
        const accountStop = { code: data.disabledReason };
        if (existing?.status === 'open' && existing.problem !== 'account_missing')
          return { ...existing, accountStop };
        const host = withoutBooking({ playerId: '', hostId: data.hostId }, data.changedAt);
        return openCase(existing, event, caseId, host, {
          problem: 'account_stopped',
          amountCents: openAmount(existing, 'account_missing'),
          stripeId: data.accountId,
          code: data.disabledReason,
          accountStop,
        });
      }
      case 'HostPayoutsWaiting': {
        const { hostId, amountCents, remindedAt } = data;
        if (existing?.status === 'open' && existing.problem === 'bank_return') return existing;
        if (existing?.status === 'open' && existing.problem === 'account_stopped')
          return { ...existing, amountCents, changedAt: event.metadata.at };
        const host = withoutBooking({ playerId: '', hostId }, remindedAt);
        const facts = { problem: 'account_missing', amountCents, stripeId: '' } as const;
        return openCase(existing, event, caseId, host, facts);
      }
      case 'HostBankPayoutFailed': {
        const { accountId, amountCents, failureCode: code, failedAt, hostId } = data;
        const host = withoutBooking({ playerId: '', hostId }, failedAt);
        return openCase(existing, event, caseId, host, {
          problem: 'bank_return',
          amountCents,
          stripeId: accountId,
          code,
        });
      }
      case 'FraudWarningReceived':
      case 'FraudWarningChanged':
      case 'FraudWarningEnded':
        return existing;
      case 'HostBankPayoutPaid': {
        // A payout that was sent before Stripe stopped the account can arrive later.
        if (existing?.status !== 'open' || existing.problem !== 'bank_return') return existing;
        if (!existing.accountStop) return endCase(existing, event, 'moved');
        return openCase(existing, event, caseId, existing, {
          problem: 'account_stopped',
          amountCents: 0,
          stripeId: data.accountId,
          code: existing.accountStop.code,
        });
      }
      case 'MoneyCaseClosed':
        return existing?.openedAt === data.openedAt
          ? endCase(existing, event, 'closed', { by: data.closedBy, reason: data.reason })
          : existing;
    }
  },
  audience: () => [],
  people: ({ playerId, hostId, closing }) => [
    playerId === '' ? hostId : playerId,
    ...(closing ? [closing.by] : []),
  ],
});
