import { Injectable } from '@nestjs/common';
import type { BookingReviews, OwnReviewMarks } from '@courtly/contracts/reviews';
import { bookingVisibleTo } from '../bookings/booking-lists.js';
import { bookings } from '../bookings/bookings.projection.js';
import { ReadModels } from '../../platform/projections/read-models.js';
import { reviewsView } from './review-view.js';
import { PublicReviewIds } from './public-review-ids.service.js';
import type { SideReview } from './review.js';
import { reviews } from './reviews.projection.js';

@Injectable()
export class ReviewQueries {
  constructor(
    private readonly readModels: ReadModels,
    private readonly publicReviewIds: PublicReviewIds,
  ) {}

  async bookingReviews(bookingId: string, userId: string): Promise<BookingReviews> {
    const [booking, writtenReviews] = await Promise.all([
      this.readModels.read(bookings, (collection) => collection.findOne({ _id: bookingId })),
      this.readModels.read(reviews, (collection) => collection.findOne({ _id: bookingId })),
    ]);
    return reviewsView(bookingVisibleTo(booking, userId).bookingId, writtenReviews, userId);
  }

  /** Which reviews of a court were written or reported by the user. */
  async ownMarks(courtId: string, userId: string): Promise<OwnReviewMarks> {
    const courtReviews = await this.readModels.read(reviews, (collection) =>
      collection
        .find({
          courtId,
          onCourt: true,
          $or: [{ 'player.authorId': userId }, { 'player.reporters': userId }],
        })
        .toArray(),
    );
    const reviewIdsWhere = (isIncluded: (sideReview: SideReview) => boolean) =>
      courtReviews.flatMap(({ bookingId, player }) =>
        player && isIncluded(player) ? [this.publicReviewIds.idOf(bookingId)] : [],
      );
    return {
      written: reviewIdsWhere(({ authorId }) => authorId === userId),
      reported: reviewIdsWhere(({ reporters }) => reporters.includes(userId)),
    };
  }
}
