import type { BookingSide } from '@courtly/contracts/bookings';
import type { ReportedReview } from '@courtly/contracts/reviews';
import { Injectable } from '@nestjs/common';
import type { CountedPage, PageRequest } from '../../platform/http/paging.js';
import { ReadModels } from '../../platform/projections/read-models.js';
import { reviewIdOf } from '../../booking/reviews/review.js';
import { type ReviewsDocument, reviews } from '../../booking/reviews/reviews.projection.js';
import { keysetPage } from './keyset-page.js';
import { type NameLookup, DisplayNames } from './names.service.js';

const bookingSides: readonly BookingSide[] = ['player', 'host'];

const reportedReviews = (document: ReviewsDocument, nameLookup: NameLookup): ReportedReview[] =>
  bookingSides.flatMap((bookingSide) => {
    const sideReview = document[bookingSide];
    if (!sideReview || sideReview.reports.length === 0) return [];
    const { bookingId, courtId } = document;
    const { rating, comment, writtenAt: createdAt, reports } = sideReview;
    return {
      id: reviewIdOf(bookingId, bookingSide),
      bookingId,
      side: bookingSide,
      rating,
      comment,
      createdAt,
      court: nameLookup.court(courtId),
      author: nameLookup.person(sideReview.authorId),
      reports: reports.map(({ by, ...report }) => ({ by: nameLookup.person(by), ...report })),
    };
  });

@Injectable()
export class ReportedReviewQueries {
  constructor(
    private readonly readModels: ReadModels,
    private readonly displayNames: DisplayNames,
  ) {}

  /** Pages and `total` count bookings; the oldest report comes first. */
  async reportedPage(pageRequest: PageRequest): Promise<CountedPage<ReportedReview>> {
    const { items, next, total } = await this.readModels.read(reviews, (documents) =>
      keysetPage(documents, { reportedAt: { $gt: '' } }, ['reportedAt', 1], pageRequest),
    );
    const reportParticipants = items.flatMap(({ player, host }) =>
      [player, host].flatMap((sideReview) =>
        sideReview ? [sideReview.authorId, ...sideReview.reports.map(({ by }) => by)] : [],
      ),
    );
    const nameLookup = await this.displayNames.lookUp(
      items.map(({ courtId }) => courtId),
      reportParticipants,
    );
    return {
      items: items.flatMap((bookingReviews) => reportedReviews(bookingReviews, nameLookup)),
      next,
      total,
    };
  }
}
