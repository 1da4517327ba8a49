import { EMAIL_PREFERENCES } from '../../platform/mail/email-preferences.js';
import { defineSlice } from '../../platform/slice.js';
import { alarmEvents } from './alarm.events.js';
import { RaiseAlarmHandler } from './alarms.commands.js';
import { alarms } from './alarms.projection.js';
import { BookingEmailExtras } from './booking-email-extras.service.js';
import { MemberEmails } from './member-emails.service.js';
import {
  SendReminderEmailHandler,
  SendBookingEmailHandler,
  SendAccountEmailHandler,
  SendCourtEmailHandler,
  SendMembershipAlarmEmailHandler,
  SendRankingEmailHandler,
  SendPlatformAlarmEmailHandler,
  SendReportEmailHandler,
  SendMessageEmailHandler,
} from './notification-emails.commands.js';
import { notificationMarksEvents } from './notification-marks.events.js';
import { notificationPreferencesEvents } from './notification-preferences.events.js';
import {
  ChangeNotificationPreferencesHandler,
  MarkNotificationsReadHandler,
  UnsubscribeHandler,
} from './notifications.commands.js';
import { NotificationsController } from './notifications.controller.js';
import {
  accountMails,
  alarmMails,
  courtMails,
  dayReminders,
  hourReminders,
  messageMails,
  incidentMails,
  reportMails,
  reviewMails,
  rankingMails,
  removedMessageMails,
  suspendedHostAlarms,
  moneyAlarms,
  moneyMails,
  bookingMails,
} from './notifications.process.js';
import { notifications as notificationList } from './notifications.projection.js';
import { NotificationQueries } from './notifications.queries.js';
import { AlertAboutSuspendedHostHandler } from './suspended-host.commands.js';
import { MemberEmailPreferences, UnsubscribeTokens } from './unsubscribe-tokens.service.js';

/** Notifications in a list and by email, and alarms for admins. */
export const notifications = defineSlice({
  name: 'notifications',
  controllers: [NotificationsController],
  providers: [
    ChangeNotificationPreferencesHandler,
    BookingEmailExtras,
    MemberEmails,
    MarkNotificationsReadHandler,
    NotificationQueries,
    RaiseAlarmHandler,
    AlertAboutSuspendedHostHandler,
    SendReminderEmailHandler,
    SendBookingEmailHandler,
    SendAccountEmailHandler,
    SendCourtEmailHandler,
    SendMembershipAlarmEmailHandler,
    SendRankingEmailHandler,
    SendPlatformAlarmEmailHandler,
    SendReportEmailHandler,
    SendMessageEmailHandler,
    UnsubscribeHandler,
    UnsubscribeTokens,
    { provide: EMAIL_PREFERENCES, useClass: MemberEmailPreferences },
  ],
  exports: [EMAIL_PREFERENCES],
  events: [notificationMarksEvents, notificationPreferencesEvents, alarmEvents],
  projections: [notificationList, alarms],
  processes: [
    bookingMails,
    moneyMails,
    moneyAlarms,
    suspendedHostAlarms,
    alarmMails,
    courtMails,
    accountMails,
    messageMails,
    incidentMails,
    reportMails,
    reviewMails,
    rankingMails,
    removedMessageMails,
    dayReminders,
    hourReminders,
  ],
});
