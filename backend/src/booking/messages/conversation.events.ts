import { BookingSide } from '@courtly/contracts/bookings';
import { ReportReason } from '@courtly/contracts/reviews';
import { z } from 'zod';
import { type EventOf, defineEvents } from '../../platform/kernel/events.js';
import { BookingParties } from '../bookings/booking.events.js';

const utcInstant = z.string();
const messageNumber = z.number().int();

/** Messages about a booking. The stream is `conversation-<bookingId>`; `number` counts from 1. */
export const conversationEvents = defineEvents(['conversation'], {
  /**
   * `isFirstUnread` means that the other side had read all earlier messages. Only the first unread
   * message triggers an email. The hour is that of the booking.
   */
  MessageSent: {
    version: 1,
    data: BookingParties.extend({
      startTime: utcInstant,
      endTime: utcInstant,
      zone: z.string(),
      number: messageNumber,
      side: BookingSide,
      authorId: z.string(),
      text: z.string(),
      isFirstUnread: z.boolean(),
      sentAt: utcInstant,
    }),
    personal: [{ of: 'authorId', erased: { text: '' }, isRemark: true, isContent: true }],
  },
  MessagesRead: {
    version: 1,
    data: BookingParties.extend({ side: BookingSide, upTo: messageNumber, readAt: utcInstant }),
  },
  MessageReported: {
    version: 1,
    data: BookingParties.extend({
      number: messageNumber,
      reportedBy: z.string(),
      reason: ReportReason,
      words: z.string(),
      reportedAt: utcInstant,
    }),
    personal: [{ of: 'reportedBy', erased: { words: '' }, isRemark: true, isContent: true }],
  },
  MessageReportDismissed: {
    version: 1,
    data: BookingParties.extend({
      number: messageNumber,
      because: z.string(),
      dismissedBy: z.string(),
      dismissedAt: utcInstant,
    }),
    personal: [{ of: 'dismissedBy', erased: { because: '' }, isRemark: true }],
  },
  MessageRemoved: {
    version: 1,
    data: BookingParties.extend({
      number: messageNumber,
      because: z.string(),
      removedBy: z.string(),
      removedAt: utcInstant,
    }),
    personal: [{ of: 'removedBy', erased: { because: '' }, isRemark: true }],
  },
});

export type ConversationEvent = EventOf<typeof conversationEvents>;
