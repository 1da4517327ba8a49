import { z } from 'zod';
import { type EventOf, defineEvents } from '../../platform/kernel/events.js';

/**
 * The secret address of a user's calendar. The stream is `calendarFeed-<userId>`. `feed` counts the
 * addresses. An address is derived from that number and a secret, so no event contains it.
 */
export const calendarFeedEvents = defineEvents(['calendarFeed'], {
  CalendarFeedOpened: {
    version: 1,
    data: z.object({ userId: z.string(), feed: z.number().int(), openedAt: z.string() }),
  },
  CalendarFeedClosed: { version: 1, data: z.object({ userId: z.string(), closedAt: z.string() }) },
});

export type CalendarFeedEvent = EventOf<typeof calendarFeedEvents>;
