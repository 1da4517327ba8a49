import { BookingSide } from '@courtly/contracts/bookings';
import { ReportReason } from '@courtly/contracts/reviews';
import { z } from 'zod';
import { type EventOf, defineEvents } from '../../platform/kernel/events.js';
import { BookingParties } from '../bookings/booking.events.js';

const utcInstant = z.string();
const messageNumber = z.number().int();

/** Version 1 did not name the person whose report an admin decided on. */
const withoutReporters = (storedData: Record<string, unknown>) => ({
  ...storedData,
  reporterIds: [],
});

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
    version: 2,
    data: BookingParties.extend({
      number: messageNumber,
      because: z.string(),
      dismissedBy: z.string(),
      dismissedAt: utcInstant,
      reporterIds: z.array(z.string()),
    }),
    personal: [{ of: 'dismissedBy', erased: { because: '' }, isRemark: true }],
    upcasts: { 1: withoutReporters },
  },
  MessageRemoved: {
    version: 3,
    data: BookingParties.extend({
      number: messageNumber,
      /** Null in earlier versions, whose reasons were written for admins only. */
      authorId: z.string().nullable(),
      because: z.string(),
      removedBy: z.string(),
      removedAt: utcInstant,
      reporterIds: z.array(z.string()),
    }),
    personal: [{ of: 'removedBy', erased: { because: '' }, isRemark: true }],
    upcasts: {
      1: withoutReporters,
      2: (storedData) => ({ ...storedData, authorId: null }),
    },
  },
});

export type ConversationEvent = EventOf<typeof conversationEvents>;
