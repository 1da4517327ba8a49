import type { NotificationItem as View } from '@courtly/contracts/notifications';
import type { BookingEvent } from '../../booking/bookings/booking.events.js';
import type { RecordedEvent } from '../../platform/kernel/events.js';
import { defineProjection } from '../../platform/projections/projection.js';
import {
  type ChallengeNotificationEvent,
  challengeNotification,
} from './challenge-notifications.js';
import {
  type CourtNotificationEvent,
  courtEventTypes,
  courtNotification,
  isCourtEvent,
} from './court-notifications.js';
import {
  type MessageNotificationEvent,
  isMessageEvent,
  messageNotificationKey,
  messageEventTypes,
  messageNotification,
} from './message-notifications.js';
import {
  type MatchNotificationEvent,
  isMatchEvent,
  matchNotificationKeys,
  matchEventTypes,
  matchNotification,
} from './match-notifications.js';
import type { RatingCorrectionEvent } from '../../play/rankings/rankings.events.js';
import { ratingNotification } from './rating-notifications.js';
import type { NotificationMarksEvent } from './notification-marks.events.js';
import type { AlarmEvent } from './alarm.events.js';
import {
  type MoneyEvent,
  affectedHostOf,
  bookingRecipient,
  moneyRecipientOf,
} from './recipients.js';

/** A notification for `personId`. `at` is when its event was decided (UTC). */
export type Notification = Pick<
  View,
  | 'type'
  | 'side'
  | 'at'
  | 'read'
  | 'bookingId'
  | 'startTime'
  | 'endTime'
  | 'zone'
  | 'answerBy'
  | 'declineReason'
> &
  Readonly<{
    personId: string;
    courtId: string;
    playerId: string;
    amountCents: number | null;
    stripeId: string | null;
    reason?: string;
  }>;

type BookingNotificationEvent = Exclude<BookingEvent, { type: 'BookingCompleted' }>;

const bookingNotification = (
  bookingEvent: RecordedEvent<BookingNotificationEvent>,
): Notification | null => {
  const recipient = bookingRecipient(bookingEvent);
  const { bookingId, courtId, playerId, startTime, endTime, zone } = bookingEvent.data;
  return (
    recipient && {
      ...recipient,
      bookingId,
      courtId,
      playerId,
      startTime,
      endTime,
      zone,
      at: bookingEvent.metadata.at,
      read: false,
      answerBy: 'answerBy' in bookingEvent.data ? bookingEvent.data.answerBy : null,
      declineReason:
        bookingEvent.type === 'BookingCancelled' ? bookingEvent.data.declineReason : null,
      amountCents: null,
      stripeId: null,
    }
  );
};

const moneyNotification = (moneyEvent: RecordedEvent<MoneyEvent>): Notification | null => {
  const recipient = moneyRecipientOf(moneyEvent);
  const { bookingId, courtId, playerId, startTime, endTime, zone } = moneyEvent.data;
  const bookingFields = { bookingId, courtId, playerId, startTime, endTime, zone };
  const unreadFields = {
    at: moneyEvent.metadata.at,
    read: false,
    answerBy: null,
    declineReason: null,
    stripeId: null,
  };
  return recipient && { ...recipient, ...bookingFields, ...unreadFields };
};

const alarmNotification = ({ data, metadata }: RecordedEvent<AlarmEvent>): Notification => {
  const { adminId, causeId: _, raisedAt: __, ...alarmFields } = data;
  return {
    ...alarmFields,
    personId: adminId,
    side: 'admin',
    at: metadata.at,
    read: false,
    answerBy: null,
    declineReason: null,
  };
};

/**
 * The host's notification after their request ends. It counts as read if the host answered. An
 * instant booking never awaited an answer, and an expired request stays unread.
 */
const settledNotification = (
  existingNotification: Notification,
  bookingEvent: RecordedEvent<BookingNotificationEvent>,
): Notification => {
  if (bookingEvent.type === 'BookingApproved' && bookingEvent.data.approvedBy === 'instant')
    return bookingNotification(bookingEvent)!;
  if (
    bookingEvent.type === 'BookingCancelled' &&
    bookingEvent.data.reason === 'host_did_not_answer'
  )
    return { ...existingNotification, type: 'request_unanswered', answerBy: null };
  const affectedHost = affectedHostOf(bookingEvent);
  if (affectedHost)
    return {
      ...existingNotification,
      type: affectedHost.type,
      at: bookingEvent.metadata.at,
      read: false,
      answerBy: null,
    };
  return { ...existingNotification, answerBy: null, read: true };
};

