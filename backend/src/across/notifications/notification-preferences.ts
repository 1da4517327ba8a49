import { MailKind, type NotificationPreferences } from '@courtly/contracts/notifications';
import {
  type ChangeLimits,
  type DailyChanges,
  checkDailyChanges,
  countChange,
  noChanges,
} from '../../platform/kernel/daily-changes.js';
import type { Decider, Message } from '../../platform/kernel/decider.js';
import type { NoticePreferencesEvent } from './notification-preferences.events.js';

type Changed = NoticePreferencesEvent['data'];

export type NoticePreferencesCommand =
  | Message<'ChangePreferences', Changed & { limits: ChangeLimits }>
  | Message<'SwitchOff', Pick<Changed, 'userId' | 'changedAt'> & { kind: MailKind }>;

type State = NotificationPreferences & Readonly<{ changes: DailyChanges }>;

const same = (
  one: NotificationPreferences['mail'],
  other: NotificationPreferences['mail'],
): boolean => MailKind.options.every((kind) => one[kind] === other[kind]);

/** Which mails a person gets: all kinds, until they say otherwise. To switch one off is never refused. */
export const noticePreferences: Decider<State, NoticePreferencesCommand, NoticePreferencesEvent> = {
  category: 'noticePreferences',
  initial: {
    mail: { requests: true, bookings: true, reminders: true, matches: true, messages: true },
    changes: noChanges,
  },

  decide({ type, data }, { mail, changes }) {
    switch (type) {
      case 'ChangePreferences': {
        const { limits, ...wanted } = data;
        if (same(mail, wanted.mail)) return [];
        checkDailyChanges(changes, wanted.changedAt, limits);
        return [{ type: 'NoticePreferencesChanged', data: wanted }];
      }
      case 'SwitchOff': {
        const { kind, ...its } = data;
        return mail[kind]
          ? [
              {
                type: 'NoticePreferencesChanged',
                data: { ...its, mail: { ...mail, [kind]: false } },
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
