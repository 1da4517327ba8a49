import type { BookingSide } from '@courtly/contracts/bookings';
import type { ReportedReview } from '@courtly/contracts/reviews';
import { Injectable } from '@nestjs/common';
import { z } from 'zod';
import { type CountedPage, keyIn, pageOf } from '../edge/paging.js';
import { ReadModels } from '../projections/read-models.js';
import { reviewIdOf } from '../reviews/review.js';
import { type ReviewsDocument, reviews } from '../reviews/reviews.projection.js';
import { type Names, NamesOf } from './names.service.js';

const Place = z.strictObject({ reportedAt: z.string(), id: z.string() });
const sides: readonly BookingSide[] = ['player', 'host'];

const reportedIn = (document: ReviewsDocument, names: Names): ReportedReview[] =>
  sides.flatMap((side) => {
    const one = document[side];
    if (!one || one.reports.length === 0) return [];
    const { bookingId, courtId } = document;
    const { rating, comment, writtenAt: createdAt, reports } = one;
    return {
      ...{ id: reviewIdOf(bookingId, side), bookingId, side, rating, comment, createdAt },
      court: names.court(courtId),
      author: names.person(one.authorId),
      reports: reports.map(({ by, ...report }) => ({ by: names.person(by), ...report })),
    };
  });

/** Reviews that somebody has reported, for admins. */
@Injectable()
export class ReportedReviewQueries {
  constructor(
    private readonly readModels: ReadModels,
    private readonly names: NamesOf,
  ) {}

  /** One page of hours with such reviews, that which waits the longest first. `total` counts the hours. */
  async page({
    cursor,
    limit,
  }: Readonly<{ cursor?: string | undefined; limit: number }>): Promise<CountedPage<ReportedReview>> {
    const place = keyIn(Place, cursor);
    const later = place && {
      $or: [{ reportedAt: { $gt: place.reportedAt } }, { reportedAt: place.reportedAt, _id: { $gt: place.id } }],
    };
    const waiting = { reportedAt: { $gt: '' } };
    const { found, total } = await this.readModels.read(reviews, async (all) => {
      const page = all.find({ $and: [waiting, later ?? {}] }).sort({ reportedAt: 1, _id: 1 });
      const [found, total] = await Promise.all([
        page.limit(limit + 1).toArray(),
        place ? null : all.countDocuments(waiting),
      ]);
      return { found, total };
    });
    const { items, next } = pageOf(found, limit, ({ reportedAt, bookingId: id }) => ({ reportedAt, id }));
    const people = items.flatMap(({ player, host }) =>
      [player, host].flatMap((one) => (one ? [one.authorId, ...one.reports.map(({ by }) => by)] : [])),
    );
    const names = await this.names.these(
      items.map(({ courtId }) => courtId),
      people,
    );
    return { items: items.flatMap((one) => reportedIn(one, names)), next, total };
  }
}
