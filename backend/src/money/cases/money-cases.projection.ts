import type { SettlementOutcome } from '@courtly/contracts/admin-money';
import { US_DOLLARS } from '@courtly/contracts/amount';
import type { MoneyOutcome, MoneyProblem, MoneySection } from '@courtly/contracts/money-desk';
import type { MembershipEvent } from '../../people/membership/membership.events.js';
import type { RecordedEvent } from '../../platform/kernel/events.js';
import { defineProjection } from '../../platform/projections/projection.js';
import { type PaidBooking, transferGroupOf } from '../payments/payment.js';
import { MAX_FAILED_REFUNDS, retryAfterFailure } from '../payments/exceptions.js';
import { MAX_REFUSALS } from '../../platform/processes/refusals.js';
import type { PaymentEvent } from '../payments/payment.events.js';
import { wrongCurrencyOf } from '../payments/wrong-charge.js';
import { canBePaid } from '../payouts/payout-account.js';
import type { PayoutAccountEvent } from '../payouts/payout-account.events.js';
import type { PayoutReminderEvent } from '../payouts/payout-reminder.events.js';
import type { PayoutEvent } from '../payouts/payout.events.js';
import type { FraudWarningEvent } from './fraud-warning.events.js';
import type { MoneyCaseEvent } from './money-case.events.js';

const sourceTypes = [
  'PaymentCaptured',
  'PaymentRefused',
  'PaymentRetryOrdered',
  'PaymentOverdue',
  'PaymentReturnDue',
  'PaymentSettledOtherwise',
  'PaymentRefundFailed',
  'PaymentRefunded',
  'PaymentReleased',
  'PaymentDisputeOpened',
  'PaymentDisputed',
  'PaymentDisputeClosed',
  'PaymentMismatched',
  'PaymentMismatchCharged',
  'PayoutRefused',
  'PayoutTransferred',
  'PayoutReversed',
  'PayoutRecovered',
  'PayoutOffset',
  'PayoutAdjusted',
  'PayoutDebtRecorded',
  'PayoutDebtReduced',
  'PayoutRetryOrdered',
  'EliteIntentMismatched',
  'EliteIntentEnded',
  'EliteMismatchCharged',
  'EliteMismatchResolved',
  'EliteRefundOrdered',
  'EliteRefundRefused',
  'EliteRefundSettledOtherwise',
  'EliteStepRefused',
  'EliteRetryOrdered',
  'EliteSubscriptionEnded',
  'EliteActivated',
  'EliteRenewed',
  'EliteReversed',
  'EliteReversalUndone',
  'EliteDisputeOpened',
  'EliteDisputeClosed',
  'PayoutAccountChanged',
  'HostPayoutsWaiting',
  'HostBankPayoutPaid',
  'HostBankPayoutFailed',
  'FraudWarningReceived',
  'FraudWarningChanged',
  'FraudWarningEnded',
  'MoneyCaseClosed',
] as const;
type SourceEvent = Extract<
  | PaymentEvent
  | PayoutEvent
  | PayoutAccountEvent
  | PayoutReminderEvent
  | MembershipEvent
  | FraudWarningEvent
  | MoneyCaseEvent,
  { type: (typeof sourceTypes)[number] }
>;

/**
 * A money problem that needs an admin. If there is no booking, the ids of booking, court, and host
 * are empty. Instants are UTC.
 */
export type MoneyCaseDocument = Pick<
  PaidBooking,
  'bookingId' | 'courtId' | 'hostId' | 'playerId' | 'startTime' | 'endTime' | 'zone'
> &
  Readonly<{
    caseId: string;
    section: MoneySection;
    problem: MoneyProblem;
    status: 'open' | 'done';
    /** The remaining amount. */
    amountCents: number;
    currency: string;
    stripeId: string;
    /** The reason from Stripe or the bank. */
    code: string | null;
    attempts: number;
    /** Failures since the last ordered retry. */
    failedRefunds: number;
    /** The part of a membership refund that an admin has ordered again. */
    reorderedCents: number;
    /** The refunds that the amount of a fraud case already deducts, in cents by Stripe's id. */
    refundedCents: Readonly<Record<string, number>>;
    tryAgainAt: string | null;
    respondBy: string | null;
    openedAt: string;
    changedAt: string;
    /** The amounts that an admin has settled since the case opened, by outcome. */
    settledCents: Readonly<Record<SettlementOutcome, number>>;
    outcome: MoneyOutcome | null;
    closing: Readonly<{ by: string; reason: string }> | null;
  }>;

