import { Injectable } from '@nestjs/common';
import type { Review } from '@courtly/contracts/courts';
import type { BookingReviews } from '@courtly/contracts/reviews';
import { z } from 'zod';
import { isSeenBy } from '../bookings/booking-lists.js';
import { bookings } from '../bookings/bookings.projection.js';
import { courts } from '../courts/courts.projection.js';
import { type Page, keyIn, pageOf } from '../edge/paging.js';
import { DomainError } from '../kernel/domain-error.js';
import { ReadModels } from '../projections/read-models.js';
import { reviewView, reviewsView } from './review-view.js';
import { latestFirst, reviews } from './reviews.projection.js';

const PlaceInReviews = z.strictObject({ revealedAt: z.string(), id: z.string() });

/** What people say of courts and of players. */
@Injectable()
export class ReviewQueries {
  constructor(private readonly readModels: ReadModels) {}

  /** One page of what is said of a court, the latest first. A hidden court is missing to everybody. */
  async ofCourt(
    courtId: string,
    { cursor, limit }: Readonly<{ cursor?: string | undefined; limit: number }>,
  ): Promise<Page<Review>> {
    const court = await this.readModels.read(courts, (all) => all.findOne({ _id: courtId }));
    if (!court?.isActive) throw new DomainError('not_found', 'This court does not exist.');
    const place = keyIn(PlaceInReviews, cursor);
    const earlier = place && {
      $or: [{ revealedAt: { $lt: place.revealedAt } }, { revealedAt: place.revealedAt, _id: { $lt: place.id } }],
    };
    const found = await this.readModels.read(reviews, (all) =>
      all
        .find({ courtId, onCourt: true, ...earlier })
        .sort(latestFirst)
        .limit(limit + 1)
        .toArray(),
    );
    const { items, next } = pageOf(found, limit, ({ revealedAt, _id }) => ({ revealedAt, id: _id }));
    return { items: items.map(({ player }) => reviewView(player!)), next };
  }

  async ofBooking(bookingId: string, viewerId: string): Promise<BookingReviews> {
    const [booking, written] = await Promise.all([
      this.readModels.read(bookings, (all) => all.findOne({ _id: bookingId })),
      this.readModels.read(reviews, (all) => all.findOne({ _id: bookingId })),
    ]);
    if (!booking || !isSeenBy(booking, viewerId)) throw new DomainError('not_found', 'This booking does not exist.');
    return reviewsView(bookingId, written, viewerId);
  }
}
