import { z } from 'zod';
import { type EventOf, defineEvents } from '../../platform/kernel/events.js';

/**
 * The streams are `noticeMarks-<user id>_<yyyy-mm>`, by the month (UTC) in which notifications were
 * read, so that no stream grows forever. `noticeIds` are ids in the read model.
 */
export const notificationMarksEvents = defineEvents(['noticeMarks'], {
  NoticesRead: {
    version: 1,
    data: z.object({ userId: z.string(), noticeIds: z.array(z.string()), readAt: z.string() }),
  },
});

export type NotificationMarksEvent = EventOf<typeof notificationMarksEvents>;
