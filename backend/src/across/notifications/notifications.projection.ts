import type { BookingEvent } from '../../booking/bookings/booking.events.js';
import type { RecordedEvent } from '../../platform/kernel/events.js';
import { reversalCauseTexts } from '@courtly/contracts/reversal-causes';
import { offsetLabel } from '../../platform/kernel/local-time.js';
import { defineProjection } from '../../platform/projections/projection.js';
import {
  type CourtNotificationEvent,
  courtEventTypes,
  courtNotification,
  isCourtEvent,
} from './court-notifications.js';
import {
  type AccountNotificationEvent,
  accountEventTypes,
  accountNotification,
  isAccountEvent,
} from './account-notifications.js';
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
  type ChallengeNotificationEvent,
  challengeNotification,
  ratingNotification,
} from './match-notifications.js';
import {
  type IncidentNotificationEvent,
  incidentEventTypes,
  incidentNotification,
  incidentNotificationKeys,
  isIncidentEvent,
} from './incident-notifications.js';
import {
  type ReviewNotificationEvent,
  isReviewEvent,
  reviewEventTypes,
  reviewNotification,
  reviewNotificationKeys,
} from './review-notifications.js';
import {
  type ReportNotificationEvent,
  isReportEvent,
  reportEventTypes,
  reportNotification,
  reportNotificationKeys,
} from './report-notifications.js';
import {
  type RankingNotificationEvent,
  isRankingEvent,
  rankingEventTypes,
  rankingNotification,
} from './ranking-notifications.js';
import type { RatingCorrectionEvent } from '../../play/rankings/rankings.events.js';
import { type Notification, hasTypeOf, unreadNotification } from './notification.js';
import type { NotificationMarksEvent } from './notification-marks.events.js';
import type { AlarmEvent } from './alarm.events.js';
import {
  type BookingNotificationEvent,
  type MoneyEvent,
  affectedHostOf,
  bookingEventTypes,
  bookingRecipient,
  moneyEventTypes,
  moneyRecipientsOf,
} from './recipients.js';

const bookingNotification = (
  bookingEvent: RecordedEvent<BookingNotificationEvent>,
): Notification | null => {
  const recipient = bookingRecipient(bookingEvent);
  const { type, data, metadata } = bookingEvent;
  const { bookingId, courtId, playerId, startTime, endTime, zone } = data;
  return (
    recipient && {
      ...unreadNotification,
      ...recipient,
      bookingId,
      courtId,
      playerId,
      startTime,
      endTime,
      zone,
      at: metadata.at,
      answerBy: 'answerBy' in data ? data.answerBy : null,
      declineReason: type === 'BookingCancelled' ? data.declineReason : null,
    }
  );
};

const moneyNotification = (
  moneyEvent: RecordedEvent<MoneyEvent>,
  notificationId: string,
): Notification | null => {
  const recipients = moneyRecipientsOf(moneyEvent);
  const recipient =
    recipients.find(({ side }) => notificationId.endsWith(`.${side}`)) ?? recipients.at(-1);
  if (!recipient) return null;
  const { personId, side, type, amountCents } = recipient;
  const { bookingId, courtId, playerId, startTime, endTime, zone } = moneyEvent.data;
  const bookingFields = { bookingId, courtId, playerId, startTime, endTime, zone };
  const { at } = moneyEvent.metadata;
  return {
    ...unreadNotification,
    ...bookingFields,
    personId,
    side,
    type,
    amountCents,
    ...(recipient.currency && { currency: recipient.currency }),
    at,
    ...(moneyEvent.type === 'PayoutAdjusted' && { reason: moneyEvent.data.hostNote }),
    ...(recipient.cause && { reason: reversalCauseTexts[recipient.cause] }),
  };
};

type LocalTimeEvent = Extract<BookingEvent, { type: 'BookingLocalTimeChanged' }>;

const localTimeKeys = ({ id, data }: RecordedEvent<LocalTimeEvent>): readonly string[] =>
  (data.neverPaid ? ['player'] : ['player', 'host']).map((side) => `local-time.${id}.${side}`);

