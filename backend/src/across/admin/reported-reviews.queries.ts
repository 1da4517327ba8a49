import type { BookingSide } from '@courtly/contracts/bookings';
import type { ReportedReview } from '@courtly/contracts/reviews';
import { Injectable } from '@nestjs/common';
import type { CountedPage, PageRequest } from '../../platform/http/paging.js';
import { ReadModels } from '../../platform/projections/read-models.js';
import { reviewIdOf } from '../../booking/reviews/review.js';
import { type ReviewsDocument, reviews } from '../../booking/reviews/reviews.projection.js';
import { keysetPage } from './keyset-page.js';
import { type Names, NamesOf } from './names.service.js';

const sides: readonly BookingSide[] = ['player', 'host'];

const reportedIn = (document: ReviewsDocument, names: Names): ReportedReview[] =>
  sides.flatMap((side) => {
    const one = document[side];
    if (!one || one.reports.length === 0) return [];
    const { bookingId, courtId } = document;
    const { rating, comment, writtenAt: createdAt, reports } = one;
    return {
      id: reviewIdOf(bookingId, side),
      bookingId,
      side,
      rating,
      comment,
      createdAt,
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
  async page(paging: PageRequest): Promise<CountedPage<ReportedReview>> {
    const { items, next, total } = await this.readModels.read(reviews, (all) =>
      keysetPage(all, { reportedAt: { $gt: '' } }, ['reportedAt', 1], paging),
    );
    const people = items.flatMap(({ player, host }) =>
      [player, host].flatMap((one) =>
        one ? [one.authorId, ...one.reports.map(({ by }) => by)] : [],
      ),
    );
    const names = await this.names.these(
      items.map(({ courtId }) => courtId),
      people,
    );
    return { items: items.flatMap((one) => reportedIn(one, names)), next, total };
  }
}
