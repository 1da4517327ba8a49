import type { BookingSide } from '@courtly/contracts/bookings';
import { defineProjection } from '../../platform/projections/projection.js';
import type { ConversationEvent } from './conversation.events.js';
import { type Conversation, conversation, unreadOf } from './conversation.js';

/** `reportedAt` is the instant of the oldest open report (UTC), or empty. */
export type ConversationDocument = Conversation &
  Readonly<{ unread: Readonly<Record<BookingSide, number>>; reportedAt: string }>;

const reportsOf = ({ messages }: Conversation) => messages.flatMap(({ report }) => report ?? []);

/** By booking id. The index finds open reports. */
export const conversations = defineProjection<ConversationDocument, ConversationEvent>({
  name: 'conversations',
  version: 1,
  indexes: [{ reportedAt: 1, _id: 1 }],
  handles: [
    'MessageSent',
    'MessagesRead',
    'MessageReported',
    'MessageReportDismissed',
    'MessageRemoved',
  ],
  key: ({ data }) => data.bookingId,
  evolve(document, event) {
    const next = conversation.evolve(document, event);
    if (!next) return null;
    const [reportedAt = ''] = reportsOf(next)
      .map(({ at }) => at)
      .sort();
    return {
      ...next,
      unread: { player: unreadOf(next, 'player'), host: unreadOf(next, 'host') },
      reportedAt,
    };
  },
  audience: ({ playerId, hostId }) => [playerId, hostId],
  people(document) {
    const { playerId, hostId, messages } = document;
    const authors = messages.map(({ authorId }) => authorId);
    return [...new Set([playerId, hostId, ...authors, ...reportsOf(document).map(({ by }) => by)])];
  },
});
