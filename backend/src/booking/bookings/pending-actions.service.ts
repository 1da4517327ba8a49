import { Inject, Injectable } from '@nestjs/common';
import { CONFIG, type Config } from '../../config.js';
import { isLoggableAgain, logDeadline, matchIdOf, mayLogAgain } from '../../play/matches/match.js';
import { matches } from '../../play/matches/matches.projection.js';
import { Clock } from '../../platform/kernel/clock.js';
import { DAY_MS } from '../../platform/kernel/local-time.js';
import { ReadModels } from '../../platform/projections/read-models.js';
import { waiverCountOf } from '../guest-waivers/guest-waiver-view.js';
import { guestWaivers } from '../guest-waivers/guest-waivers.js';
import { guestWaivers as guestWaiverList } from '../guest-waivers/guest-waivers.projection.js';
import { type ConversationDocument, conversations } from '../messages/conversations.projection.js';
import { reviews } from '../reviews/reviews.projection.js';
import type { PendingBookingActions } from './booking-view.js';
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

  /** The pending actions of the user, by booking id. */
  async ofBookings(
    bookings: readonly Booking[],
    userId: string,
  ): Promise<ReadonlyMap<string, PendingBookingActions>> {
    const { reviewDays, matchLogDays } = this.config.policy;
    const [reviewableIds, loggableIds, unreadCounts, guestsById] = await Promise.all([
      this.findReviewable(this.completedWithin(reviewDays, bookings), userId),
      this.findLoggable(this.completedWithin(matchLogDays, bookings), userId),
      this.countUnread(bookings, userId),
      this.guestsOf(bookings),
    ]);
    return new Map(
      bookings.map(({ bookingId, startTime, status }) => [
        bookingId,
        {
          needsReview: reviewableIds.has(bookingId),
          resultBy: loggableIds.has(bookingId) ? logDeadline(startTime, matchLogDays) : null,
          unreadMessages: unreadCounts.get(bookingId) ?? 0,
          waivers: waiverCountOf(
            { status },
            guestsById.get(bookingId) ?? guestWaivers.initial,
            this.config.policy.guestWaivers,
          ),
        },
      ]),
    );
  }

  private completedWithin(days: number, bookings: readonly Booking[]): Booking[] {
    const completedSince = new Date(this.clock.now() - days * DAY_MS).toISOString();
    return bookings.filter(
      ({ status, endTime }) => status === 'completed' && completedSince < endTime,
    );
  }

  /** The bookings that the user has not reviewed. */
  private async findReviewable(bookings: readonly Booking[], userId: string) {
    const reviewableIds = new Set(bookings.map(({ bookingId }) => bookingId));
    if (reviewableIds.size === 0) return reviewableIds;
    const writtenReviews = await this.readModels.read(reviews, (collection) =>
      collection.find({ _id: { $in: [...reviewableIds] } }).toArray(),
    );
    for (const { bookingId, playerId, player, host } of writtenReviews)
      if (playerId === userId ? player : host) reviewableIds.delete(bookingId);
    return reviewableIds;
  }

  /** The bookings that the user played and whose result is not logged, or can be logged again. */
  private async findLoggable(bookings: readonly Booking[], userId: string) {
    const playedBookings = bookings.filter(({ playerId }) => playerId === userId);
    const loggableIds = new Set(playedBookings.map(({ bookingId }) => bookingId));
    if (loggableIds.size === 0) return loggableIds;
    const loggedMatches = await this.readModels.read(matches, (collection) =>
      collection.find({ _id: { $in: playedBookings.map(matchIdOf) } }).toArray(),
    );
    for (const loggedMatch of loggedMatches)
      if (!isLoggableAgain(loggedMatch) || !mayLogAgain(loggedMatch, userId))
        loggableIds.delete(loggedMatch.bookingId);
    return loggableIds;
  }

  private async guestsOf(bookings: readonly Booking[]) {
    const bookingIds = bookings.map(({ bookingId }) => bookingId);
    if (bookingIds.length === 0 || this.config.policy.guestWaivers === 'off') return new Map();
    const guestLists = await this.readModels.read(guestWaiverList, (collection) =>
      collection.find({ _id: { $in: bookingIds } }).toArray(),
    );
    return new Map(guestLists.map((guestList) => [guestList.bookingId, guestList]));
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
