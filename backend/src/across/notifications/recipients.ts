import type { BookingNotificationType, MailKind } from '@courtly/contracts/notifications';
import type { ReversalCause } from '@courtly/contracts/reversal-causes';
import { isLiveBooking } from '../../booking/bookings/booking.js';
import type { BookingEvent } from '../../booking/bookings/booking.events.js';
import { type PaymentEvent, wrongCurrencyOf } from '../../money/payments/payment.events.js';
import type { PayoutEvent } from '../../money/payouts/payout.events.js';

export const bookingEventTypes = [
  'BookingRequested',
  'BookingPaymentAuthorised',
  'BookingApproved',
  'BookingMoved',
  'BookingCancelled',
] as const;
export type BookingNotificationEvent = Extract<
  BookingEvent,
  { type: (typeof bookingEventTypes)[number] }
>;

type CancelledBooking = Extract<BookingEvent, { type: 'BookingCancelled' }>['data'];

export type RecipientSide = 'player' | 'host' | 'admin';
export type BookingRecipient = Readonly<{
  personId: string;
  side: RecipientSide;
  type: BookingNotificationType;
}>;

const cancellationNotifications: Record<
  CancelledBooking['reason'],
  Pick<BookingRecipient, 'side' | 'type'>
> = {
  player_cancelled: { side: 'host', type: 'cancelled_by_player' },
  host_declined: { side: 'player', type: 'request_declined' },
  host_did_not_answer: { side: 'player', type: 'request_unanswered' },
  host_cancelled: { side: 'player', type: 'cancelled_by_host' },
  hours_closed: { side: 'player', type: 'cancelled_by_closure' },
  operator_cancelled: { side: 'player', type: 'cancelled_by_operator' },
  not_paid: { side: 'player', type: 'request_not_paid' },
  payment_failed: { side: 'player', type: 'payment_failed' },
};

/** The party that did not cause the event. Null if no one has to be notified. */
export const bookingRecipient = ({ type, data }: BookingEvent): BookingRecipient | null => {
  const recipientAs = ({ side, type }: Pick<BookingRecipient, 'side' | 'type'>) => ({
    personId: side === 'host' ? data.hostId : data.playerId,
    side,
    type,
  });
  switch (type) {
    case 'BookingRequested':
      return data.payBy === null ? recipientAs({ side: 'host', type: 'request_received' }) : null;
    case 'BookingPaymentAuthorised':
      return recipientAs({ side: 'host', type: 'request_received' });
    case 'BookingApproved':
      return data.approvedBy === 'instant'
        ? recipientAs({ side: 'host', type: 'booking_received' })
        : recipientAs({ side: 'player', type: 'request_approved' });
    case 'BookingCancelled': {
      const cancellationNotification = cancellationNotifications[data.reason];
      // The host has never seen an unpaid request.
      return data.neverPaid && cancellationNotification.side === 'host'
        ? null
        : recipientAs(cancellationNotification);
    }
    case 'BookingLocalTimeChanged':
      return recipientAs({ side: 'player', type: 'local_time_changed' });
    case 'BookingMoved':
      return recipientAs({ side: 'host', type: 'hour_moved' });
    case 'BookingCompleted':
      return null;
  }
};

const hostNotificationTypes: Partial<Record<CancelledBooking['reason'], BookingNotificationType>> =
  {
    payment_failed: 'charge_failed',
    operator_cancelled: 'booking_cancelled_by_operator',
  };

/**
 * The host, if neither side ended or moved the booking: it was a failed charge, an admin, or new
 * zone data.
 */
export const affectedHostOf = ({ type, data }: BookingEvent): BookingRecipient | null => {
  if (type === 'BookingLocalTimeChanged' && !data.neverPaid)
    return { personId: data.hostId, side: 'host', type: 'local_time_changed' };
  const hostNotificationType =
    type === 'BookingCancelled' && !data.neverPaid ? hostNotificationTypes[data.reason] : undefined;
  return hostNotificationType
    ? { personId: data.hostId, side: 'host', type: hostNotificationType }
    : null;
};

/**
 * The player of an instant booking, who needs the address and the calendar file. Used only for
 * emails.
 */
export const instantPlayerOf = ({ type, data }: BookingEvent): BookingRecipient | null =>
  type === 'BookingApproved' && data.approvedBy === 'instant'
    ? { personId: data.playerId, side: 'player', type: 'request_approved' }
    : null;

/** The player whose request the host can now answer. Used only for emails. */
export const requestingPlayerOf = (event: BookingEvent): BookingRecipient | null =>
  bookingRecipient(event)?.type === 'request_received'
    ? { personId: event.data.playerId, side: 'player', type: 'request_sent' }
    : null;

/** A player who canceled has the booking in their calendar. Used only for emails. */
export const cancellingPlayerOf = ({ type, data }: BookingEvent): BookingRecipient | null =>
  type === 'BookingCancelled' && data.reason === 'player_cancelled' && data.approvedAt !== null
    ? { personId: data.playerId, side: 'player', type: 'cancelled_by_you' }
    : null;