const sections: Record<MoneyProblem, MoneySection> = {
  charge_refused: 'payments',
  release_refused: 'payments',
  refund_refused: 'payments',
  refund_failed: 'payments',
  cancellation_refused: 'payments',
  overdue: 'payments',
  return_due: 'payments',
  transfer_refused: 'payouts',
  reversal_refused: 'payouts',
  host_debt: 'payouts',
  account_stopped: 'payouts',
  account_missing: 'payouts',
  bank_return: 'payouts',
  dispute: 'disputes',
  inquiry: 'disputes',
  fraud_warning: 'disputes',
  authorization_fraud_warning: 'disputes',
  payment_mismatch: 'mismatches',
  membership_mismatch: 'mismatches',
  dashboard_refund: 'mismatches',
};

const paymentCaseId = (bookingId: string) => `payment.${bookingId}`;
const payoutCaseId = (bookingId: string) => `payout.${bookingId}`;
const accountCaseId = (hostId: string) => `account.${hostId}`;
const disputeCaseId = (disputeId: string) => `dispute.${disputeId}`;
/** One case for each charge, of a booking or of the intent or invoice of a membership. */
const fraudCaseId = (bookingIdOrPaidBy: string) => `fraud.${bookingIdOrPaidBy}`;
const refundCaseId = (refundId: string) => `refund.${refundId}`;
const membershipRefundCaseId = (paidBy: string) => `membershipRefund.${paidBy}`;
/** One case for each payment intent or subscription of a membership that Stripe does not end. */
const cancellationCaseId = (stripeId: string) => `cancellation.${stripeId}`;
const mismatchCaseId = (intentId: string) => `mismatch.${intentId}`;

