import { z } from 'zod';
import { type EventOf, defineEvents } from '../../platform/kernel/events.js';

/**
 * The secret address of a person's calendar. The stream is `calendarFeed-<user id>`. `feed` counts the addresses that a person
 * has had: the address follows from it and from a secret, and stands in no event.
 */
export const calendarFeedEvents = defineEvents(['calendarFeed'], {
  CalendarFeedOpened: {
    version: 1,
    data: z.object({ userId: z.string(), feed: z.number().int(), openedAt: z.string() }),
  },
  CalendarFeedClosed: { version: 1, data: z.object({ userId: z.string(), closedAt: z.string() }) },
});

export type CalendarFeedEvent = EventOf<typeof calendarFeedEvents>;
