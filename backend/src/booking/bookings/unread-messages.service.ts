import { Injectable } from '@nestjs/common';
import type { Booking } from './booking.js';
import { ReadModels } from '../../platform/projections/read-models.js';
import type { ConversationDocument } from '../messages/conversations.projection.js';
import { conversations } from '../messages/conversations.projection.js';

type Counted = Pick<ConversationDocument, 'bookingId' | 'playerId' | 'unread'>;

/** Reads only counts, because a page of bookings can have thousands of messages. */
@Injectable()
export class UnreadMessages {
  constructor(private readonly readModels: ReadModels) {}

  async among(
    bookings: readonly Pick<Booking, 'bookingId'>[],
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
