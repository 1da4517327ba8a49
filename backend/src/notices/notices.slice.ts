import type { Slice } from '../slice.js';
import { alarmEvents } from './alarm.events.js';
import { noticeMarksEvents } from './notice-marks.events.js';
import { noticePreferencesEvents } from './notice-preferences.events.js';
import { NoticesModule } from './notices.module.js';
import {
  alarmMails,
  courtMails,
  dayReminders,
  hourReminders,
  messageMails,
  moneyAlarms,
  moneyMails,
  noticeMails,
} from './notices.process.js';
import { notices as noticeList } from './notices.projection.js';

export const notices: Slice = {
  name: 'notices',
  module: NoticesModule,
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
};
