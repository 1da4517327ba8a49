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

/**
 * What the two sides of a booking write to each other. The stream is `conversation-<bookingId>`; `number` is the place of a message in
 * it, from 1 on.
 */
export const conversationEvents = defineEvents(['conversation'], {
  /**
   * `isFirstUnread` tells that the other side had read everything before it: of what follows until they read, they need not be told.
   * The hour is that of the booking.
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
  /** The reader of a message has something against it. */
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
  /** An admin lets a message stand that was reported. */
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
