import { Injectable } from '@nestjs/common';
import type { BookingReviews, OwnReviewMarks } from '@courtly/contracts/reviews';
import { seenBy } from '../bookings/booking-lists.js';
import { bookings } from '../bookings/bookings.projection.js';
import { ReadModels } from '../../platform/projections/read-models.js';
import { reviewsView } from './review-view.js';
import { type SideReview, reviewIdOf } from './review.js';
import { REVIEWS_WITH_COURT, latestFirst, reviews } from './reviews.projection.js';

@Injectable()
export class ReviewQueries {
  constructor(private readonly readModels: ReadModels) {}

  async ofBooking(bookingId: string, viewerId: string): Promise<BookingReviews> {
    const [booking, written] = await Promise.all([
      this.readModels.read(bookings, (all) => all.findOne({ _id: bookingId })),
      this.readModels.read(reviews, (all) => all.findOne({ _id: bookingId })),
    ]);
    return reviewsView(seenBy(booking, viewerId).bookingId, written, viewerId);
  }

  /** Among the reviews shown with a court: those that the user wrote, and those they reported. */
  async ownMarks(courtId: string, viewerId: string): Promise<OwnReviewMarks> {
    const found = await this.readModels.read(reviews, (all) =>
      all.find({ courtId, onCourt: true }).sort(latestFirst).limit(REVIEWS_WITH_COURT).toArray(),
    );
    const those = (isOne: (review: SideReview) => boolean) =>
      found.flatMap(({ bookingId, player }) =>
        player && isOne(player) ? [reviewIdOf(bookingId, 'player')] : [],
      );
    return {
      written: those(({ authorId }) => authorId === viewerId),
      reported: those(({ reporters }) => reporters.includes(viewerId)),
    };
  }
}
