import {
  MembershipNotificationType,
  PlatformNotificationType,
} from '@courtly/contracts/notifications';
import type { z } from 'zod';
import type { BookingEvent } from '../../booking/bookings/booking.events.js';
import type { Booking } from '../../booking/bookings/booking.js';
import { bookings } from '../../booking/bookings/bookings.projection.js';
import { DAY_MS } from '../../platform/kernel/local-time.js';
import { type Job, defineProcess } from '../../platform/processes/process.js';
import type { ReminderLeadTime } from './notification-emails.js';
import {
  type CourtNotificationEvent,
  courtEventTypes,
  courtNotificationType,
} from './court-notifications.js';
import {
  type AccountNotificationEvent,
  accountEventTypes,
  accountNotificationType,
} from './account-notifications.js';
import {
  type IncidentNotificationEvent,
  answerDueOf,
  incidentEventTypes,
  incidentRecipientsOf,
} from './incident-notifications.js';
import {
  type ReportNotificationEvent,
  isReportUpheld,
  reportEventTypes,
} from './report-notifications.js';
import {
  type ReviewNotificationEvent,
  reviewEventTypes,
  reviewRecipientsOf,
} from './review-notifications.js';
import { type MessageNotificationEvent, messageRecipientId } from './message-notifications.js';
import {
  type AccountEmailJob,
  type CourtEmailJob,
  type MembershipAlarmEmailJob,
  type MessageEmailJob,
  type BookingEmailJob,
  type ReminderEmailJob,
  type ReportEmailJob,
  type RankingEmailJob,
  SendRankingEmailCommand,
  SendReportEmailCommand,
  SendReminderEmailCommand,
  SendBookingEmailCommand,
  SendAccountEmailCommand,
  SendCourtEmailCommand,
  type PlatformAlarmEmailJob,
  SendMembershipAlarmEmailCommand,
  SendPlatformAlarmEmailCommand,
  SendMessageEmailCommand,
} from './notification-emails.commands.js';
import type { PlatformAlarmType } from './platform-alarm-emails.js';
import { reminderDueAt, needsReminder, reminderFilter } from './reminders.js';
import { type RankingNotificationEvent, rankingEventTypes } from './ranking-notifications.js';
import type { UserEvent } from '../../people/identity/user.events.js';
import { RaiseAlarmCommand } from './alarms.commands.js';
import { AlertAboutSuspendedHostCommand } from './suspended-host.commands.js';
import type { AlarmEvent } from './alarm.events.js';
import { type Alarm, type AlarmingEvent, alarmingEventTypes, toAlarm } from './alarm.js';
import { type AlarmDocument, type AlarmedAdmin, alarms } from './alarms.projection.js';
import {
  type MoneyEvent,
  affectedHostOf,
  bookingEventTypes,
  bookingRecipient,
  cancellingPlayerOf,
  emailKindOf,
  instantPlayerOf,
  moneyEventTypes,
  moneyRecipientsOf,
  movingPlayerOf,
  requestingPlayerOf,
} from './recipients.js';

export const bookingMails = defineProcess<BookingEvent, BookingEmailJob, never>({
  name: 'noticeMails',
  queue: 'emails',
  maxEventAgeMs: DAY_MS,
  handles: [...bookingEventTypes, 'BookingLocalTimeChanged'],
  react(event) {
    const recipients = [
      bookingRecipient(event),
      affectedHostOf(event),
      instantPlayerOf(event),
      requestingPlayerOf(event),
      cancellingPlayerOf(event),
      movingPlayerOf(event),
    ].filter((recipient) => recipient !== null);
    return recipients.map(({ personId, type }, index) => ({
      id: index === 0 ? `notice.${event.id}` : `notice.${event.id}.${type}`,
      due: null,
      data: {
        personId,
        bookingId: event.data.bookingId,
        type,
        amountCents: null,
        ...(event.type === 'BookingLocalTimeChanged' && {
          previousOffsetMinutes: event.data.previousOffsetMinutes,
        }),
        at: event.metadata.at,
      },
    }));
  },
  email({ personId: userId, type }) {
    const kind = emailKindOf(type);
    return kind && { userId, kind };
  },
  command: (emailJob, commandContext) => new SendBookingEmailCommand(emailJob, commandContext),
});

