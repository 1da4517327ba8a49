import type { BookingSide } from '@courtly/contracts/bookings';
import type { RecordedEvent } from '../../platform/kernel/events.js';
import type { ConversationEvent } from '../../booking/messages/conversation.events.js';
import { readerOfSide } from '../../booking/messages/conversation.js';
import type { Notification } from './notifications.projection.js';

export const messageEventTypes = ['MessageSent', 'MessagesRead'] as const;
export type MessageNotificationEvent = Extract<
  ConversationEvent,
  { type: (typeof messageEventTypes)[number] }
>;

export const isMessageEvent = <E extends Readonly<{ type: string }>>(
  messageEvent: E,
): messageEvent is E & MessageNotificationEvent =>
  (messageEventTypes as readonly string[]).includes(messageEvent.type);

const recipientSide = ({ type, data: { side } }: MessageNotificationEvent): BookingSide =>
  type === 'MessageSent' ? readerOfSide(side) : side;

/** Each side of a booking has one notification for its conversation. */
export const messageNotificationKey = (messageEvent: MessageNotificationEvent): string =>
  `${messageEvent.data.bookingId}.messages.${recipientSide(messageEvent)}`;

export const messageRecipientId = ({
  side,
  playerId,
  hostId,
}: Extract<MessageNotificationEvent, { type: 'MessageSent' }>['data']): string =>
  side === 'player' ? hostId : playerId;

/** About the first unread message, without its text. Reading the messages also reads this. */
export const messageNotification = (
  existingNotification: Notification | null,
  messageEvent: RecordedEvent<MessageNotificationEvent>,
): Notification | null => {
  if (messageEvent.type === 'MessagesRead')
    return existingNotification && { ...existingNotification, read: true };
  const {
    bookingId,
    courtId,
    startTime,
    endTime,
    zone,
    authorId: playerId,
    isFirstUnread,
  } = messageEvent.data;
  if (existingNotification && !isFirstUnread) return existingNotification;
  return {
    type: 'message_received',
    personId: messageRecipientId(messageEvent.data),
    side: recipientSide(messageEvent),
    playerId,
    read: false,
    bookingId,
    courtId,
    startTime,
    endTime,
    zone,
    at: messageEvent.metadata.at,
    answerBy: null,
    declineReason: null,
    amountCents: null,
    stripeId: null,
  };
};