/** A player who moved an hour has its old time in their calendar. Used only for emails. */
export const movingPlayerOf = ({ type, data }: BookingEvent): BookingRecipient | null =>
  type === 'BookingMoved'
    ? { personId: data.playerId, side: 'player', type: 'hour_moved_by_you' }
    : null;

export const moneyEventTypes = [
  'PaymentCaptured',
  'PaymentReleased',
  'PaymentRefunded',
  'PaymentRefundFailed',
  'PaymentRefundOrdered',
  'PaymentDisputed',
  'PaymentDisputeClosed',
  'PaymentOverdue',
  'PaymentSettledOtherwise',
  'PayoutTransferred',
  'PayoutReversed',
  'PayoutOffset',
  'PayoutAdjusted',
  'PayoutRefused',
] as const;
export type MoneyEvent = Extract<
  PaymentEvent | PayoutEvent,
  { type: (typeof moneyEventTypes)[number] }
>;

/** A recipient, with the amount that moved. */
export type MoneyRecipient = BookingRecipient &
  Readonly<{
    /** Null if the event lacks it; signed for an adjustment. */
    amountCents: number | null;
    /** Dollars if missing. */
    currency?: string;
    /** Of a payout: Stripe's code and the next attempt (UTC). */
    refusal?: Readonly<{ code: string; tryAgainAt: string }>;
    adjustmentId?: string;
    /** Why a payout was taken back. */
    cause?: ReversalCause;
  }>;

/** Both sides of a debt, or the one side that lost or gained money. */
export const moneyRecipientsOf = (moneyEvent: MoneyEvent): readonly MoneyRecipient[] => {
  if (moneyEvent.type === 'PaymentOverdue') {
    const { playerId, hostId, amountCents } = moneyEvent.data;
    return [
      { personId: playerId, side: 'player', type: 'payment_overdue', amountCents },
      { personId: hostId, side: 'host', type: 'charge_overdue', amountCents },
    ];
  }
  const isRefund =
    moneyEvent.type === 'PaymentRefunded' || moneyEvent.type === 'PaymentRefundFailed';
  if (isRefund && moneyEvent.data.madeAt !== undefined) return [];
  const currency = wrongCurrencyOf(moneyEvent);
  const inCurrency = (recipient: MoneyRecipient): MoneyRecipient =>
    currency === null ? recipient : { ...recipient, currency };
  if (moneyEvent.type === 'PaymentSettledOtherwise')
    return settlementRecipientsOf(moneyEvent).map(inCurrency);
  const recipient = moneyRecipientOf(moneyEvent);
  // A charge that differs from the price does not concern the host.
  if (!recipient || (currency !== null && recipient.side === 'host')) return [];
  return [inCurrency(recipient)];
};

/**
 * The people affected by a settlement outside Stripe. The host is not paid for a waived amount. A
 * hold has no amount.
 */
const settlementRecipientsOf = ({
  data: { playerId, hostId, obligation, outcome, amountCents },
}: Extract<MoneyEvent, { type: 'PaymentSettledOtherwise' }>): readonly MoneyRecipient[] => {
  const player = { personId: playerId, side: 'player', amountCents } as const;
  const host = { personId: hostId, side: 'host', amountCents } as const;
  if (obligation === 'charge')
    return outcome === 'paid'
      ? [
          { ...player, type: 'payment_settled' },
          { ...host, type: 'charge_settled' },
        ]
      : [
          { ...player, type: 'payment_waived' },
          { ...host, type: 'charge_waived' },
        ];
  if (obligation === 'hold') return [];
  return [{ ...player, type: outcome === 'paid' ? 'refund_settled' : 'refund_waived' }];
};

/**
 * Null if no one lost or gained money, for example because nothing was authorized or a bank only
 * inquired.
 */
