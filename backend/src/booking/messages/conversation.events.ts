import { BookingSide } from '@courtly/contracts/bookings';
import { ReportReason } from '@courtly/contracts/reviews';
import { z } from 'zod';
import { type EventOf, defineEvents } from '../../platform/kernel/events.js';

const instant = z.string();
const number = z.number().int();
const its = {
  bookingId: z.string(),
  courtId: z.string(),
  hostId: z.string(),
  playerId: z.string(),
};

/** Messages about a booking. The stream is `conversation-<bookingId>`; `number` counts from 1. */
export const conversationEvents = defineEvents(['conversation'], {
  /**
   * `isFirstUnread`: the other side had read all earlier messages. Only the first unread message is
   * worth an email. The hour is that of the booking.
   */
  MessageSent: {
    version: 1,
    data: z.object({
      ...its,
      startTime: instant,
      endTime: instant,
      zone: z.string(),
      number,
      side: BookingSide,
      authorId: z.string(),
      text: z.string(),
      isFirstUnread: z.boolean(),
      sentAt: instant,
    }),
    personal: [{ of: 'authorId', erased: { text: '' } }],
  },
  MessagesRead: {
    version: 1,
    data: z.object({ ...its, side: BookingSide, upTo: number, readAt: instant }),
  },
  MessageReported: {
    version: 1,
    data: z.object({
      ...its,
      number,
      reportedBy: z.string(),
      reason: ReportReason,
      words: z.string(),
      reportedAt: instant,
    }),
    personal: [{ of: 'reportedBy', erased: { words: '' } }],
  },
  MessageReportDismissed: {
    version: 1,
    data: z.object({
      ...its,
      number,
      because: z.string(),
      dismissedBy: z.string(),
      dismissedAt: instant,
    }),
    personal: [{ of: 'dismissedBy', erased: { because: '' } }],
  },
  MessageRemoved: {
    version: 1,
    data: z.object({
      ...its,
      number,
      because: z.string(),
      removedBy: z.string(),
      removedAt: instant,
    }),
    personal: [{ of: 'removedBy', erased: { because: '' } }],
  },
});

export type ConversationEvent = EventOf<typeof conversationEvents>;
