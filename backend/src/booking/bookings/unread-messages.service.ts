import { Injectable } from '@nestjs/common';
import type { Booking } from './booking.js';
import { ReadModels } from '../../platform/projections/read-models.js';
import type { ConversationDocument } from '../messages/conversations.projection.js';
import { conversations } from '../messages/conversations.projection.js';

type UnreadCounts = Pick<ConversationDocument, 'bookingId' | 'playerId' | 'unread'>;

/** Reads only counts, because a page of bookings can have thousands of messages. */
@Injectable()
export class UnreadMessages {
  constructor(private readonly readModels: ReadModels) {}

  async countByBooking(
    bookingList: readonly Pick<Booking, 'bookingId'>[],
    userId: string,
  ): Promise<ReadonlyMap<string, number>> {
    if (bookingList.length === 0) return new Map();
    const bookingFilter = { _id: { $in: bookingList.map(({ bookingId }) => bookingId) } };
    const unreadCounts = await this.readModels.read(conversations, (collection) =>
      collection
        .find(bookingFilter)
        .project<UnreadCounts>({ bookingId: 1, playerId: 1, unread: 1 })
        .toArray(),
    );
    return new Map(
      unreadCounts.map(({ bookingId, playerId, unread }) => [
        bookingId,
        unread[playerId === userId ? 'player' : 'host'],
      ]),
    );
  }
}
