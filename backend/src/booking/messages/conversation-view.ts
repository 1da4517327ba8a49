import type {
  MessageRemovalCause,
  Conversation as ConversationView,
} from '@courtly/contracts/messages';
import type { Booking } from '../bookings/booking.js';
import { shownText } from '../bookings/contacts.js';
import { DAY_MS } from '../../platform/kernel/local-time.js';
import { type Conversation, type SentMessage, sideOfUser, unreadCountOf } from './conversation.js';

type ConversationBooking = Pick<
  Booking,
  'bookingId' | 'hostId' | 'playerId' | 'approvedAt' | 'endTime'
>;

/**
 * Both sides may write from the time the payment is authorized until `writableDays` after the hour.
 * Instants are UTC.
 */
export const canWrite = (
  { endTime, paymentStatus }: Pick<Booking, 'endTime' | 'paymentStatus'>,
  writableDays: number,
  currentInstant: string,
): boolean =>
  paymentStatus !== 'unpaid' &&
  Date.parse(currentInstant) < Date.parse(endTime) + writableDays * DAY_MS;

const removalCauseOf = ({ isRemoved, text }: SentMessage): MessageRemovalCause | null => {
  if (isRemoved) return 'removed';
  return text === '' ? 'erased' : null;
};

/**
 * Masks contact details in the other side's messages until the booking is confirmed (domain rules,
 * G17).
 */
export const conversationView = (
  booking: ConversationBooking,
  conversation: Conversation | null,
  userId: string,
  isWritable: boolean,
): ConversationView => {
  const side = sideOfUser(booking, userId);
  return {
    bookingId: booking.bookingId,
    side,
    messages: (conversation?.messages ?? []).map((message, messageIndex) => {
      const removalCause = removalCauseOf(message);
      const authorId = message.side === 'host' ? booking.hostId : booking.playerId;
      const { text, hidesContacts } = shownText(booking, userId, authorId, message.text);
      return {
        number: messageIndex + 1,
        side: message.side,
        text: removalCause ? null : text,
        hidesContacts: !removalCause && hidesContacts,
        gone: removalCause,
        sentAt: message.sentAt,
        isReported: message.isReported && message.side !== side,
      };
    }),
    unread: conversation ? unreadCountOf(conversation, side) : 0,
    canWrite: isWritable,
  };
};
