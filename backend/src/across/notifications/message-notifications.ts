import type { BookingSide } from '@courtly/contracts/bookings';
import type { RecordedEvent } from '../../platform/kernel/events.js';
import type { ConversationEvent } from '../../booking/messages/conversation.events.js';
import { readerOfSide } from '../../booking/messages/conversation.js';
import type { Notice } from './notifications.projection.js';

/** The events of a conversation by which somebody is told, or has read what they were told of. */
export const messageNews = ['MessageSent', 'MessagesRead'] as const;
export type MessageNews = Extract<ConversationEvent, { type: (typeof messageNews)[number] }>;

export const isOfMessages = <E extends Readonly<{ type: string }>>(
  event: E,
): event is E & MessageNews => (messageNews as readonly string[]).includes(event.type);

const sideToldBy = ({ type, data: { side } }: MessageNews): BookingSide =>
  type === 'MessageSent' ? readerOfSide(side) : side;

/** Each side of a booking has one notice of what the other one writes. */
export const messageKeyOf = (event: MessageNews): string =>
  `${event.data.bookingId}.messages.${sideToldBy(event)}`;

/** Whom a message is news to. */
export const readerIdOf = ({
  side,
  playerId,
  hostId,
}: Extract<MessageNews, { type: 'MessageSent' }>['data']): string =>
  side === 'player' ? hostId : playerId;

/** Tells of the first message that is not read, anew each time; not what it says. Whoever reads the messages knows of it. */
export const messageNotice = (
  notice: Notice | null,
  event: RecordedEvent<MessageNews>,
): Notice | null => {
  if (event.type === 'MessagesRead') return notice && { ...notice, read: true };
  const {
    bookingId,
    courtId,
    startTime,
    endTime,
    zone,
    authorId: playerId,
    isFirstUnread,
  } = event.data;
  if (notice && !isFirstUnread) return notice;
  return {
    type: 'message_received',
    personId: readerIdOf(event.data),
    side: sideToldBy(event),
    playerId,
    read: false,
    bookingId,
    courtId,
    startTime,
    endTime,
    zone,
    at: event.metadata.at,
    answerBy: null,
    declineReason: null,
    amountCents: null,
    stripeId: null,
  };
};
