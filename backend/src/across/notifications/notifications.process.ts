import type { BookingEvent } from '../../booking/bookings/booking.events.js';
import type { Booking } from '../../booking/bookings/booking.js';
import { bookings } from '../../booking/bookings/bookings.projection.js';
import { defineProcess } from '../../platform/processes/process.js';
import type { Ahead } from './notification-emails.js';
import { type CourtNews, courtNews, courtNoticeType } from './court-notifications.js';
import { type MessageNews, readerIdOf } from './message-notifications.js';
import {
  type CourtTold,
  type MessageTold,
  type News,
  type Reminder,
  RemindOfBookingCommand,
  TellOfBookingCommand,
  TellOfCourtCommand,
  TellOfMessageCommand,
} from './notification-mails.commands.js';
import { dueAt, isReminded, remindedUntil } from './reminders.js';
import { RaiseAlarmCommand } from './alarms.commands.js';
import type { AlarmEvent } from './alarm.events.js';
import { type Alarm, type AlarmingEvent, alarmOf } from './alarm.js';
import { type MoneyEvent, hostToldBy, toldBy, toldOfMoney } from './recipients.js';

/** What happens to bookings is told by mail, to those who want it. */
export const noticeMails = defineProcess<BookingEvent, News, never>({
  name: 'noticeMails',
  queue: 'effects',
  handles: ['BookingRequested', 'BookingPaymentAuthorised', 'BookingApproved', 'BookingCancelled'],
  react(event) {
    const told = [toldBy(event), hostToldBy(event)].filter((one) => one !== null);
    return told.map(({ personId, type }, index) => ({
      id: index === 0 ? `notice.${event.id}` : `notice.${event.id}.${type}`,
      due: null,
      data: {
        personId,
        bookingId: event.data.bookingId,
        type,
        amountCents: null,
        at: event.metadata.at,
      },
    }));
  },
  command: (news, context) => new TellOfBookingCommand(news, context),
});

/** Money that has moved is told by mail, to the cent. */
export const moneyMails = defineProcess<MoneyEvent, News, never>({
  name: 'moneyMails',
  queue: 'effects',
  handles: [
    ...(['PaymentCaptured', 'PaymentReleased', 'PaymentRefunded', 'PaymentRefundFailed'] as const),
    'PayoutTransferred',
  ],
  react(event) {
    const told = toldOfMoney(event);
    if (!told) return [];
    const { personId, type, amountCents } = told;
    const data = {
      personId,
      bookingId: event.data.bookingId,
      type,
      amountCents,
      at: event.metadata.at,
    };
    return [{ id: `notice.${event.id}`, due: null, data }];
  },
  command: (news, context) => new TellOfBookingCommand(news, context),
});

/** A host is told by mail of a court that an admin hides or shows again. */
export const courtMails = defineProcess<CourtNews, CourtTold, never>({
  name: 'courtMails',
  queue: 'effects',
  handles: courtNews,
  react(event) {
    const { courtId, hostId: personId } = event.data;
    const data = { personId, courtId, type: courtNoticeType(event), at: event.metadata.at };
    return [{ id: `notice.${event.id}`, due: null, data }];
  },
  command: (told, context) => new TellOfCourtCommand(told, context),
});

type Sent = Extract<MessageNews, { type: 'MessageSent' }>;

/** A message is told by mail to who had read everything before it. */
export const messageMails = defineProcess<Sent, MessageTold, never>({
  name: 'messageMails',
  queue: 'effects',
  handles: ['MessageSent'],
  react({ id, data, metadata }) {
    const { bookingId, number, isFirstUnread } = data;
    const told = { personId: readerIdOf(data), bookingId, number, at: metadata.at };
    return isFirstUnread ? [{ id: `notice.${id}`, due: null, data: told }] : [];
  },
  command: (told, context) => new TellOfMessageCommand(told, context),
});

/** Money that went wrong is for every admin to know. */
export const moneyAlarms = defineProcess<AlarmingEvent, Alarm, never>({
  name: 'moneyAlarms',
  queue: 'effects',
  handles: ['PaymentDisputed', 'PaymentRefundFailed', 'PaymentMismatched', 'EliteIntentMismatched'],
  react: (event) => [{ id: `alarm.${event.id}`, due: null, data: alarmOf(event.id, event) }],
  command: (alarm, context) => new RaiseAlarmCommand(alarm, context),
});

export const alarmMails = defineProcess<AlarmEvent, News, never>({
  name: 'alarmMails',
  queue: 'effects',
  handles: ['AdminAlarmed'],
  react({ id, data: { adminId: personId, bookingId, type, amountCents, stripeId }, metadata }) {
    // A mail names the hour that it is about; of a membership the list alone tells.
    if (type === 'membership_mismatched') return [];
    const data = { personId, bookingId, type, amountCents, stripeId, at: metadata.at };
    return [{ id: `notice.${id}`, due: null, data }];
  },
  command: (news, context) => new TellOfBookingCommand(news, context),
});

type Reminded = Pick<
  Booking,
  'bookingId' | 'playerId' | 'hostId' | 'status' | 'startTime' | 'approvedAt'
>;

/** Reminders follow from time alone: the sweep finds each booking before it is due, and those that were cancelled no more. */
const reminders = (ahead: Ahead) =>
  defineProcess<never, Reminder, Reminded>({
    name: `${ahead}Reminders`,
    queue: 'effects',
    handles: [],
    react: () => [],
    sweep: {
      readModel: bookings,
      filters: (until) => [remindedUntil(ahead, until)],
      fields: ['bookingId', 'playerId', 'hostId', 'status', 'startTime', 'approvedAt'],
      jobs(booking) {
        if (!isReminded(ahead, booking)) return [];
        const { bookingId, playerId, hostId } = booking;
        const due = dueAt(ahead, booking);
        const sides = { player: playerId, host: hostId };
        return Object.entries(sides).map(([side, personId]) => ({
          id: `${ahead}-reminder.${bookingId}.${side}`,
          due,
          data: { personId, bookingId, ahead },
        }));
      },
    },
    command: (reminder, context) => new RemindOfBookingCommand(reminder, context),
  });

export const dayReminders = reminders('day');
export const hourReminders = reminders('hour');
