import { US_DOLLARS } from '@courtly/contracts/amount';
import type { Decider, Message } from '../../platform/kernel/decider.js';
import type { MembershipEvent } from '../../people/membership/membership.events.js';
import type { MoneyCheckEvent } from '../money-checks/money-check.events.js';
import type { PlatformCoverageEvent } from '../../money/payouts/platform-coverage.events.js';
import type { IncidentEvent } from '../incidents/incident.events.js';
import type { FraudWarningEvent } from '../../money/cases/fraud-warning.events.js';
import type { FraudWarningReceived } from '../../money/cases/fraud-warning.js';
import { MAX_REFUSALS } from '../../platform/processes/refusals.js';
import { transferGroupOf } from '../../money/payments/payment.js';
import { type PaymentEvent, wrongCurrencyOf } from '../../money/payments/payment.events.js';
import type { PayoutEvent } from '../../money/payouts/payout.events.js';
import type { AlarmEvent } from './alarm.events.js';

/** The data of an alarm, which is the same for all admins. */
export type Alarm = Omit<AlarmEvent['data'], 'adminId' | 'raisedAt' | 'respondBy'>;

export const alarmingEventTypes = [
  'PaymentDisputeOpened',
  'PaymentDisputed',
  'PaymentDisputeClosed',
  'PaymentRefundFailed',
  'PaymentMismatched',
  'PaymentRefused',
  'PaymentOverdue',
  'PaymentReturnDue',
  'PayoutRefused',
  'PayoutReversed',
  'PayoutDebtRecorded',
  'EliteIntentMismatched',
  'EliteMismatchCharged',
  'EliteDisputeOpened',
  'EliteReversed',
  'EliteReversalConfirmed',
  'EliteReversalUndone',
  'EliteRefundRefused',
  'EliteStepRefused',
  'FraudWarningReceived',
  'IncidentOverdue',
  'MoneyChecked',
  'PlatformBalanceUncovered',
] as const;
export type AlarmingEvent = Extract<
  | PaymentEvent
  | PayoutEvent
  | MembershipEvent
  | FraudWarningEvent
  | IncidentEvent
  | MoneyCheckEvent
  | PlatformCoverageEvent,
  { type: (typeof alarmingEventTypes)[number] }
>;

const noRefusal = { code: null, tryAgainAt: null } as const;

type MembershipAlarmingEvent = Extract<AlarmingEvent, MembershipEvent>;

/** A membership has no hour, so its alarm has the time of its event. */
const membershipAlarm = ({ type, data }: MembershipAlarmingEvent) => {
  switch (type) {
    case 'EliteIntentMismatched': {
      const { intentId: stripeId, foundCents: amountCents, foundCurrency: currency } = data;
      const at = data.foundAt;
      return { type: 'membership_mismatched', stripeId, amountCents, currency, at } as const;
    }
    case 'EliteMismatchCharged': {
      const { paidBy: stripeId, amountCents, currency, chargedAt: at } = data;
      return { type: 'membership_mismatched', stripeId, amountCents, currency, at } as const;
    }
    case 'EliteDisputeOpened': {
      const { disputeId: stripeId, disputedCents: amountCents, currency, openedAt: at } = data;
      return { type: 'membership_inquiry', stripeId, amountCents, currency, at } as const;
    }
    case 'EliteReversed': {
      const { reversalId: stripeId, amountCents, currency, reversedAt: at } = data;
      return { type: 'membership_reversed', stripeId, amountCents, currency, at } as const;
    }
    case 'EliteReversalConfirmed': {
      const { reversalId: stripeId, amountCents, currency, confirmedAt: at } = data;
      return { type: 'membership_dispute_lost', stripeId, amountCents, currency, at } as const;
    }
    case 'EliteReversalUndone': {
      const { reversalId: stripeId, amountCents, currency, undoneAt: at } = data;
      return { type: 'membership_refund_refused', stripeId, amountCents, currency, at } as const;
    }
    case 'EliteRefundRefused': {
      const { paidBy: stripeId, amountCents, currency, refusedAt: at } = data;
      return { type: 'membership_refund_refused', stripeId, amountCents, currency, at } as const;
    }
    case 'EliteStepRefused': {
      const { stripeId, amountCents, currency, attempts, code, tryAgainAt, refusedAt: at } = data;
      const isLast = attempts === MAX_REFUSALS;
      const type = isLast ? 'membership_retries_ended' : 'membership_cancellation_refused';
      return { type, stripeId, amountCents, currency, code, tryAgainAt, at } as const;
    }
  }
};