const caseIds = ({ type, data }: SourceEvent): readonly string[] => {
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
    case 'EliteDisputeOpened':
      return [disputeCaseId(data.disputeId), fraudCaseId(data.paidBy)];
    case 'PaymentDisputeClosed':
    case 'EliteDisputeClosed':
      return [disputeCaseId(data.disputeId)];
    case 'FraudWarningReceived':
    case 'FraudWarningChanged':
    case 'FraudWarningEnded':
      return [fraudCaseId(data.bookingId === '' ? data.paidBy : data.bookingId)];
    case 'PaymentMismatched':
    case 'PaymentMismatchCharged':
      return [mismatchCaseId(data.intentId)];
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

type CaseFacts = Pick<MoneyCaseDocument, 'problem' | 'amountCents' | 'stripeId'> &
  Partial<
    Pick<
      MoneyCaseDocument,
      | 'currency'
      | 'code'
      | 'attempts'
      | 'failedRefunds'
      | 'reorderedCents'
      | 'refundedCents'
      | 'tryAgainAt'
      | 'respondBy'
    >
  >;

/** Opens a case, or updates the facts of an open case. */
const openCase = (
  existing: MoneyCaseDocument | null,
  event: RecordedEvent<SourceEvent>,
  caseId: string,
  bookedHour: Omit<PaidBooking, 'totalCents' | 'payoutCents' | 'policyId'>,
  facts: CaseFacts,
): MoneyCaseDocument => {
  const { at } = event.metadata;
  const { bookingId, courtId, hostId, playerId, startTime, endTime, zone } = bookedHour;
  return {
    caseId,
    bookingId,
    courtId,
    hostId,
    playerId,
    startTime,
    endTime,
    zone,
    section: sections[facts.problem],
    status: 'open',
    currency: wrongCurrencyOf(event) ?? US_DOLLARS,
    code: null,
    attempts: 0,
    failedRefunds: existing?.failedRefunds ?? 0,
    reorderedCents: 0,
    refundedCents: {},
    tryAgainAt: null,
    respondBy: null,
    ...facts,
    openedAt: existing?.status === 'open' ? existing.openedAt : at,
    changedAt: at,
    settledCents: existing?.status === 'open' ? existing.settledCents : { paid: 0, waived: 0 },
    outcome: null,
    closing: null,
  };
};

const endCase = (
  existing: MoneyCaseDocument | null,
  { metadata: { at } }: RecordedEvent<SourceEvent>,
  outcome: MoneyOutcome,
  closing: MoneyCaseDocument['closing'] = null,
): MoneyCaseDocument | null =>
  existing?.status === 'open'
    ? {
        ...existing,
        status: 'done',
        tryAgainAt: null,
        respondBy: null,
        changedAt: at,
        outcome,
        closing,
      }
    : existing;

type CaseEnd = Readonly<{ outcome: MoneyOutcome; closing?: MoneyCaseDocument['closing'] }>;

/** Ends a case once its whole amount has moved or been settled. */
const reduceCase = (
  existing: MoneyCaseDocument | null,
  event: RecordedEvent<SourceEvent>,
  movedCents: number,
  { outcome, closing }: CaseEnd,
): MoneyCaseDocument | null => {
  if (existing?.status !== 'open') return existing;
  const leftCents = existing.amountCents - movedCents;
  return leftCents > 0
    ? { ...existing, amountCents: leftCents, changedAt: event.metadata.at }
    : endCase(existing, event, outcome, closing);
};

type Settlement = Extract<
  SourceEvent,
  { type: 'PaymentSettledOtherwise' | 'EliteRefundSettledOtherwise' }
>['data'];

/** An admin settled an amount outside Stripe. */
const settleCase = (
  existing: MoneyCaseDocument | null,
  event: RecordedEvent<SourceEvent>,
  { amountCents, outcome, orderedBy: by, reason }: Settlement,
): MoneyCaseDocument | null => {
  if (existing?.status !== 'open') return existing;
  const { settledCents } = existing;
  const settled = { ...settledCents, [outcome]: settledCents[outcome] + amountCents };
  const end = { outcome: 'settled', closing: { by, reason } } as const;
  return reduceCase({ ...existing, settledCents: settled }, event, amountCents, end);
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

const openAmount = (existing: MoneyCaseDocument | null, problem: MoneyProblem): number =>
  existing?.status === 'open' && existing.problem === problem ? existing.amountCents : 0;

const openAttempts = (existing: MoneyCaseDocument | null): number =>
  existing?.status === 'open' ? existing.attempts : 0;

/** The fields of a case about a member or a host's account. */
const withoutBooking = (person: Readonly<{ playerId: string; hostId: string }>, at: string) => ({
  ...person,
  bookingId: '',
  courtId: '',
  startTime: at,
  endTime: at,
  zone: 'UTC',
});

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

/** Open while Stripe refuses to end a payment or subscription that should end. */
const evolveCancellationCase = (
  existing: MoneyCaseDocument | null,
  event: RecordedEvent<SourceEvent>,
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

/**
 * Money problems and how they ended, for the money desk. Obligations that are on schedule have no
 * case.
 */
export const moneyCases = defineProjection<MoneyCaseDocument, SourceEvent>({
  name: 'moneyCases',
  version: 29,
  indexes: [
    { bookingId: 1 },
    { status: 1, section: 1, openedAt: 1, _id: 1 },
    { status: 1, openedAt: 1, _id: 1 },
    { status: 1, changedAt: -1, _id: -1 },
  ],
  handles: sourceTypes,
  key: caseIds,
  evolve(existing, event, caseId) {
    const { type, data } = event;
    if (caseId.startsWith(fraudCaseId('')) && type !== 'MoneyCaseClosed')
      return evolveFraudCase(existing, event, caseId);
    if (caseId.startsWith(cancellationCaseId('')) && type !== 'MoneyCaseClosed')
      return evolveCancellationCase(existing, event, caseId);
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
        return openCase(existing, event, caseId, data, {
          problem: 'refund_failed',
          amountCents: amountCents + openAmount(existing, 'refund_failed'),
          stripeId,
          attempts: count,
          failedRefunds: count,
          tryAgainAt: count < MAX_FAILED_REFUNDS ? retryAfterFailure({ count, failedAt }) : null,
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
      case 'PaymentDisputeClosed': {
        const outcome = data.won ? 'won' : 'lost';
        // A bank can return the money of a lost dispute even without an appeal.
        return existing?.status === 'done'
          ? { ...existing, changedAt: event.metadata.at, outcome }
          : endCase(existing, event, outcome);
      }
      case 'PaymentMismatched': {
        const { intentId: stripeId, foundCents: amountCents, foundCurrency: currency } = data;
        const facts = { problem: 'payment_mismatch', amountCents, currency, stripeId } as const;
        return openCase(existing, event, caseId, data, facts);
      }
      case 'PaymentMismatchCharged':
        return existing?.status === 'open'
          ? { ...existing, amountCents: data.amountCents, currency: data.currency }
          : existing;
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
        if (canBePaid(data)) return endCase(existing, event, 'moved');
        // Onboarding that was never completed is not a case, and a returned payout has already
        // opened one.
        const isMissing = existing?.problem === 'account_missing';
        if (!data.isSubmitted || (existing?.status === 'open' && !isMissing)) return existing;
        const host = withoutBooking({ playerId: '', hostId: data.hostId }, data.changedAt);
        return openCase(existing, event, caseId, host, {
          problem: 'account_stopped',
          amountCents: openAmount(existing, 'account_missing'),
          stripeId: data.accountId,
          code: data.disabledReason,
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
      case 'EliteStepRefused':
      case 'EliteRetryOrdered':
      case 'EliteSubscriptionEnded':
      case 'EliteActivated':
      case 'EliteRenewed':
        return existing;
      case 'HostBankPayoutPaid':
        return endCase(existing, event, 'moved');
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
