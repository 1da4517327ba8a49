import type { Review } from '@courtly/contracts/courts';
import { Injectable } from '@nestjs/common';
import { z } from 'zod';
import { type Page, type Paging, keyIn, pageOf } from '../../platform/http/paging.js';
import { notFound } from '../../platform/kernel/domain-error.js';
import { ReadModels } from '../../platform/projections/read-models.js';
import { reviewView } from '../reviews/review-view.js';
import { REVIEWS_WITH_COURT, latestFirst, reviews } from '../reviews/reviews.projection.js';
import { courts } from './courts.projection.js';

const PlaceInReviews = z.strictObject({ revealedAt: z.string(), id: z.string() });

/** What players say of courts, as everybody may read it. */
@Injectable()
export class CourtReviews {
  constructor(private readonly readModels: ReadModels) {}

  async latest(courtId: string): Promise<Review[]> {
    const found = await this.readModels.read(reviews, (all) =>
      all.find({ courtId, onCourt: true }).sort(latestFirst).limit(REVIEWS_WITH_COURT).toArray(),
    );
    return found.map(({ bookingId, player }) => reviewView(bookingId, 'player', player!));
  }

  /** One page of all of them, the latest first. A hidden court is missing to everybody. @throws DomainError not_found */
  async page(courtId: string, { cursor, limit }: Paging): Promise<Page<Review>> {
    const court = await this.readModels.read(courts, (all) => all.findOne({ _id: courtId }));
    if (!court?.isShown) throw notFound('court');
    const place = keyIn(PlaceInReviews, cursor);
    const earlier = place && {
      $or: [
        { revealedAt: { $lt: place.revealedAt } },
        { revealedAt: place.revealedAt, _id: { $lt: place.id } },
      ],
    };
    const found = await this.readModels.read(reviews, (all) =>
      all
        .find({ courtId, onCourt: true, ...earlier })
        .sort(latestFirst)
        .limit(limit + 1)
        .toArray(),
    );
    const { items, next } = pageOf(found, limit, ({ revealedAt, _id }) => ({
      revealedAt,
      id: _id,
    }));
    return {
      items: items.map(({ bookingId, player }) => reviewView(bookingId, 'player', player!)),
      next,
    };
  }
}
