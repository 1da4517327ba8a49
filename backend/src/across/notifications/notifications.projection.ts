import type { NotificationItem as View } from '@courtly/contracts/notifications';
import type { BookingEvent } from '../../booking/bookings/booking.events.js';
import type { RecordedEvent } from '../../platform/kernel/events.js';
import { defineProjection } from '../../platform/projections/projection.js';
import { type ChallengeNews, challengeNotice } from './challenge-notifications.js';
import { type CourtNews, courtNews, courtNotice, isOfCourt } from './court-notifications.js';
import {
  type MessageNews,
  isOfMessages,
  messageKeyOf,
  messageNews,
  messageNotice,
} from './message-notifications.js';
import {
  type MatchNews,
  isOfMatch,
  matchKeysOf,
  matchNews,
  matchNotice,
} from './match-notifications.js';
import type { RatingCorrectionEvent } from '../../play/rankings/rankings.events.js';
import { ratingNotice } from './rating-notifications.js';
import type { NoticeMarksEvent } from './notification-marks.events.js';
import type { AlarmEvent } from './alarm.events.js';
import { type MoneyEvent, hostToldBy, toldBy, toldOfMoney } from './recipients.js';

/** What one person is told of one event of a booking, a match, a rating, a court or a conversation. `at` is when that was decided (UTC). */
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

type NewsEvent = Exclude<BookingEvent, { type: 'BookingCompleted' }>;

const noticeOf = (event: RecordedEvent<NewsEvent>): Notice | null => {
  const told = toldBy(event);
  const { bookingId, courtId, playerId, startTime, endTime, zone } = event.data;
  return (
    told && {
      ...told,
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

const noticeOfMoney = (event: RecordedEvent<MoneyEvent>): Notice | null => {
  const told = toldOfMoney(event);
  const { bookingId, courtId, playerId, startTime, endTime, zone } = event.data;
  const its = { bookingId, courtId, playerId, startTime, endTime, zone };
  const unread = {
    at: event.metadata.at,
    read: false,
    answerBy: null,
    declineReason: null,
    stripeId: null,
  };
  return told && { ...told, ...its, ...unread };
};

const noticeOfAlarm = ({ data, metadata }: RecordedEvent<AlarmEvent>): Notice => {
  const { adminId, causeId: _, raisedAt: __, ...its } = data;
  return {
    ...its,
    personId: adminId,
    side: 'admin',
    at: metadata.at,
    read: false,
    answerBy: null,
    declineReason: null,
  };
};

/**
 * What the host was told of a request, after that was answered or ended: nobody waits for the host any more, who knows of it. One
 * that was booked at once never waited, and one that ran out stays to be seen.
 */
const settled = (notice: Notice, event: RecordedEvent<NewsEvent>): Notice => {
  if (event.type === 'BookingApproved' && event.data.approvedBy === 'instant')
    return noticeOf(event)!;
  if (event.type === 'BookingCancelled' && event.data.reason === 'host_did_not_answer')
    return { ...notice, type: 'request_unanswered', answerBy: null };
  // The host did nothing to end it.
  const ended = hostToldBy(event);
  if (ended)
    return { ...notice, type: ended.type, at: event.metadata.at, read: false, answerBy: null };
  return { ...notice, answerBy: null, read: true };
};

const keysOf = ({ type, data }: NewsEvent): readonly string[] => {
  const requested = `${data.bookingId}.requested`;
  switch (type) {
    case 'BookingRequested':
    case 'BookingPaymentAuthorised':
      return [requested];
    case 'BookingApproved':
      return data.approvedBy === 'instant'
        ? [requested]
        : [requested, `${data.bookingId}.approved`];
    case 'BookingCancelled':
      return [...(data.neverPaid ? [] : [requested]), `${data.bookingId}.cancelled`];
  }
};

/** A refund may come in parts, each of which is told. */
const moneyKeyOf = ({ type, data }: MoneyEvent): string =>
  [data.bookingId, type, ...('refundId' in data ? [data.refundId] : [])].join('.');

const moneyEvents = [
  ...(['PaymentCaptured', 'PaymentReleased', 'PaymentRefunded', 'PaymentRefundFailed'] as const),
  'PayoutTransferred',
] as const;

const isOfMoney = <E extends NewsEvent | MoneyEvent>(event: E): event is E & MoneyEvent =>
  (moneyEvents as readonly string[]).includes(event.type);

/**
 * What people are told, a document for each notice, under the booking's id and what happened to it. The index gives the list of
 * one person in its order, and what of it is read.
 */
export const notices = defineProjection<
  Notice,
  | (NewsEvent | MoneyEvent | AlarmEvent | MatchNews | ChallengeNews)
  | (RatingCorrectionEvent | CourtNews | MessageNews | NoticeMarksEvent)
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
    ...moneyEvents,
    'AdminAlarmed',
    ...matchNews,
    'ChallengeConfirmed',
    'RatingCorrected',
    ...courtNews,
    ...messageNews,
    'NoticesRead',
  ],
  key(event) {
    if (event.type === 'NoticesRead') return event.data.noticeIds;
    if (event.type === 'AdminAlarmed') return `${event.data.causeId}.${event.data.adminId}`;
    if (event.type === 'RatingCorrected') return `rating.${event.id}`;
    if (isOfCourt(event)) return `court.${event.id}`;
    if (event.type === 'ChallengeConfirmed') return `challenge.${event.data.bookingId}`;
    if (isOfMatch(event)) return matchKeysOf(event);
    if (isOfMessages(event)) return messageKeyOf(event);
    return isOfMoney(event) ? moneyKeyOf(event) : keysOf(event);
  },
  evolve(notice, event) {
    if (event.type === 'NoticesRead')
      return notice?.personId === event.data.userId ? { ...notice, read: true } : notice;
    if (event.type === 'AdminAlarmed') return notice ?? noticeOfAlarm(event);
    if (event.type === 'RatingCorrected') return notice ?? ratingNotice(event);
    if (isOfCourt(event)) return notice ?? courtNotice(event);
    if (event.type === 'ChallengeConfirmed') return notice ?? challengeNotice(event);
    if (isOfMatch(event)) return matchNotice(notice, event);
    if (isOfMessages(event)) return messageNotice(notice, event);
    if (isOfMoney(event)) return notice ?? noticeOfMoney(event);
    return notice ? settled(notice, event) : noticeOf(event);
  },
  audience: ({ personId }) => [personId],
  people: ({ personId, playerId }) => [personId, playerId],
});