const isOfMembership = (event: AlarmingEvent): event is MembershipAlarmingEvent =>
  event.type.startsWith('Elite');

const fraudAlarm = (causeId: string, { data }: FraudWarningReceived): Alarm => {
  const { bookingId, courtId, playerId, startTime, endTime, zone } = data;
  const { paidBy: stripeId, amountCents, currency } = data;
  const bookingType = data.isCharged ? 'payment_fraud_warned' : 'authorization_fraud_warned';
  const type = bookingId === '' ? 'membership_fraud_warned' : bookingType;
  const hour = { bookingId, courtId, playerId, startTime, endTime, zone };
  return { ...noRefusal, ...hour, causeId, type, stripeId, amountCents, currency };
};

type IncidentOverdue = Extract<AlarmingEvent, { type: 'IncidentOverdue' }>;

const incidentAlarm = (causeId: string, { data }: IncidentOverdue): Alarm => {
  const { bookingId, courtId, playerId, startTime, endTime, zone } = data;
  return {
    ...noRefusal,
    bookingId,
    courtId,
    playerId,
    startTime,
    endTime,
    zone,
    causeId,
    type: 'incident_overdue',
    stripeId: '',
    amountCents: data.amountCents ?? 0,
    currency: US_DOLLARS,
  };
};

type PlatformAlarmingEvent = Extract<
  AlarmingEvent,
  { type: 'MoneyChecked' | 'PlatformBalanceUncovered' }
>;

/** Findings that the previous check already listed have alerted admins. */
const platformAlarm = (causeId: string, { type, data }: PlatformAlarmingEvent): Alarm | null => {
  const at = type === 'MoneyChecked' ? data.checkedAt : data.foundAt;
  if (type === 'MoneyChecked' && !data.newCount) return null;
  return {
    ...noRefusal,
    causeId,
    type: type === 'MoneyChecked' ? 'money_findings' : 'balance_uncovered',
    stripeId: '',
    amountCents: type === 'MoneyChecked' ? 0 : data.uncoveredCents,
    currency: US_DOLLARS,
    bookingId: '',
    courtId: '',
    playerId: '',
    startTime: at,
    endTime: at,
    zone: 'UTC',
  };
};

/** Without a deadline, the bank already has the response. A withdrawal raises its own alarm. */
const needsResponse = ({
  data: { isInquiry, dueAt },
}: Extract<AlarmingEvent, { type: 'PaymentDisputeOpened' | 'EliteDisputeOpened' }>): boolean =>
  isInquiry && dueAt !== null;

/**
 * The alarm for an event, or null if no admin has to act on it: it needs no decision, is reported
 * by another event, or comes too late. `causeId` is the id of the event.
 */
