import { RaiseAlarmHandler } from './alarms.commands.js';
import { EMAIL_PREFERENCES } from '../../platform/mail/email-preferences.js';
import { LettersToMembers } from './member-emails.service.js';
import { MemberMailChoices } from './mail-choices.service.js';
import {
  RemindOfBookingHandler,
  TellOfBookingHandler,
  TellOfCourtHandler,
  TellOfMessageHandler,
} from './notification-mails.commands.js';
import {
  ChangeNoticePreferencesHandler,
  MarkNoticesReadHandler,
  UnsubscribeHandler,
} from './notifications.commands.js';
import { NoticesController } from './notifications.controller.js';
import { NoticeQueries } from './notifications.queries.js';
import { UnsubscribeTokens } from './unsubscribe-tokens.service.js';
import { alarmEvents } from './alarm.events.js';
import { noticeMarksEvents } from './notification-marks.events.js';
import { noticePreferencesEvents } from './notification-preferences.events.js';
import {
  alarmMails,
  courtMails,
  dayReminders,
  hourReminders,
  messageMails,
  moneyAlarms,
  moneyMails,
  noticeMails,
} from './notifications.process.js';
import { notices as noticeList } from './notifications.projection.js';
import { defineSlice } from '../../platform/slice.js';

/** What people are told of their bookings, and admins of money that went wrong: in a list, and by mail. */
export const notices = defineSlice({
  name: 'notices',
  controllers: [NoticesController],
  providers: [
    ChangeNoticePreferencesHandler,
    LettersToMembers,
    MarkNoticesReadHandler,
    NoticeQueries,
    RaiseAlarmHandler,
    RemindOfBookingHandler,
    TellOfBookingHandler,
    TellOfCourtHandler,
    TellOfMessageHandler,
    UnsubscribeHandler,
    UnsubscribeTokens,
    { provide: EMAIL_PREFERENCES, useClass: MemberMailChoices },
  ],
  exports: [EMAIL_PREFERENCES],
  events: [noticeMarksEvents, noticePreferencesEvents, alarmEvents],
  projections: [noticeList],
  processes: [
    noticeMails,
    moneyMails,
    moneyAlarms,
    alarmMails,
    courtMails,
    messageMails,
    dayReminders,
    hourReminders,
  ],
});