export const moneyMails = defineProcess<MoneyEvent, BookingEmailJob, never>({
  name: 'moneyMails',
  queue: 'emails',
  maxEventAgeMs: DAY_MS,
  handles: moneyEventTypes,
  react(event) {
    const { id: eventId, data, metadata } = event;
    return moneyRecipientsOf(event).map(
      ({ personId, type, amountCents, currency, refusal = null, adjustmentId, cause }, index) => ({
        id: index === 0 ? `notice.${eventId}` : `notice.${eventId}.${type}`,
        due: null,
        data: {
          personId,
          bookingId: data.bookingId,
          type,
          amountCents,
          ...(currency !== undefined && { currency }),
          refusal,
          ...(adjustmentId !== undefined && { adjustmentId }),
          ...(cause && { cause }),
          at: metadata.at,
        },
      }),
    );
  },
  command: (emailJob, commandContext) => new SendBookingEmailCommand(emailJob, commandContext),
});

export const courtMails = defineProcess<CourtNotificationEvent, CourtEmailJob, never>({
  name: 'courtMails',
  queue: 'emails',
  maxEventAgeMs: DAY_MS,
  handles: courtEventTypes,
  react(event) {
    const { courtId, hostId: personId } = event.data;
    const jobData = {
      personId,
      courtId,
      type: courtNotificationType(event),
    };
    return [{ id: `notice.${event.id}`, due: null, data: jobData }];
  },
  command: (emailJob, commandContext) => new SendCourtEmailCommand(emailJob, commandContext),
});

export const accountMails = defineProcess<AccountNotificationEvent, AccountEmailJob, never>({
  name: 'accountMails',
  queue: 'emails',
  maxEventAgeMs: DAY_MS,
  handles: accountEventTypes,
  react(event) {
    const type = accountNotificationType(event);
    const { id, data } = event;
    if (!type) return [];
    const waiting = 'bookings' in event.data && { amountCents: event.data.amountCents };
    return [{ id: `notice.${id}`, due: null, data: { personId: data.hostId, type, ...waiting } }];
  },
  command: (emailJob, commandContext) => new SendAccountEmailCommand(emailJob, commandContext),
});

type MessageSentEvent = Extract<MessageNotificationEvent, { type: 'MessageSent' }>;

/** Sends an email only for the first unread message. */
export const messageMails = defineProcess<MessageSentEvent, MessageEmailJob, never>({
  name: 'messageMails',
  queue: 'emails',
  maxEventAgeMs: DAY_MS,
  handles: ['MessageSent'],
  react({ id, data }) {
    const { bookingId, number, isFirstUnread } = data;
    const jobData = { personId: messageRecipientId(data), bookingId, number };
    return isFirstUnread ? [{ id: `notice.${id}`, due: null, data: jobData }] : [];
  },
  email: ({ personId: userId }) => ({ userId, kind: 'messages' }),
  command: (messageEmailJob, commandContext) =>
    new SendMessageEmailCommand(messageEmailJob, commandContext),
});

/** These emails cannot be turned off, because a response may be due. */
export const incidentMails = defineProcess<IncidentNotificationEvent, BookingEmailJob, never>({
  name: 'incidentMails',
  queue: 'emails',
  maxEventAgeMs: DAY_MS,
  handles: incidentEventTypes,
  react(event) {
    const { id, data, metadata } = event;
    const { bookingId, kind, side: reporter } = data;
    const answerBy = answerDueOf(event);
    return incidentRecipientsOf(event).map(({ personId, type: notificationType, side }) => ({
      id: `notice.${id}.${side}`,
      due: null,
      data: {
        personId,
        bookingId,
        type: notificationType,
        amountCents: null,
        incident: {
          kind,
          answerBy,
          reporter,
          reader: side,
          ...('moveBy' in data && { moveBy: data.moveBy }),
        },
        at: metadata.at,
      },
    }));
  },
  command: (emailJob, commandContext) => new SendBookingEmailCommand(emailJob, commandContext),
});