const bookingNotificationKeys = ({ type, data }: BookingNotificationEvent): readonly string[] => {
  const requestKey = `${data.bookingId}.requested`;
  switch (type) {
    case 'BookingRequested':
    case 'BookingPaymentAuthorised':
      return [requestKey];
    case 'BookingApproved':
      return data.approvedBy === 'instant'
        ? [requestKey]
        : [requestKey, `${data.bookingId}.approved`];
    case 'BookingCancelled':
      return [...(data.neverPaid ? [] : [requestKey]), `${data.bookingId}.cancelled`];
  }
};

/** Each partial refund has its own notification. */
const moneyNotificationKey = ({ type, data }: MoneyEvent): string =>
  [data.bookingId, type, ...('refundId' in data ? [data.refundId] : [])].join('.');

const moneyEventTypes = [
  ...(['PaymentCaptured', 'PaymentReleased', 'PaymentRefunded', 'PaymentRefundFailed'] as const),
  'PayoutTransferred',
] as const;

const isMoneyEvent = <E extends BookingNotificationEvent | MoneyEvent>(
  candidateEvent: E,
): candidateEvent is E & MoneyEvent =>
  (moneyEventTypes as readonly string[]).includes(candidateEvent.type);

/** One document per notification. The index serves a user's list in its order, with what is read. */
export const notifications = defineProjection<
  Notification,
  | (
      | BookingNotificationEvent
      | MoneyEvent
      | AlarmEvent
      | MatchNotificationEvent
      | ChallengeNotificationEvent
    )
  | (
      | RatingCorrectionEvent
      | CourtNotificationEvent
      | MessageNotificationEvent
      | NotificationMarksEvent
    )
>({
  name: 'notices',
  version: 7,
  indexes: [{ personId: 1, at: -1, _id: -1, read: 1 }],
  handles: [
    ...([
      'BookingRequested',
      'BookingPaymentAuthorised',
      'BookingApproved',
      'BookingCancelled',
    ] as const),
    ...moneyEventTypes,
    'AdminAlarmed',
    ...matchEventTypes,
    'ChallengeConfirmed',
    'RatingCorrected',
    ...courtEventTypes,
    ...messageEventTypes,
    'NoticesRead',
  ],
  key(recordedEvent) {
    if (recordedEvent.type === 'NoticesRead') return recordedEvent.data.noticeIds;
    if (recordedEvent.type === 'AdminAlarmed')
      return `${recordedEvent.data.causeId}.${recordedEvent.data.adminId}`;
    if (recordedEvent.type === 'RatingCorrected') return `rating.${recordedEvent.id}`;
    if (isCourtEvent(recordedEvent)) return `court.${recordedEvent.id}`;
    if (recordedEvent.type === 'ChallengeConfirmed')
      return `challenge.${recordedEvent.data.bookingId}`;
    if (isMatchEvent(recordedEvent)) return matchNotificationKeys(recordedEvent);
    if (isMessageEvent(recordedEvent)) return messageNotificationKey(recordedEvent);
    return isMoneyEvent(recordedEvent)
      ? moneyNotificationKey(recordedEvent)
      : bookingNotificationKeys(recordedEvent);
  },
  evolve(existingNotification, recordedEvent) {
    if (recordedEvent.type === 'NoticesRead')
      return existingNotification?.personId === recordedEvent.data.userId
        ? { ...existingNotification, read: true }
        : existingNotification;
    if (recordedEvent.type === 'AdminAlarmed')
      return existingNotification ?? alarmNotification(recordedEvent);
    if (recordedEvent.type === 'RatingCorrected')
      return existingNotification ?? ratingNotification(recordedEvent);
    if (isCourtEvent(recordedEvent))
      return existingNotification ?? courtNotification(recordedEvent);
    if (recordedEvent.type === 'ChallengeConfirmed')
      return existingNotification ?? challengeNotification(recordedEvent);
    if (isMatchEvent(recordedEvent)) return matchNotification(existingNotification, recordedEvent);
    if (isMessageEvent(recordedEvent))
      return messageNotification(existingNotification, recordedEvent);
    if (isMoneyEvent(recordedEvent))
      return existingNotification ?? moneyNotification(recordedEvent);
    return existingNotification
      ? settledNotification(existingNotification, recordedEvent)
      : bookingNotification(recordedEvent);
  },
  audience: ({ personId }) => [personId],
  people: ({ personId, playerId }) => [personId, playerId],
});
