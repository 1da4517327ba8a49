import { MailKind, type NotificationPreferences } from '@courtly/contracts/notifications';
import {
  type ChangeLimits,
  type DailyChanges,
  checkDailyChanges,
  countChange,
  noChanges,
} from '../../platform/kernel/daily-changes.js';
import type { Decider, Live, Message } from '../../platform/kernel/decider.js';
import {
  type NotificationPreferencesEvent,
  notificationPreferencesEvents,
} from './notification-preferences.events.js';

type PreferencesChange = NotificationPreferencesEvent['data'];

export type NotificationPreferencesCommand =
  | Message<'ChangePreferences', PreferencesChange & { limits: ChangeLimits }>
  | Message<'SwitchOff', Pick<PreferencesChange, 'userId' | 'changedAt'> & { kind: MailKind }>;

type PreferencesState = NotificationPreferences & Readonly<{ changes: DailyChanges }>;

const hasSameChoices = (
  currentChoices: NotificationPreferences['mail'],
  requestedChoices: NotificationPreferences['mail'],
): boolean =>
  MailKind.options.every((emailKind) => currentChoices[emailKind] === requestedChoices[emailKind]);

/** All kinds of email are on by default. Turning a kind off is never refused. */
export const notificationPreferences: Decider<
  PreferencesState,
  NotificationPreferencesCommand,
  NotificationPreferencesEvent
> &
  Live = {
  category: 'noticePreferences',
  liveEvents: notificationPreferencesEvents,
  initial: {
    mail: { requests: true, bookings: true, reminders: true, matches: true, messages: true },
    changes: noChanges,
  },

  decide({ type, data }, { mail, changes }) {
    switch (type) {
      case 'ChangePreferences': {
        const { limits, ...requestedChange } = data;
        if (hasSameChoices(mail, requestedChange.mail)) return [];
        checkDailyChanges(changes, requestedChange.changedAt, limits);
        return [{ type: 'NoticePreferencesChanged', data: requestedChange }];
      }
      case 'SwitchOff': {
        const { kind, ...changeDetails } = data;
        return mail[kind]
          ? [
              {
                type: 'NoticePreferencesChanged',
                data: { ...changeDetails, mail: { ...mail, [kind]: false } },
              },
            ]
          : [];
      }
    }
  },

  evolve: ({ changes }, { data: { mail, changedAt } }) => ({
    mail,
    changes: countChange(changes, changedAt),
  }),
};