/** Emails about reviews that are due, that appeared, or that an admin removed. */
export const reviewMails = defineProcess<ReviewNotificationEvent, BookingEmailJob, never>({
  name: 'reviewMails',
  queue: 'emails',
  maxEventAgeMs: DAY_MS,
  handles: reviewEventTypes,
  react(event) {
    const { id, data, metadata } = event;
    return reviewRecipientsOf(event).map(({ personId, type, side }) => ({
      id: `notice.${id}.${side}`,
      due: null,
      data: { personId, bookingId: data.bookingId, type, amountCents: null, at: metadata.at },
    }));
  },
  email({ personId: userId, type }) {
    const kind = emailKindOf(type);
    return kind && { userId, kind };
  },
  command: (emailJob, commandContext) => new SendBookingEmailCommand(emailJob, commandContext),
});

export const reportMails = defineProcess<ReportNotificationEvent, ReportEmailJob, never>({
  name: 'reportMails',
  queue: 'emails',
  maxEventAgeMs: DAY_MS,
  handles: reportEventTypes,
  react: (event) =>
    event.data.reporterIds.map((personId) => ({
      id: `report.${event.id}.${personId}`,
      due: null,
      data: { personId, courtId: event.data.courtId, isUpheld: isReportUpheld(event) },
    })),
  email: ({ personId: userId }) => ({ userId, kind: 'bookings' }),
  command: (emailJob, commandContext) => new SendReportEmailCommand(emailJob, commandContext),
});

/** Informs the author of a removed message. */
export const removedMessageMails = defineProcess<
  Extract<ReportNotificationEvent, { type: 'MessageRemoved' }>,
  BookingEmailJob,
  never
>({
  name: 'removedMessageMails',
  queue: 'emails',
  maxEventAgeMs: DAY_MS,
  handles: ['MessageRemoved'],
  react: ({ id, data: { authorId, bookingId }, metadata: { at } }) =>
    authorId === null
      ? []
      : [
          {
            id: `removed-message.${id}`,
            due: null,
            data: {
              personId: authorId,
              bookingId,
              type: 'message_removed',
              amountCents: null,
              at,
            },
          },
        ],
  email: ({ personId: userId }) => ({ userId, kind: 'bookings' }),
  command: (emailJob, commandContext) => new SendBookingEmailCommand(emailJob, commandContext),
});

export const rankingMails = defineProcess<RankingNotificationEvent, RankingEmailJob, never>({
  name: 'rankingMails',
  queue: 'emails',
  maxEventAgeMs: DAY_MS,
  handles: rankingEventTypes,
  react: ({ id, type, data: { playerId } }) => [
    {
      id: `ranking.${id}`,
      due: null,
      data: { playerId, isHidden: type === 'PlayerHiddenFromRankings' },
    },
  ],
  command: (emailJob, commandContext) => new SendRankingEmailCommand(emailJob, commandContext),
});

const alarmJob = (alarm: Alarm) => ({ id: `alarm.${alarm.causeId}`, due: null, data: alarm });

/** The sweep repeats an alarm until it has reached an admin. */
export const moneyAlarms = defineProcess<AlarmingEvent, Alarm, Pick<AlarmDocument, 'alarm'>>({
  name: 'moneyAlarms',
  queue: 'emails',
  handles: alarmingEventTypes,
  react(event) {
    const alarm = toAlarm(event.id, event);
    return alarm ? [alarmJob(alarm)] : [];
  },
  sweep: {
    readModel: alarms,
    filters: () => [{ isRaised: false }],
    fields: ['alarm'],
    jobs: ({ alarm }) => [alarmJob(alarm)],
  },
  command: (raisedAlarm, commandContext) => new RaiseAlarmCommand(raisedAlarm, commandContext),
});

/** Existing bookings stay valid, so an admin decides about them. */
export const suspendedHostAlarms = defineProcess<
  Extract<UserEvent, { type: 'UserSuspended' }>,
  Readonly<{ userId: string; causeId: string }>,
  never
>({
  name: 'suspendedHostAlarms',
  queue: 'emails',
  handles: ['UserSuspended'],
  react: ({ id: causeId, data: { userId } }) => [
    { id: `suspended-host.${causeId}`, due: null, data: { userId, causeId } },
  ],
  command: (suspendedHost, context) => new AlertAboutSuspendedHostCommand(suspendedHost, context),
});

