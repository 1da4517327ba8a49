import type { Review } from '@courtly/contracts/courts';
import { Injectable } from '@nestjs/common';
import { z } from 'zod';
import { type Page, type PageRequest, decodeCursor, cutPage } from '../../platform/http/paging.js';
import { notFound } from '../../platform/kernel/domain-error.js';
import { ReadModels } from '../../platform/projections/read-models.js';
import { PublicReviewIds } from '../reviews/public-review-ids.service.js';
import { reviewView } from '../reviews/review-view.js';
import {
  REVIEWS_WITH_COURT,
  type ReviewsDocument,
  latestFirst,
  reviews,
} from '../reviews/reviews.projection.js';
import { courts } from './courts.projection.js';
import { ListedCourts } from './listed-courts.service.js';

const PlaceInReviews = z.strictObject({ revealedAt: z.string(), id: z.string() });

@Injectable()
export class CourtReviews {
  constructor(
    private readonly readModels: ReadModels,
    private readonly listedCourts: ListedCourts,
    private readonly publicReviewIds: PublicReviewIds,
  ) {}

  async latestReviews(courtId: string): Promise<Review[]> {
    const reviewDocuments = await this.readModels.read(reviews, (collection) =>
      collection
        .find({ courtId, onCourt: true })
        .sort(latestFirst)
        .limit(REVIEWS_WITH_COURT)
        .toArray(),
    );
    return reviewDocuments.map((reviewDocument) => this.publicView(reviewDocument));
  }

  /**
   * One page, newest reviews first.
   * @throws DomainError not_found, including for a court that is not listed
   */
  async reviewsPage(courtId: string, { cursor, limit }: PageRequest): Promise<Page<Review>> {
    const courtDocument = await this.readModels.read(courts, (collection) =>
      collection.findOne({ _id: courtId }),
    );
    if (!courtDocument || !(await this.listedCourts.isListed(courtDocument)))
      throw notFound('court');
    const pageCursor = decodeCursor(PlaceInReviews, cursor);
    const earlierFilter = pageCursor && (await this.filterAfter(courtId, pageCursor));
    const reviewDocuments = await this.readModels.read(reviews, (collection) =>
      collection
        .find({ courtId, onCourt: true, ...earlierFilter })
        .sort(latestFirst)
        .limit(limit + 1)
        .toArray(),
    );
    const { items, next } = cutPage(reviewDocuments, limit, ({ revealedAt, _id }) => ({
      revealedAt,
      id: this.publicReviewIds.idOf(_id),
    }));
    return { items: items.map((reviewDocument) => this.publicView(reviewDocument)), next };
  }

  private publicView({ bookingId, player }: ReviewsDocument): Review {
    return reviewView(this.publicReviewIds.idOf(bookingId), player!);
  }

  /** A review that was removed after its page no longer separates those of the same instant. */
  private async filterAfter(courtId: string, { revealedAt, id }: z.infer<typeof PlaceInReviews>) {
    const lastBookingId = await this.publicReviewIds.bookingIdOf(courtId, id, revealedAt);
    const earlier = { revealedAt: { $lt: revealedAt } };
    return lastBookingId === null
      ? earlier
      : { $or: [earlier, { revealedAt, _id: { $lt: lastBookingId } }] };
  }
}
