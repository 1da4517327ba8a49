import {
  type ChangeLimits,
  type DailyChanges,
  checkDailyChanges,
  countChange,
  noChanges,
} from '../../platform/kernel/daily-changes.js';
import { type UserEvent, userEvents } from '../../people/identity/user.events.js';
import type { Decider, LiveFold, Message } from '../../platform/kernel/decider.js';
import type { CalendarFeedEvent } from './calendar-feed.events.js';

type FeedReference = Readonly<{ userId: string; at: string }>;

export type CalendarFeedCommand =
  | Message<'OpenCalendarFeed', FeedReference & { limits: ChangeLimits }>
  | Message<'CloseCalendarFeed', FeedReference>;

/**
 * `open` is the number of the valid address; `last` is the number of the latest one, valid or not.
 */
export type CalendarFeed = Readonly<{
  open: Readonly<{ feed: number; since: string }> | null;
  last: number;
  changes: DailyChanges;
}>;

/** A new address replaces the previous one. Closing an address is never refused. */
export const calendarFeed: Decider<CalendarFeed, CalendarFeedCommand, CalendarFeedEvent> = {
  category: 'calendarFeed',
  initial: { open: null, last: 0, changes: noChanges },

  decide({ type, data }, { open, last, changes }) {
    const { userId, at } = data;
    switch (type) {
      case 'OpenCalendarFeed':
        checkDailyChanges(changes, at, data.limits);
        return [{ type: 'CalendarFeedOpened', data: { userId, feed: last + 1, openedAt: at } }];
      case 'CloseCalendarFeed':
        return open ? [{ type: 'CalendarFeedClosed', data: { userId, closedAt: at } }] : [];
    }
  },

  evolve(feedState, { type, data }) {
    if (type === 'CalendarFeedClosed') return { ...feedState, open: null };
    const { feed, openedAt } = data;
    return {
      open: { feed, since: openedAt },
      last: feed,
      changes: countChange(feedState.changes, openedAt),
    };
  },
};

/** When the person last changed or reset the password (UTC); null if never. */
export const passwordChangedAt: LiveFold<string | null, UserEvent> = {
  category: 'user',
  liveEvents: userEvents,
  initial: null,
  evolve: (lastChange, { type, data }) =>
    type === 'PasswordChanged' ? data.changedAt : lastChange,
};

/**
 * The open address. A new password disables addresses from before, because someone else may know the
 * old password and have read or created them.
 */
export const workingAddress = (
  { open }: CalendarFeed,
  passwordChange: string | null,
): CalendarFeed['open'] => (open && passwordChange && open.since <= passwordChange ? null : open);