const isOfPlatform = (type: Alarm['type']): type is PlatformAlarmType =>
  PlatformNotificationType.safeParse(type).success;

const isOfMembership = (type: Alarm['type']): type is z.infer<typeof MembershipNotificationType> =>
  MembershipNotificationType.safeParse(type).success;

type AlarmEmailJob = BookingEmailJob | MembershipAlarmEmailJob | PlatformAlarmEmailJob;

const alarmEmailJobs = (
  alarm: Alarm,
  { adminId: personId, eventId, at }: AlarmedAdmin,
): Job<AlarmEmailJob>[] => {
  const { bookingId, type, amountCents, currency, stripeId, code, tryAgainAt } = alarm;
  const id = `notice.${eventId}`;
  if (isOfPlatform(type)) return [{ id, due: null, data: { personId, type, amountCents } }];
  const refusal = code !== null && tryAgainAt !== null ? { code, tryAgainAt } : null;
  const money = { personId, amountCents, currency, stripeId, refusal };
  const data = isOfMembership(type)
    ? { ...money, type, memberId: alarm.playerId }
    : { ...money, type, bookingId, at };
  return [{ id, due: null, data }];
};

/**
 * The sweep repeats the emails of the last day, in case the mail server was down. Each email is
 * sent once.
 */
export const alarmMails = defineProcess<
  AlarmEvent,
  AlarmEmailJob,
  Pick<AlarmDocument, 'alarm' | 'admins'>
>({
  name: 'alarmMails',
  queue: 'emails',
  maxEventAgeMs: DAY_MS,
  handles: ['AdminAlarmed'],
  react: ({ id: eventId, data, metadata: { at } }) =>
    alarmEmailJobs(data, { adminId: data.adminId, eventId, at }),
  sweep: {
    readModel: alarms,
    filters: (sweepEnd) => [
      { alarmedAt: { $gt: new Date(Date.parse(sweepEnd) - DAY_MS).toISOString() } },
    ],
    fields: ['alarm', 'admins'],
    jobs: ({ alarm, admins }) => admins.flatMap((admin) => alarmEmailJobs(alarm, admin)),
  },
  command: (emailJob, commandContext) => {
    if ('memberId' in emailJob)
      return new SendMembershipAlarmEmailCommand(emailJob, commandContext);
    return 'bookingId' in emailJob
      ? new SendBookingEmailCommand(emailJob, commandContext)
      : new SendPlatformAlarmEmailCommand(emailJob, commandContext);
  },
});

type RemindedBooking = Pick<
  Booking,
  'bookingId' | 'playerId' | 'hostId' | 'status' | 'startTime' | 'approvedAt'
>;

/** Reminders depend only on time, so only the sweep finds them. */
const reminderProcess = (reminderLeadTime: ReminderLeadTime) =>
  defineProcess<never, ReminderEmailJob, RemindedBooking>({
    name: `${reminderLeadTime}Reminders`,
    queue: 'emails',
    handles: [],
    react: () => [],
    sweep: {
      readModel: bookings,
      filters: (dueUntil) => [reminderFilter(reminderLeadTime, dueUntil)],
      fields: ['bookingId', 'playerId', 'hostId', 'status', 'startTime', 'approvedAt'],
      jobs(remindedBooking) {
        if (!needsReminder(reminderLeadTime, remindedBooking)) return [];
        const { bookingId, playerId, hostId } = remindedBooking;
        const dueInstant = reminderDueAt(reminderLeadTime, remindedBooking);
        const recipientIds = { player: playerId, host: hostId };
        return Object.entries(recipientIds).map(([side, personId]) => ({
          id: `${reminderLeadTime}-reminder.${bookingId}.${side}`,
          due: dueInstant,
          data: { personId, bookingId, ahead: reminderLeadTime },
        }));
      },
    },
    email: ({ personId: userId }) => ({ userId, kind: 'reminders' }),
    command: (reminderJob, commandContext) =>
      new SendReminderEmailCommand(reminderJob, commandContext),
  });

export const dayReminders = reminderProcess('day');
export const hourReminders = reminderProcess('hour');
