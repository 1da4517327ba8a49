import type { BookingEvent } from '../../booking/bookings/booking.events.js';
import type { Booking } from '../../booking/bookings/booking.js';
import { bookings } from '../../booking/bookings/bookings.projection.js';
import { defineProcess } from '../../platform/processes/process.js';
import type { LeadTime } from './notification-emails.js';
import {
  type CourtNotificationEvent,
  courtEventTypes,
  courtNoticeType,
} from './court-notifications.js';
import { type MessageNotificationEvent, messageRecipientId } from './message-notifications.js';
import {
  type CourtEmailJob,
  type MessageEmailJob,
  type BookingEmailJob,
  type ReminderEmailJob,
  SendReminderEmailCommand,
  SendBookingEmailCommand,
  SendCourtEmailCommand,
  SendMessageEmailCommand,
} from './notification-mails.commands.js';
import { reminderDueAt, needsReminder, reminderFilter } from './reminders.js';
import { RaiseAlarmCommand } from './alarms.commands.js';
import type { AlarmEvent } from './alarm.events.js';
import { type Alarm, type AlarmingEvent, toAlarm } from './alarm.js';
import {
  type MoneyEvent,
  affectedHostOf,
  bookingRecipient,
  moneyRecipientOf,
} from './recipients.js';

export const bookingMails = defineProcess<BookingEvent, BookingEmailJob, never>({
  name: 'noticeMails',
  queue: 'effects',
  handles: ['BookingRequested', 'BookingPaymentAuthorised', 'BookingApproved', 'BookingCancelled'],
  react(sourceEvent) {
    const emailJob = [bookingRecipient(sourceEvent), affectedHostOf(sourceEvent)].filter(
      (recipient) => recipient !== null,
    );
    return emailJob.map(({ personId, type }, index) => ({
      id: index === 0 ? `notice.${sourceEvent.id}` : `notice.${sourceEvent.id}.${type}`,
      due: null,
      data: {
        personId,
        bookingId: sourceEvent.data.bookingId,
        type,
        amountCents: null,
        at: sourceEvent.metadata.at,
      },
    }));
  },
  command: (emailJob, context) => new SendBookingEmailCommand(emailJob, context),
});

export const moneyMails = defineProcess<MoneyEvent, BookingEmailJob, never>({
  name: 'moneyMails',
  queue: 'effects',
  handles: [
    ...(['PaymentCaptured', 'PaymentReleased', 'PaymentRefunded', 'PaymentRefundFailed'] as const),
    'PayoutTransferred',
  ],
  react(sourceEvent) {
    const recipient = moneyRecipientOf(sourceEvent);
    if (!recipient) return [];
    const { personId, type, amountCents } = recipient;
    const jobData = {
      personId,
      bookingId: sourceEvent.data.bookingId,
      type,
      amountCents,
      at: sourceEvent.metadata.at,
    };
    return [{ id: `notice.${sourceEvent.id}`, due: null, data: jobData }];
  },
  command: (emailJob, context) => new SendBookingEmailCommand(emailJob, context),
});

export const courtMails = defineProcess<CourtNotificationEvent, CourtEmailJob, never>({
  name: 'courtMails',
  queue: 'effects',
  handles: courtEventTypes,
  react(sourceEvent) {
    const { courtId, hostId: personId } = sourceEvent.data;
    const jobData = {
      personId,
      courtId,
      type: courtNoticeType(sourceEvent),
      at: sourceEvent.metadata.at,
    };
    return [{ id: `notice.${sourceEvent.id}`, due: null, data: jobData }];
  },
  command: (emailJob, context) => new SendCourtEmailCommand(emailJob, context),
});

type MessageSentEvent = Extract<MessageNotificationEvent, { type: 'MessageSent' }>;

/** Sends an email only for the first unread message. */
export const messageMails = defineProcess<MessageSentEvent, MessageEmailJob, never>({
  name: 'messageMails',
  queue: 'effects',
  handles: ['MessageSent'],
  react({ id, data, metadata }) {
    const { bookingId, number, isFirstUnread } = data;
    const jobData = { personId: messageRecipientId(data), bookingId, number, at: metadata.at };
    return isFirstUnread ? [{ id: `notice.${id}`, due: null, data: jobData }] : [];
  },
  command: (jobData, context) => new SendMessageEmailCommand(jobData, context),
});

export const moneyAlarms = defineProcess<AlarmingEvent, Alarm, never>({
  name: 'moneyAlarms',
  queue: 'effects',
  handles: ['PaymentDisputed', 'PaymentRefundFailed', 'PaymentMismatched', 'EliteIntentMismatched'],
  react: (sourceEvent) => [
    { id: `alarm.${sourceEvent.id}`, due: null, data: toAlarm(sourceEvent.id, sourceEvent) },
  ],
  command: (alarm, context) => new RaiseAlarmCommand(alarm, context),
});

export const alarmMails = defineProcess<AlarmEvent, BookingEmailJob, never>({
  name: 'alarmMails',
  queue: 'effects',
  handles: ['AdminAlarmed'],
  react({ id, data: { adminId: personId, bookingId, type, amountCents, stripeId }, metadata }) {
    // Emails name an hour, which a membership does not have. It appears in the list only.
    if (type === 'membership_mismatched') return [];
    const jobData = { personId, bookingId, type, amountCents, stripeId, at: metadata.at };
    return [{ id: `notice.${id}`, due: null, data: jobData }];
  },
  command: (emailJob, context) => new SendBookingEmailCommand(emailJob, context),
});

type RemindedBooking = Pick<
  Booking,
  'bookingId' | 'playerId' | 'hostId' | 'status' | 'startTime' | 'approvedAt'
>;

/** Reminders depend on time alone, so only the sweep finds them. */
const reminderProcess = (leadTime: LeadTime) =>
  defineProcess<never, ReminderEmailJob, RemindedBooking>({
    name: `${leadTime}Reminders`,
    queue: 'effects',
    handles: [],
    react: () => [],
    sweep: {
      readModel: bookings,
      filters: (until) => [reminderFilter(leadTime, until)],
      fields: ['bookingId', 'playerId', 'hostId', 'status', 'startTime', 'approvedAt'],
      jobs(booking) {
        if (!needsReminder(leadTime, booking)) return [];
        const { bookingId, playerId, hostId } = booking;
        const dueInstant = reminderDueAt(leadTime, booking);
        const recipientIds = { player: playerId, host: hostId };
        return Object.entries(recipientIds).map(([side, personId]) => ({
          id: `${leadTime}-reminder.${bookingId}.${side}`,
          due: dueInstant,
          data: { personId, bookingId, ahead: leadTime },
        }));
      },
    },
    command: (reminderJob, context) => new SendReminderEmailCommand(reminderJob, context),
  });

export const dayReminders = reminderProcess('day');
export const hourReminders = reminderProcess('hour');
