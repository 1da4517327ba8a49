import { Inject, Injectable } from '@nestjs/common';
import { CONFIG, type Config } from '../../config.js';
import { matchIdOf } from '../../play/matches/match.js';
import { matches } from '../../play/matches/matches.projection.js';
import { Clock } from '../../platform/kernel/clock.js';
import { DAY_MS } from '../../platform/kernel/local-time.js';
import { ReadModels } from '../../platform/projections/read-models.js';
import { type ConversationDocument, conversations } from '../messages/conversations.projection.js';
import { reviews } from '../reviews/reviews.projection.js';
import type { Booking } from './booking.js';

type UnreadCounts = Pick<ConversationDocument, 'bookingId' | 'playerId' | 'unread'>;

/** What a user still has to do for their bookings. */
@Injectable()
export class PendingActions {
  constructor(
    private readonly readModels: ReadModels,
    private readonly clock: Clock,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /**
   * By booking id. `needsReview` means that the user can still review the booking and has given no
   * feedback on it.
   */
  async ofBookings(
    bookings: readonly Booking[],
    userId: string,
  ): Promise<ReadonlyMap<string, Readonly<{ needsReview: boolean; unreadMessages: number }>>> {
    const [reviewableIds, unreadCounts] = await Promise.all([
      this.findReviewable(bookings, userId),
      this.countUnread(bookings, userId),
    ]);
    return new Map(
      bookings.map(({ bookingId }) => [
        bookingId,
        {
          needsReview: reviewableIds.has(bookingId),
          unreadMessages: unreadCounts.get(bookingId) ?? 0,
        },
      ]),
    );
  }

  private async findReviewable(bookings: readonly Booking[], userId: string) {
    const reviewableSince = new Date(
      this.clock.now() - this.config.policy.reviewDays * DAY_MS,
    ).toISOString();
    const reviewableBookings = bookings.filter(
      ({ status, endTime }) => status === 'completed' && reviewableSince < endTime,
    );
    const reviewableIds = new Set(reviewableBookings.map(({ bookingId }) => bookingId));
    if (reviewableIds.size === 0) return reviewableIds;
    const matchIds = reviewableBookings
      .filter(({ playerId }) => playerId === userId)
      .map(matchIdOf);
    const [loggedMatches, writtenReviews] = await Promise.all([
      this.readModels.read(matches, (collection) =>
        collection.find({ _id: { $in: matchIds } }).toArray(),
      ),
      this.readModels.read(reviews, (collection) =>
        collection.find({ _id: { $in: [...reviewableIds] } }).toArray(),
      ),
    ]);
    const userReviews = writtenReviews.filter(({ playerId, player, host }) =>
      playerId === userId ? player : host,
    );
    for (const { bookingId } of [...loggedMatches, ...userReviews]) reviewableIds.delete(bookingId);
    return reviewableIds;
  }

  /** Reads only counts, because a page of bookings may have thousands of messages. */
  private async countUnread(bookings: readonly Booking[], userId: string) {
    if (bookings.length === 0) return new Map();
    const unreadCounts = await this.readModels.read(conversations, (collection) =>
      collection
        .find({ _id: { $in: bookings.map(({ bookingId }) => bookingId) } })
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