const localTimeNotification = (
  event: RecordedEvent<LocalTimeEvent>,
  notificationId: string,
): Notification => {
  const { bookingId, courtId, hostId, playerId, startTime, endTime, zone } = event.data;
  const isHost = notificationId.endsWith('.host');
  return {
    ...unreadNotification,
    personId: isHost ? hostId : playerId,
    side: isHost ? 'host' : 'player',
    type: 'local_time_changed',
    bookingId,
    courtId,
    playerId,
    startTime,
    endTime,
    zone,
    at: event.metadata.at,
    offsets: {
      before: offsetLabel(event.data.previousOffsetMinutes),
      after: offsetLabel(event.data.offsetMinutes),
    },
  };
};

const alarmNotification = ({ data, metadata }: RecordedEvent<AlarmEvent>): Notification => {
  const { adminId, type, bookingId, courtId, playerId, startTime, endTime, zone } = data;
  const { stripeId, amountCents, currency, respondBy = null } = data;
  const hour = { bookingId, courtId, playerId, startTime, endTime, zone };
  return {
    ...unreadNotification,
    ...hour,
    type,
    stripeId,
    amountCents,
    currency,
    answerBy: respondBy,
    personId: adminId,
    side: 'admin',
    at: metadata.at,
  };
};

/**
 * The host's notification after a request has ended. It is marked as read if the host responded. An
 * instant booking needs no response, and an expired request stays unread.
 */
const settledNotification = (
  notification: Notification,
  bookingEvent: RecordedEvent<BookingNotificationEvent>,
): Notification => {
  if (bookingEvent.type === 'BookingApproved' && bookingEvent.data.approvedBy === 'instant')
    return bookingNotification(bookingEvent)!;
  if (
    bookingEvent.type === 'BookingCancelled' &&
    bookingEvent.data.reason === 'host_did_not_answer'
  )
    return { ...notification, type: 'request_unanswered', answerBy: null };
  const affectedHost = affectedHostOf(bookingEvent);
  if (affectedHost)
    return {
      ...notification,
      type: affectedHost.type,
      at: bookingEvent.metadata.at,
      read: false,
      answerBy: null,
    };
  return { ...notification, answerBy: null, read: true };
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
    case 'BookingMoved':
      return [`${data.bookingId}.moved`];
    case 'BookingCancelled':
      return [...(data.neverPaid ? [] : [requestKey]), `${data.bookingId}.cancelled`];
  }
};

/**
 * Each refund, dispute, reversal, and adjustment has its own notification. A debt has one for each
 * side, as does its settlement.
 */
const moneyNotificationKeys = ({ type, data }: MoneyEvent): readonly string[] => {
  if (type === 'PaymentOverdue')
    return ['player', 'host'].map((side) => [data.bookingId, type, side].join('.'));
  if (type === 'PaymentSettledOtherwise') {
    const keyOf = (...parts: readonly string[]) =>
      [data.bookingId, type, data.orderId, ...parts].join('.');
    if (data.obligation !== 'charge') return [keyOf()];
    // For a waived charge, the host's notification keeps the id from before players were notified
    // too.
    return [keyOf('player'), data.outcome === 'waived' ? keyOf() : keyOf('host')];
  }
  // A manual refund has both ids, and is identified by the id of its order.
  const movementId = [
    'refundId' in data && data.refundId,
    'orderId' in data && data.orderId,
    'disputeId' in data && data.disputeId,
    'reversalId' in data && data.reversalId,
    'offsetId' in data && data.offsetId,
    'adjustmentId' in data && data.adjustmentId,
  ].find(Boolean);
  return [[data.bookingId, type, ...(movementId ? [movementId] : [])].join('.')];
};

const isMoneyEvent = hasTypeOf(moneyEventTypes);

type NotificationEvent =
  | BookingNotificationEvent
  | LocalTimeEvent
  | MoneyEvent
  | AlarmEvent
  | MatchNotificationEvent
  | ChallengeNotificationEvent
  | RatingCorrectionEvent
  | RankingNotificationEvent
  | CourtNotificationEvent
  | AccountNotificationEvent
  | MessageNotificationEvent
  | IncidentNotificationEvent
  | ReviewNotificationEvent
  | ReportNotificationEvent
  | NotificationMarksEvent;

