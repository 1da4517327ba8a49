import type { Review } from '@courtly/contracts/courts';
import { Injectable } from '@nestjs/common';
import { z } from 'zod';
import { type Page, type PageRequest, decodeCursor, cutPage } from '../../platform/http/paging.js';
import { notFound } from '../../platform/kernel/domain-error.js';
import { ReadModels } from '../../platform/projections/read-models.js';
import { reviewView } from '../reviews/review-view.js';
import { REVIEWS_WITH_COURT, latestFirst, reviews } from '../reviews/reviews.projection.js';
import { courts } from './courts.projection.js';

const PlaceInReviews = z.strictObject({ revealedAt: z.string(), id: z.string() });

@Injectable()
export class CourtReviews {
  constructor(private readonly readModels: ReadModels) {}

  async latestReviews(courtId: string): Promise<Review[]> {
    const reviewDocuments = await this.readModels.read(reviews, (collection) =>
      collection
        .find({ courtId, onCourt: true })
        .sort(latestFirst)
        .limit(REVIEWS_WITH_COURT)
        .toArray(),
    );
    return reviewDocuments.map(({ bookingId, player }) => reviewView(bookingId, 'player', player!));
  }

  /**
   * One page, newest reviews first.
   * @throws DomainError not_found, also for a hidden court
   */
  async reviewsPage(courtId: string, { cursor, limit }: PageRequest): Promise<Page<Review>> {
    const courtDocument = await this.readModels.read(courts, (collection) =>
      collection.findOne({ _id: courtId }),
    );
    if (!courtDocument?.isShown) throw notFound('court');
    const pageCursor = decodeCursor(PlaceInReviews, cursor);
    const earlierFilter = pageCursor && {
      $or: [
        { revealedAt: { $lt: pageCursor.revealedAt } },
        { revealedAt: pageCursor.revealedAt, _id: { $lt: pageCursor.id } },
      ],
    };
    const reviewDocuments = await this.readModels.read(reviews, (collection) =>
      collection
        .find({ courtId, onCourt: true, ...earlierFilter })
        .sort(latestFirst)
        .limit(limit + 1)
        .toArray(),
    );
    const { items, next } = cutPage(reviewDocuments, limit, ({ revealedAt, _id }) => ({
      revealedAt,
      id: _id,
    }));
    return {
      items: items.map(({ bookingId, player }) => reviewView(bookingId, 'player', player!)),
      next,
    };
  }
}