export const toAlarm = (causeId: string, event: AlarmingEvent): Alarm | null => {
  if (event.type === 'IncidentOverdue') return incidentAlarm(causeId, event);
  if (event.type === 'MoneyChecked' || event.type === 'PlatformBalanceUncovered')
    return platformAlarm(causeId, event);
  if (event.type === 'FraudWarningReceived')
    return event.data.isActionable ? fraudAlarm(causeId, event) : null;
  if (isOfMembership(event)) {
    if (event.type === 'EliteMismatchCharged' && event.data.plan === 'founding') return null;
    if (event.type === 'EliteStepRefused' && ![1, MAX_REFUSALS].includes(event.data.attempts))
      return null;
    if (event.type === 'EliteReversed' && event.data.orderId !== null) return null;
    if (event.type === 'EliteDisputeOpened' && !needsResponse(event)) return null;
    if (event.type === 'EliteReversalConfirmed' && event.data.kind !== 'dispute') return null;
    if (event.type === 'EliteReversalUndone' && event.data.kind === 'dispute') return null;
    const { at, ...alarmFields } = membershipAlarm(event);
    const { userId: playerId } = event.data;
    const noBooking = { bookingId: '', courtId: '', startTime: at, endTime: at, zone: 'UTC' };
    return { ...noRefusal, causeId, playerId, ...alarmFields, ...noBooking };
  }
  const { type, data } = event;
  const { bookingId, courtId, playerId, startTime, endTime, zone } = data;
  const booking = { bookingId, courtId, playerId, startTime, endTime, zone };
  const wrongCurrency = wrongCurrencyOf(event);
  const hour = { ...noRefusal, ...booking, causeId, currency: wrongCurrency ?? US_DOLLARS };
  switch (type) {
    case 'PaymentDisputeOpened': {
      const { disputeId: stripeId, disputedCents: amountCents } = data;
      return needsResponse(event)
        ? { ...hour, type: 'payment_inquiry', stripeId, amountCents }
        : null;
    }
    case 'PaymentDisputed': {
      const { disputeId: stripeId, amountCents } = data;
      return amountCents > 0 ? { ...hour, type: 'payment_disputed', stripeId, amountCents } : null;
    }
    case 'PaymentDisputeClosed': {
      const { disputeId: stripeId, won, returnedCents, totalCents, lostCents = totalCents } = data;
      if (!won) return { ...hour, type: 'payment_dispute_lost', stripeId, amountCents: lostCents };
      return returnedCents > 0
        ? { ...hour, type: 'payment_dispute_won', stripeId, amountCents: returnedCents }
        : null;
    }
    case 'PaymentRefused': {
      const { step, attempts, amountCents, totalCents, code, tryAgainAt } = data;
      if (attempts !== 1 && attempts !== MAX_REFUSALS) return null;
      return {
        ...hour,
        type: attempts === MAX_REFUSALS ? 'payment_retries_ended' : 'payment_refused',
        stripeId: transferGroupOf(bookingId),
        amountCents: step === 'cancelIntent' && wrongCurrency === null ? totalCents : amountCents,
        code,
        tryAgainAt,
      };
    }
    case 'PaymentOverdue': {
      const { amountCents } = data;
      const stripeId = transferGroupOf(bookingId);
      return { ...hour, type: 'payment_unpaid', stripeId, amountCents };
    }
    case 'PaymentReturnDue': {
      const { amountCents } = data;
      const stripeId = transferGroupOf(bookingId);
      return { ...hour, type: 'payment_return_due', stripeId, amountCents };
    }
    case 'PayoutRefused': {
      const { step, isRepeated, amountCents, code, tryAgainAt } = data;
      return isRepeated
        ? null
        : {
            ...hour,
            type: step === 'transfer' ? 'transfer_refused' : 'reversal_refused',
            stripeId: transferGroupOf(bookingId),
            amountCents,
            code,
            tryAgainAt,
          };
    }
    case 'PayoutDebtRecorded': {
      const stripeId = transferGroupOf(bookingId);
      return { ...hour, type: 'host_debt', stripeId, amountCents: data.amountCents };
    }
    case 'PayoutReversed': {
      const { reversalId: stripeId, amountCents } = data;
      return { ...hour, type: 'host_payout_reversed', stripeId, amountCents };
    }
    case 'PaymentRefundFailed': {
      const { refundId: stripeId, amountCents } = data;
      return { ...hour, type: 'refund_came_back', stripeId, amountCents };
    }
    case 'PaymentMismatched': {
      const { intentId: stripeId, foundCents: amountCents, foundCurrency: currency } = data;
      return { ...hour, type: 'payment_mismatched', stripeId, amountCents, currency };
    }
  }
};

export type AlarmCommand = Message<
  'RaiseAlarm',
  Readonly<{
    alarm: Alarm;
    adminIds: readonly string[];
    respondBy: string | null;
    raisedAt: string;
  }>
>;

/**
 * The admins who were alerted about one event. Each is alerted only once, no matter how often the
 * alarm is raised.
 */
export const alarm: Decider<readonly string[], AlarmCommand, AlarmEvent> = {
  category: 'alarm',
  initial: [],
  decide: ({ data: { alarm: raisedAlarm, adminIds, respondBy, raisedAt } }, alarmedAdminIds) =>
    adminIds
      .filter((adminId) => !alarmedAdminIds.includes(adminId))
      .map((adminId) => ({
        type: 'AdminAlarmed',
        data: { ...raisedAlarm, adminId, respondBy, raisedAt },
      })),
  evolve: (alarmedAdminIds, { data }) => [...alarmedAdminIds, data.adminId],
};