/**
 * One document per notification. The index serves a user's list in its order, and covers `read`.
 */
export const notifications = defineProjection<Notification, NotificationEvent>({
  name: 'notices',
  version: 34,
  indexes: [{ personId: 1, at: -1, _id: -1, read: 1, type: 1, endTime: 1 }],
  handles: [
    ...bookingEventTypes,
    'BookingLocalTimeChanged',
    ...moneyEventTypes,
    'AdminAlarmed',
    ...matchEventTypes,
    'ChallengeConfirmed',
    'RatingCorrected',
    ...rankingEventTypes,
    ...courtEventTypes,
    ...accountEventTypes,
    ...messageEventTypes,
    ...incidentEventTypes,
    ...reviewEventTypes,
    ...reportEventTypes.filter((type) => type !== 'ReviewRemoved'),
    'NoticesRead',
  ],
  key(event) {
    if (event.type === 'NoticesRead') return event.data.noticeIds;
    if (event.type === 'AdminAlarmed') return `${event.data.causeId}.${event.data.adminId}`;
    if (event.type === 'RatingCorrected') return `rating.${event.id}`;
    if (event.type === 'BookingLocalTimeChanged') return localTimeKeys(event);
    if (isRankingEvent(event)) return `ranking.${event.id}`;
    if (isCourtEvent(event)) return `court.${event.id}`;
    if (isAccountEvent(event)) return `account.${event.id}`;
    if (event.type === 'ChallengeConfirmed') return `challenge.${event.data.bookingId}`;
    if (isMatchEvent(event)) return matchNotificationKeys(event);
    if (isMessageEvent(event)) return messageNotificationKey(event);
    if (isIncidentEvent(event)) return incidentNotificationKeys(event);
    if (isReviewEvent(event) || isReportEvent(event))
      return [
        ...(isReviewEvent(event) ? reviewNotificationKeys(event) : []),
        ...(isReportEvent(event) ? reportNotificationKeys(event) : []),
      ];
    return isMoneyEvent(event) ? moneyNotificationKeys(event) : bookingNotificationKeys(event);
  },
  evolve(notification, event, notificationId) {
    if (event.type === 'NoticesRead')
      return notification?.personId === event.data.userId
        ? { ...notification, read: true }
        : notification;
    if (event.type === 'AdminAlarmed') return notification ?? alarmNotification(event);
    if (event.type === 'RatingCorrected') return notification ?? ratingNotification(event);
    if (event.type === 'BookingLocalTimeChanged')
      return notification ?? localTimeNotification(event, notificationId);
    if (isRankingEvent(event)) return notification ?? rankingNotification(event);
    if (isCourtEvent(event)) return notification ?? courtNotification(event);
    if (isAccountEvent(event)) return notification ?? accountNotification(event);
    if (event.type === 'ChallengeConfirmed') return notification ?? challengeNotification(event);
    if (isMatchEvent(event)) return matchNotification(notification, event, notificationId);
    if (isMessageEvent(event)) return messageNotification(notification, event);
    if (isIncidentEvent(event)) return notification ?? incidentNotification(event, notificationId);
    if (isReportEvent(event) || isReviewEvent(event)) {
      if (isReportEvent(event) && notificationId.startsWith('report.'))
        return notification ?? reportNotification(event, notificationId);
      return isReviewEvent(event)
        ? reviewNotification(notification, event, notificationId)
        : notification;
    }
    // A refusal after a success or a second withdrawal creates a new notification.
    if (isMoneyEvent(event)) return moneyNotification(event, notificationId) ?? notification;
    return notification ? settledNotification(notification, event) : bookingNotification(event);
  },
  audience: ({ personId }) => [personId],
  people: ({ personId, playerId, reasonBy }) => [
    personId,
    ...(playerId === '' ? [] : [playerId]),
    ...(reasonBy === undefined ? [] : [reasonBy]),
  ],
});
