import type { DisputedMatch } from '@courtly/contracts/matches';
import type { ReportedMessage } from '@courtly/contracts/messages';
import type { ReportedReview } from '@courtly/contracts/reviews';
import { offsetsAround } from '../../platform/kernel/local-time.js';
import { Injectable } from '@nestjs/common';
import {
  type ConversationDocument,
  conversations,
} from '../../booking/messages/conversations.projection.js';
import { reviewIdOf } from '../../booking/reviews/review.js';
import { type ReviewsDocument, reviews } from '../../booking/reviews/reviews.projection.js';
import type { CountedPage, PageRequest } from '../../platform/http/paging.js';
import { ReadModels } from '../../platform/projections/read-models.js';
import { matches } from '../../play/matches/matches.projection.js';
import { keysetPage } from './keyset-page.js';
import { type NameLookup, DisplayNames } from './names.service.js';

const reportedReviews = (document: ReviewsDocument, names: NameLookup): ReportedReview[] =>
  (['player', 'host'] as const).flatMap((side) => {
    const sideReview = document[side];
    if (!sideReview || sideReview.reports.length === 0) return [];
    return {
      ...sideReview,
      id: reviewIdOf(document.bookingId, side),
      bookingId: document.bookingId,
      side,
      createdAt: sideReview.writtenAt,
      court: names.court(document.courtId),
      author: names.person(sideReview.authorId),
      isAuthorErased: names.isErased(sideReview.authorId),
      reports: sideReview.reports.map((report) => ({ ...report, by: names.person(report.by) })),
    };
  });

const reportedMessages = (
  { bookingId, courtId, messages }: ConversationDocument,
  names: NameLookup,
): ReportedMessage[] =>
  messages.flatMap((message, messageIndex) =>
    message.report
      ? {
          ...message,
          bookingId,
          number: messageIndex + 1,
          court: names.court(courtId),
          author: names.person(message.authorId),
          report: { ...message.report, by: names.person(message.report.by) },
        }
      : [],
  );

/** Items on which admins must decide, oldest first. */
@Injectable()
export class ReportQueries {
  constructor(
    private readonly readModels: ReadModels,
    private readonly displayNames: DisplayNames,
  ) {}

  async disputedMatches(pageRequest: PageRequest): Promise<CountedPage<DisputedMatch>> {
    const { items, ...paging } = await this.readModels.read(matches, (collection) =>
      keysetPage(collection, { needsRuling: true }, ['playedAt', 1], pageRequest),
    );
    const names = await this.displayNames.lookUp(items, ({ loggerId, objections }) => [
      loggerId,
      ...objections.map(({ userId }) => userId),
    ]);
    const disputedMatches = items.map((match) => ({
      ...match,
      zoneOffsets: offsetsAround(match.zone, [match.playedAt]),
      id: match.matchId,
      court: names.court(match.courtId),
      loggedBy: names.person(match.loggerId),
      objections: match.objections.map(({ type, userId, reason }) => ({
        type,
        by: names.person(userId),
        reason,
      })),
    }));
    return { items: disputedMatches, ...paging };
  }

  /** Pages and `total` count bookings. */
  async reportedReviews(pageRequest: PageRequest): Promise<CountedPage<ReportedReview>> {
    const { items, ...paging } = await this.readModels.read(reviews, (collection) =>
      keysetPage(collection, { reportedAt: { $gt: '' } }, ['reportedAt', 1], pageRequest),
    );
    const names = await this.displayNames.lookUp(items, ({ player, host }) =>
      [player, host].flatMap((sideReview) =>
        sideReview ? [sideReview.authorId, ...sideReview.reports.map(({ by }) => by)] : [],
      ),
    );
    return { items: items.flatMap((document) => reportedReviews(document, names)), ...paging };
  }

  /** Pages and `total` count conversations. */
  async reportedMessages(pageRequest: PageRequest): Promise<CountedPage<ReportedMessage>> {
    const { items, ...paging } = await this.readModels.read(conversations, (collection) =>
      keysetPage(collection, { reportedAt: { $gt: '' } }, ['reportedAt', 1], pageRequest),
    );
    const names = await this.displayNames.lookUp(items, ({ messages }) =>
      messages.flatMap(({ authorId, report }) => (report ? [authorId, report.by] : [])),
    );
    return { items: items.flatMap((document) => reportedMessages(document, names)), ...paging };
  }
}