const moneyRecipientOf = ({
  type,
  data,
}: Exclude<
  MoneyEvent,
  { type: 'PaymentOverdue' | 'PaymentSettledOtherwise' }
>): MoneyRecipient | null => {
  const playerRecipient = { personId: data.playerId, side: 'player' } as const;
  const hostRecipient = { personId: data.hostId, side: 'host' } as const;
  switch (type) {
    case 'PaymentCaptured':
      return { ...playerRecipient, type: 'charged', amountCents: data.amountCents };
    case 'PaymentReleased':
      return data.wasAuthorised
        ? { ...playerRecipient, type: 'hold_released', amountCents: data.totalCents }
        : null;
    case 'PaymentRefunded':
      return { ...playerRecipient, type: 'refunded', amountCents: data.amountCents };
    case 'PaymentRefundFailed':
      return { ...playerRecipient, type: 'refund_failed', amountCents: data.amountCents };
    case 'PaymentRefundOrdered':
      return data.hostCents > 0
        ? { ...hostRecipient, type: 'refund_borne', amountCents: data.hostCents }
        : null;
    case 'PaymentDisputed':
      return data.amountCents > 0
        ? { ...hostRecipient, type: 'charge_disputed', amountCents: data.amountCents }
        : null;
    case 'PaymentDisputeClosed':
      if (!data.won) return { ...hostRecipient, type: 'dispute_lost', amountCents: null };
      return data.returnedCents > 0
        ? { ...hostRecipient, type: 'dispute_won', amountCents: data.returnedCents }
        : null;
    case 'PayoutTransferred':
      return { ...hostRecipient, type: 'paid_out', amountCents: data.amountCents };
    case 'PayoutReversed':
      return {
        ...hostRecipient,
        type: 'payout_reversed',
        amountCents: data.amountCents,
        ...(data.cause && { cause: data.cause }),
      };
    case 'PayoutOffset':
      return { ...hostRecipient, type: 'payout_offset', amountCents: data.amountCents };
    case 'PayoutAdjusted': {
      const { amountCents, adjustmentId } = data;
      return { ...hostRecipient, type: 'payout_adjusted', amountCents, adjustmentId };
    }
    case 'PayoutRefused': {
      const { step, isRepeated, amountCents, code, tryAgainAt } = data;
      // Hosts are not notified when Stripe refuses to take money back.
      return step === 'reverse' || isRepeated
        ? null
        : {
            ...hostRecipient,
            type: 'payout_refused',
            amountCents,
            refusal: { code, tryAgainAt },
          };
    }
  }
};

type BookingStatus = 'pending' | 'confirmed' | 'completed' | 'cancelled';

/** `live` means pending or confirmed. */
const expectedStatus: Record<BookingNotificationType, BookingStatus | 'live' | null> = {
  request_received: 'pending',
  request_sent: 'pending',
  booking_received: 'confirmed',
  request_approved: 'confirmed',
  cancelled_by_player: 'cancelled',
  cancelled_by_you: 'cancelled',
  request_declined: 'cancelled',
  request_unanswered: 'cancelled',
  cancelled_by_host: 'cancelled',
  cancelled_by_closure: 'cancelled',
  cancelled_by_operator: 'cancelled',
  booking_cancelled_by_operator: 'cancelled',
  request_not_paid: 'cancelled',
  payment_failed: 'cancelled',
  charge_failed: 'cancelled',
  local_time_changed: 'live',
  hour_moved: 'confirmed',
  hour_moved_by_you: 'confirmed',
  charged: null,
  hold_released: null,
  refunded: null,
  refund_failed: null,
  paid_out: null,
  refund_borne: null,
  payout_refused: null,
  payout_reversed: null,
  payout_offset: null,
  payout_adjusted: null,
  charge_disputed: null,
  dispute_won: null,
  dispute_lost: null,
  payment_overdue: null,
  charge_overdue: null,
  payment_settled: null,
  charge_settled: null,
  payment_waived: null,
  charge_waived: null,
  refund_settled: null,
  refund_waived: null,
  payment_disputed: null,
  payment_inquiry: null,
  payment_dispute_won: null,
  payment_dispute_lost: null,
  refund_came_back: null,
  payment_mismatched: null,
  payment_refused: null,
  payment_retries_ended: null,
  payment_unpaid: null,
  payment_return_due: null,
  payment_fraud_warned: null,
  authorization_fraud_warned: null,
  transfer_refused: null,
  reversal_refused: null,
  host_payout_reversed: null,
  host_debt: null,
  incident_reported: null,
  incident_disputed: null,
  incident_upheld: null,
  incident_dismissed: null,
  review_due: 'completed',
  review_received: 'completed',
  review_removed: 'completed',
  message_removed: null,
  incident_overdue: null,
  host_suspended: null,
};

/**
 * Prevents emails about a status that has changed in the meantime. Emails about moved money never
 * become outdated, but those about debts do.
 */
export const isStillCurrent = (
  notificationType: BookingNotificationType,
  currentStatus: BookingStatus,
): boolean => {
  const expected = expectedStatus[notificationType];
  return expected === 'live'
    ? isLiveBooking({ status: currentStatus })
    : expected === null || expected === currentStatus;
};

/** Emails about debts are outdated once nothing is owed. */
export const debtNotifications: ReadonlySet<BookingNotificationType> = new Set([
  'payment_overdue',
  'charge_overdue',
  'payment_unpaid',
]);

/** Emails about money cannot be turned off. */
const isMoneyNotification = (notificationType: BookingNotificationType): boolean =>
  expectedStatus[notificationType] === null;

const requestTypes: readonly BookingNotificationType[] = [
  'request_received',
  'request_sent',
  'request_approved',
  'request_declined',
  'request_unanswered',
  'request_not_paid',
];

/** Null if the email cannot be turned off. */
export const emailKindOf = (notificationType: BookingNotificationType): MailKind | null => {
  if (isMoneyNotification(notificationType)) return null;
  return requestTypes.includes(notificationType) ? 'requests' : 'bookings';
};
