import { z } from 'zod';
import { type EventOf, defineEvents } from '../../platform/kernel/events.js';

/**
 * What a person has read. The stream is `noticeMarks-<user id>_<yyyy-mm>`, the month (UTC) in which it was read, so that none
 * grows for ever. The ids are those of the read model, which follow from bookings.
 */
export const noticeMarksEvents = defineEvents(['noticeMarks'], {
  NoticesRead: {
    version: 1,
    data: z.object({ userId: z.string(), noticeIds: z.array(z.string()), readAt: z.string() }),
  },
});

export type NoticeMarksEvent = EventOf<typeof noticeMarksEvents>;
