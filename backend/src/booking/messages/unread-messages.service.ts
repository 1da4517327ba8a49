import { Injectable } from '@nestjs/common';
import type { UnreadMessages } from '../bookings/unread-messages.js';
import { ReadModels } from '../../platform/projections/read-models.js';
import type { ConversationDocument } from './conversations.projection.js';
import { conversations } from './conversations.projection.js';

type Counted = Pick<ConversationDocument, 'bookingId' | 'playerId' | 'unread'>;

/** Counts without the texts: a page of bookings may have thousands of messages. */
@Injectable()
export class UnreadInConversations implements UnreadMessages {
  constructor(private readonly readModels: ReadModels) {}

  async among(
    bookings: Parameters<UnreadMessages['among']>[0],
    personId: string,
  ): Promise<ReadonlyMap<string, number>> {
    if (bookings.length === 0) return new Map();
    const those = { _id: { $in: bookings.map(({ bookingId }) => bookingId) } };
    const found = await this.readModels.read(conversations, (all) =>
      all.find(those).project<Counted>({ bookingId: 1, playerId: 1, unread: 1 }).toArray(),
    );
    return new Map(
      found.map(({ bookingId, playerId, unread }) => [
        bookingId,
        unread[playerId === personId ? 'player' : 'host'],
      ]),
    );
  }
}
