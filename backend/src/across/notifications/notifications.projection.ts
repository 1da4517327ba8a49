import type { NotificationItem as View } from '@courtly/contracts/notifications';
import type { BookingEvent } from '../../booking/bookings/booking.events.js';
import type { RecordedEvent } from '../../platform/kernel/events.js';
import { defineProjection } from '../../platform/projections/projection.js';
import { type ChallengeNotificationEvent, challengeNotice } from './challenge-notifications.js';
import {
  type CourtNotificationEvent,
  courtEventTypes,
  courtNotice,
  isCourtEvent,
} from './court-notifications.js';
import {
  type MessageNotificationEvent,
  isMessageEvent,
  messageNoticeKey,
  messageEventTypes,
  messageNotice,
} from './message-notifications.js';
import {
  type MatchNotificationEvent,
  isMatchEvent,
  matchNoticeKeys,
  matchEventTypes,
  matchNotice,
} from './match-notifications.js';
import type { RatingCorrectionEvent } from '../../play/rankings/rankings.events.js';
import { ratingNotice } from './rating-notifications.js';
import type { NotificationMarksEvent } from './notification-marks.events.js';
import type { AlarmEvent } from './alarm.events.js';
import {
  type MoneyEvent,
  affectedHostOf,
  bookingRecipient,
  moneyRecipientOf,
} from './recipients.js';

/** A notification for `personId`. `at` is when its event was decided (UTC). */
export type Notice = Pick<
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

const bookingNotice = (bookingEvent: RecordedEvent<BookingNotificationEvent>): Notice | null => {
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

const moneyNotice = (moneyEvent: RecordedEvent<MoneyEvent>): Notice | null => {
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

const alarmNotice = ({ data, metadata }: RecordedEvent<AlarmEvent>): Notice => {
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
const settledNotice = (
  existingNotice: Notice,
  bookingEvent: RecordedEvent<BookingNotificationEvent>,
): Notice => {
  if (bookingEvent.type === 'BookingApproved' && bookingEvent.data.approvedBy === 'instant')
    return bookingNotice(bookingEvent)!;
  if (
    bookingEvent.type === 'BookingCancelled' &&
    bookingEvent.data.reason === 'host_did_not_answer'
  )
    return { ...existingNotice, type: 'request_unanswered', answerBy: null };
  const affectedHost = affectedHostOf(bookingEvent);
  if (affectedHost)
    return {
      ...existingNotice,
      type: affectedHost.type,
      at: bookingEvent.metadata.at,
      read: false,
      answerBy: null,
    };
  return { ...existingNotice, answerBy: null, read: true };
};

const bookingNoticeKeys = ({ type, data }: BookingNotificationEvent): readonly string[] => {
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
const moneyNoticeKey = ({ type, data }: MoneyEvent): string =>
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
export const notices = defineProjection<
  Notice,
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
    if (isMatchEvent(recordedEvent)) return matchNoticeKeys(recordedEvent);
    if (isMessageEvent(recordedEvent)) return messageNoticeKey(recordedEvent);
    return isMoneyEvent(recordedEvent)
      ? moneyNoticeKey(recordedEvent)
      : bookingNoticeKeys(recordedEvent);
  },
  evolve(existingNotice, recordedEvent) {
    if (recordedEvent.type === 'NoticesRead')
      return existingNotice?.personId === recordedEvent.data.userId
        ? { ...existingNotice, read: true }
        : existingNotice;
    if (recordedEvent.type === 'AdminAlarmed') return existingNotice ?? alarmNotice(recordedEvent);
    if (recordedEvent.type === 'RatingCorrected')
      return existingNotice ?? ratingNotice(recordedEvent);
    if (isCourtEvent(recordedEvent)) return existingNotice ?? courtNotice(recordedEvent);
    if (recordedEvent.type === 'ChallengeConfirmed')
      return existingNotice ?? challengeNotice(recordedEvent);
    if (isMatchEvent(recordedEvent)) return matchNotice(existingNotice, recordedEvent);
    if (isMessageEvent(recordedEvent)) return messageNotice(existingNotice, recordedEvent);
    if (isMoneyEvent(recordedEvent)) return existingNotice ?? moneyNotice(recordedEvent);
    return existingNotice
      ? settledNotice(existingNotice, recordedEvent)
      : bookingNotice(recordedEvent);
  },
  audience: ({ personId }) => [personId],
  people: ({ personId, playerId }) => [personId, playerId],
});
