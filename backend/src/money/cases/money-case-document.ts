import type { SettlementOutcome } from '@courtly/contracts/admin-money';
import { US_DOLLARS } from '@courtly/contracts/amount';
import type { MoneyOutcome, MoneyProblem, MoneySection } from '@courtly/contracts/money-desk';
import type { MembershipEvent } from '../../people/membership/membership.events.js';
import type { RecordedEvent } from '../../platform/kernel/events.js';
import type { PaidBooking } from '../payments/payment.js';
import { type PaymentEvent, wrongCurrencyOf } from '../payments/payment.events.js';
import type { PayoutAccountEvent } from '../payouts/payout-account.events.js';
import type { PayoutReminderEvent } from '../payouts/payout-reminder.events.js';
import type { PayoutEvent } from '../payouts/payout.events.js';
import type { FraudWarningEvent } from './fraud-warning.events.js';
import type { MoneyCaseEvent } from './money-case.events.js';

export const sourceTypes = [
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
export type SourceEvent = Extract<
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
    /** Why Stripe stopped the account of a host; null while Stripe pays the host. */
    accountStop: Readonly<{ code: string | null }> | null;
    openedAt: string;
    changedAt: string;
    /** The amounts that an admin has settled since the case opened, by outcome. */
    settledCents: Readonly<Record<SettlementOutcome, number>>;
    outcome: MoneyOutcome | null;
    closing: Readonly<{ by: string; reason: string }> | null;
  }>;

export const sections: Record<MoneyProblem, MoneySection> = {
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

export const paymentCaseId = (bookingId: string) => `payment.${bookingId}`;
export const payoutCaseId = (bookingId: string) => `payout.${bookingId}`;
export const accountCaseId = (hostId: string) => `account.${hostId}`;
export const disputeCaseId = (disputeId: string) => `dispute.${disputeId}`;
/** One case for each charge, of a booking or of the intent or invoice of a membership. */
export const fraudCaseId = (bookingIdOrPaidBy: string) => `fraud.${bookingIdOrPaidBy}`;
export const refundCaseId = (refundId: string) => `refund.${refundId}`;
export const membershipRefundCaseId = (paidBy: string) => `membershipRefund.${paidBy}`;
/** One case for each payment intent or subscription of a membership that Stripe does not end. */
export const cancellationCaseId = (stripeId: string) => `cancellation.${stripeId}`;
export const mismatchCaseId = (intentId: string) => `mismatch.${intentId}`;

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
      | 'accountStop'
    >
  >;

/** Opens a case, or updates the facts of an open case. */
export const openCase = (
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
    accountStop: existing?.accountStop ?? null,
    ...facts,
    openedAt: existing?.status === 'open' ? existing.openedAt : at,
    changedAt: at,
    settledCents: existing?.status === 'open' ? existing.settledCents : { paid: 0, waived: 0 },
    outcome: null,
    closing: null,
  };
};

export const endCase = (
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
export const reduceCase = (
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
export const settleCase = (
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

export const openAmount = (existing: MoneyCaseDocument | null, problem: MoneyProblem): number =>
  existing?.status === 'open' && existing.problem === problem ? existing.amountCents : 0;

export const openAttempts = (existing: MoneyCaseDocument | null): number =>
  existing?.status === 'open' ? existing.attempts : 0;

/** The fields of a case about a member or a host's account. */
export const withoutBooking = (
  person: Readonly<{ playerId: string; hostId: string }>,
  at: string,
) => ({
  ...person,
  bookingId: '',
  courtId: '',
  startTime: at,
  endTime: at,
  zone: 'UTC',
});

/** A bank can return the money of a lost dispute even without an appeal. */
export const closeDispute = (
  existing: MoneyCaseDocument | null,
  event: RecordedEvent<SourceEvent>,
  won: boolean,
): MoneyCaseDocument | null => {
  const outcome = won ? 'won' : 'lost';
  return existing?.status === 'done'
    ? { ...existing, changedAt: event.metadata.at, outcome }
    : endCase(existing, event, outcome);
};
