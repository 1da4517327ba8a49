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

const bookingNotice = (event: RecordedEvent<BookingNotificationEvent>): Notice | null => {
  const recipient = bookingRecipient(event);
  const { bookingId, courtId, playerId, startTime, endTime, zone } = event.data;
  return (
    recipient && {
      ...recipient,
      bookingId,
      courtId,
      playerId,
      startTime,
      endTime,
      zone,
      at: event.metadata.at,
      read: false,
      answerBy: 'answerBy' in event.data ? event.data.answerBy : null,
      declineReason: event.type === 'BookingCancelled' ? event.data.declineReason : null,
      amountCents: null,
      stripeId: null,
    }
  );
};

const moneyNotice = (event: RecordedEvent<MoneyEvent>): Notice | null => {
  const recipient = moneyRecipientOf(event);
  const { bookingId, courtId, playerId, startTime, endTime, zone } = event.data;
  const bookingFields = { bookingId, courtId, playerId, startTime, endTime, zone };
  const unreadFields = {
    at: event.metadata.at,
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
const settledNotice = (notice: Notice, event: RecordedEvent<BookingNotificationEvent>): Notice => {
  if (event.type === 'BookingApproved' && event.data.approvedBy === 'instant')
    return bookingNotice(event)!;
  if (event.type === 'BookingCancelled' && event.data.reason === 'host_did_not_answer')
    return { ...notice, type: 'request_unanswered', answerBy: null };
  const affectedHost = affectedHostOf(event);
  if (affectedHost)
    return {
      ...notice,
      type: affectedHost.type,
      at: event.metadata.at,
      read: false,
      answerBy: null,
    };
  return { ...notice, answerBy: null, read: true };
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
  event: E,
): event is E & MoneyEvent => (moneyEventTypes as readonly string[]).includes(event.type);

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
  key(event) {
    if (event.type === 'NoticesRead') return event.data.noticeIds;
    if (event.type === 'AdminAlarmed') return `${event.data.causeId}.${event.data.adminId}`;
    if (event.type === 'RatingCorrected') return `rating.${event.id}`;
    if (isCourtEvent(event)) return `court.${event.id}`;
    if (event.type === 'ChallengeConfirmed') return `challenge.${event.data.bookingId}`;
    if (isMatchEvent(event)) return matchNoticeKeys(event);
    if (isMessageEvent(event)) return messageNoticeKey(event);
    return isMoneyEvent(event) ? moneyNoticeKey(event) : bookingNoticeKeys(event);
  },
  evolve(notice, event) {
    if (event.type === 'NoticesRead')
      return notice?.personId === event.data.userId ? { ...notice, read: true } : notice;
    if (event.type === 'AdminAlarmed') return notice ?? alarmNotice(event);
    if (event.type === 'RatingCorrected') return notice ?? ratingNotice(event);
    if (isCourtEvent(event)) return notice ?? courtNotice(event);
    if (event.type === 'ChallengeConfirmed') return notice ?? challengeNotice(event);
    if (isMatchEvent(event)) return matchNotice(notice, event);
    if (isMessageEvent(event)) return messageNotice(notice, event);
    if (isMoneyEvent(event)) return notice ?? moneyNotice(event);
    return notice ? settledNotice(notice, event) : bookingNotice(event);
  },
  audience: ({ personId }) => [personId],
  people: ({ personId, playerId }) => [personId, playerId],
});
