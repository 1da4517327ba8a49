import type { Review } from '@courtly/contracts/courts';
import { Injectable } from '@nestjs/common';
import { z } from 'zod';
import {
  type Page,
  type PageRequest,
  cutPage,
  decodeCursor,
  unknownCursor,
} from '../../platform/http/paging.js';
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

/** Anyone can read a cursor, and the time of a reveal would give away the hour of the booking. */
const PlaceInReviews = z.strictObject({ id: z.string() });

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
   * One page, newest reviews first, optionally only those with a rating.
   * @throws DomainError not_found, including for a court that is not listed; invalid_request
   */
  async reviewsPage(
    courtId: string,
    { cursor, limit, rating }: PageRequest & Readonly<{ rating?: number | undefined }>,
  ): Promise<Page<Review>> {
    const courtDocument = await this.readModels.read(courts, (collection) =>
      collection.findOne({ _id: courtId }),
    );
    if (!courtDocument || !(await this.listedCourts.isListed(courtDocument)))
      throw notFound('court');
    const pageCursor = decodeCursor(PlaceInReviews, cursor);
    const lastReview = pageCursor && (await this.publicReviewIds.reviewOf(courtId, pageCursor.id));
    if (lastReview === null) throw unknownCursor();
    const earlierFilter = lastReview && {
      $or: [
        { revealedAt: { $lt: lastReview.revealedAt } },
        { revealedAt: lastReview.revealedAt, _id: { $lt: lastReview._id } },
      ],
    };
    const reviewDocuments = await this.readModels.read(reviews, (collection) =>
      collection
        .find({
          courtId,
          onCourt: true,
          ...(rating !== undefined && { 'player.rating': rating }),
          ...earlierFilter,
        })
        .sort(latestFirst)
        .limit(limit + 1)
        .toArray(),
    );
    const { items, next } = cutPage(reviewDocuments, limit, ({ _id }) => ({
      id: this.publicReviewIds.idOf(_id),
    }));
    return { items: items.map((reviewDocument) => this.publicView(reviewDocument)), next };
  }

  private publicView({ bookingId, player }: ReviewsDocument): Review {
    return reviewView(this.publicReviewIds.idOf(bookingId), player!);
  }
}
