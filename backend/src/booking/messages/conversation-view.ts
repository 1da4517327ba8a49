import type { MessageRemovalCause, Conversation as View } from '@courtly/contracts/messages';
import type { Booking } from '../bookings/booking.js';
import { withoutContacts } from '../bookings/contacts.js';
import { DAY_MS } from '../../platform/kernel/local-time.js';
import { type Conversation, type SentMessage, sideOf, unreadOf } from './conversation.js';

type About = Pick<Booking, 'bookingId' | 'hostId' | 'playerId' | 'approvedAt' | 'endTime'>;

/**
 * Both sides may write once the payment is authorized, until `days` after the hour. Instants are
 * UTC.
 */
export const canWrite = (
  { endTime, paymentStatus }: Pick<Booking, 'endTime' | 'paymentStatus'>,
  days: number,
  at: string,
): boolean => paymentStatus !== 'unpaid' && Date.parse(at) < Date.parse(endTime) + days * DAY_MS;

const goneOf = ({ isRemoved, text }: SentMessage): MessageRemovalCause | null => {
  if (isRemoved) return 'removed';
  return text === '' ? 'erased' : null;
};

/**
 * Contact details in messages of the other side are masked until the booking is confirmed (domain
 * rules, G17).
 */
export const conversationView = (
  booking: About,
  known: Conversation | null,
  viewerId: string,
  writable: boolean,
): View => {
  const side = sideOf(booking, viewerId);
  const shown = (text: string, isOwn: boolean) =>
    isOwn || booking.approvedAt ? text : withoutContacts(text);
  return {
    bookingId: booking.bookingId,
    side,
    messages: (known?.messages ?? []).map((message, index) => {
      const gone = goneOf(message);
      return {
        number: index + 1,
        side: message.side,
        text: gone ? null : shown(message.text, message.side === side),
        gone,
        sentAt: message.sentAt,
        isReported: message.isReported && message.side !== side,
      };
    }),
    unread: known ? unreadOf(known, side) : 0,
    canWrite: writable,
  };
};
