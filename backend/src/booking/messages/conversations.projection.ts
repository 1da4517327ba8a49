import type { BookingSide } from '@courtly/contracts/bookings';
import { defineProjection } from '../../platform/projections/projection.js';
import type { ConversationEvent } from './conversation.events.js';
import { type Conversation, conversation, unreadCountOf } from './conversation.js';

/** `reportedAt` is the instant of the oldest open report (UTC); empty if there is none. */
export type ConversationDocument = Conversation &
  Readonly<{ unread: Readonly<Record<BookingSide, number>>; reportedAt: string }>;

const openReportsOf = ({ messages }: Conversation) =>
  messages.flatMap(({ report }) => report ?? []);

/** Conversations by booking id. The index finds open reports. */
export const conversations = defineProjection<ConversationDocument, ConversationEvent>({
  name: 'conversations',
  version: 2,
  indexes: [{ reportedAt: 1, _id: 1 }],
  handles: [
    'MessageSent',
    'MessagesRead',
    'MessageReported',
    'MessageReportDismissed',
    'MessageRemoved',
  ],
  key: ({ data }) => data.bookingId,
  evolve(storedConversation, conversationEvent) {
    const nextConversation = conversation.evolve(storedConversation, conversationEvent);
    if (!nextConversation) return null;
    const [reportedAt = ''] = openReportsOf(nextConversation)
      .map(({ at }) => at)
      .sort();
    return {
      ...nextConversation,
      unread: {
        player: unreadCountOf(nextConversation, 'player'),
        host: unreadCountOf(nextConversation, 'host'),
      },
      reportedAt,
    };
  },
  audience: ({ playerId, hostId }) => [playerId, hostId],
  people(storedConversation) {
    const { playerId, hostId, messages } = storedConversation;
    const authorIds = messages.map(({ authorId }) => authorId);
    return [
      ...new Set([
        playerId,
        hostId,
        ...authorIds,
        ...openReportsOf(storedConversation).map(({ by }) => by),
      ]),
    ];
  },
});
