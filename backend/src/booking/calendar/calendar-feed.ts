import {
  type ChangeLimits,
  type DailyChanges,
  checkDailyChanges,
  countChange,
  noChanges,
} from '../../platform/kernel/daily-changes.js';
import type { Decider, Message } from '../../platform/kernel/decider.js';
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
