import type { BookingSide } from '@courtly/contracts/bookings';
import type { RecordedEvent } from '../../platform/kernel/events.js';
import type { ConversationEvent } from '../../booking/messages/conversation.events.js';
import { readerOfSide } from '../../booking/messages/conversation.js';
import { type Notification, hasTypeOf, unreadNotification } from './notification.js';

export const messageEventTypes = ['MessageSent', 'MessagesRead'] as const;
export type MessageNotificationEvent = Extract<
  ConversationEvent,
  { type: (typeof messageEventTypes)[number] }
>;

export const isMessageEvent = hasTypeOf(messageEventTypes);

const recipientSide = ({ type, data: { side } }: MessageNotificationEvent): BookingSide =>
  type === 'MessageSent' ? readerOfSide(side) : side;

/** Each side of a booking has one notification about the conversation. */
export const messageNotificationKey = (messageEvent: MessageNotificationEvent): string =>
  `${messageEvent.data.bookingId}.messages.${recipientSide(messageEvent)}`;

export const messageRecipientId = ({
  side,
  playerId,
  hostId,
}: Extract<MessageNotificationEvent, { type: 'MessageSent' }>['data']): string =>
  side === 'player' ? hostId : playerId;

/**
 * A notification about the first unread message, without its text. Reading the messages also marks
 * the notification as read.
 */
export const messageNotification = (
  notification: Notification | null,
  messageEvent: RecordedEvent<MessageNotificationEvent>,
): Notification | null => {
  if (messageEvent.type === 'MessagesRead') return notification && { ...notification, read: true };
  const { data, metadata } = messageEvent;
  const { bookingId, courtId, startTime, endTime, zone, isFirstUnread } = data;
  if (notification && !isFirstUnread) return notification;
  return {
    ...unreadNotification,
    type: 'message_received',
    personId: messageRecipientId(data),
    side: recipientSide(messageEvent),
    playerId: data.authorId,
    bookingId,
    courtId,
    startTime,
    endTime,
    zone,
    at: metadata.at,
  };
};
