import type { BookedBy } from '@courtly/contracts/bookings';
import { Injectable } from '@nestjs/common';
import type { Booking } from './booking.js';
import { matchIdOf } from '../../play/matches/match.js';
import { matches } from '../../play/matches/matches.projection.js';
import { ReadModels } from '../../platform/projections/read-models.js';
import { playerStars } from '../reviews/player-stars.projection.js';
import { reviews } from '../reviews/reviews.projection.js';
import { meanRatingOf } from '../reviews/stars.js';

@Injectable()
export class FeedbackStatus {
  constructor(private readonly readModels: ReadModels) {}

  /** Ids of bookings that the user has logged or reviewed. */
  async bookingsWithFeedback(
    bookingList: readonly Pick<Booking, 'bookingId' | 'playerId'>[],
    userId: string,
  ): Promise<ReadonlySet<string>> {
    const playedBookings = bookingList.filter(({ playerId }) => playerId === userId);
    const [loggedMatches, writtenReviews] = await Promise.all([
      this.readModels.read(matches, (collection) =>
        collection.find({ _id: { $in: playedBookings.map(matchIdOf) } }).toArray(),
      ),
      this.readModels.read(reviews, (collection) =>
        collection.find({ _id: { $in: bookingList.map(({ bookingId }) => bookingId) } }).toArray(),
      ),
    ]);
    const userReviews = writtenReviews.filter(({ playerId, player, host }) =>
      playerId === userId ? player : host,
    );
    return new Set([...loggedMatches, ...userReviews].map(({ bookingId }) => bookingId));
  }

  /** Revealed ratings by player id; players without ratings are missing. */
  async ratingsOfPlayers(
    playerIds: readonly string[],
  ): Promise<ReadonlyMap<string, BookedBy['record']['rating']>> {
    const ratedPlayers = await this.readModels.read(playerStars, (collection) =>
      collection.find({ _id: { $in: [...playerIds] } }).toArray(),
    );
    return new Map(ratedPlayers.map((starTotals) => [starTotals._id, meanRatingOf(starTotals)]));
  }
}
