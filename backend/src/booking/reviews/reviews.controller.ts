import { Controller } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { reviewRoutes as routes } from '@courtly/contracts/reviews';
import type { Input } from '@courtly/contracts/route';
import { RouteHandler } from '../../platform/http/route-handler.js';
import { CurrentUser, CurrentContext, RouteInput } from '../../platform/http/request.js';
import type { CommandContext } from '../../platform/kernel/context.js';
import type { Actor } from '../../platform/kernel/events.js';
import { reviewsView } from './review-view.js';
import { DismissReportsCommand, ReportReviewCommand } from './reports.commands.js';
import {
  ChangeReviewCommand,
  RemoveReviewCommand,
  WithdrawReviewCommand,
  WriteReviewCommand,
} from './reviews.commands.js';
import { ReviewQueries } from './reviews.queries.js';

@Controller()
export class ReviewsController {
  constructor(
    private readonly commandBus: CommandBus,
    private readonly reviewQueries: ReviewQueries,
  ) {}

  @RouteHandler(routes.writeReview)
  async writeReview(
    @RouteInput() { body }: Input<typeof routes.writeReview>,
    @CurrentContext() commandContext: CommandContext,
  ) {
    const result = await this.commandBus.execute(new WriteReviewCommand(body, commandContext));
    return result.map((bookingReviews) =>
      reviewsView(bookingReviews.bookingId, bookingReviews, commandContext.actor.id),
    );
  }

  @RouteHandler(routes.changeReview)
  async changeReview(
    @RouteInput() { params, body }: Input<typeof routes.changeReview>,
    @CurrentContext() commandContext: CommandContext,
  ) {
    const change = new ChangeReviewCommand(
      { ...body, bookingId: params.bookingId },
      commandContext,
    );
    const result = await this.commandBus.execute(change);
    return result.map((bookingReviews) =>
      reviewsView(bookingReviews.bookingId, bookingReviews, commandContext.actor.id),
    );
  }

  @RouteHandler(routes.withdrawReview)
  async withdrawReview(
    @RouteInput() { params }: Input<typeof routes.withdrawReview>,
    @CurrentContext() commandContext: CommandContext,
  ) {
    const withdrawal = new WithdrawReviewCommand({ bookingId: params.bookingId }, commandContext);
    const result = await this.commandBus.execute(withdrawal);
    return result.map((bookingReviews) =>
      reviewsView(bookingReviews.bookingId, bookingReviews, commandContext.actor.id),
    );
  }

  @RouteHandler(routes.bookingReviews)
  bookingReviews(
    @RouteInput() { params }: Input<typeof routes.bookingReviews>,
    @CurrentUser() { id: userId }: Actor,
  ) {
    return this.reviewQueries.bookingReviews(params.bookingId, userId);
  }

  @RouteHandler(routes.ownReviewMarks)
  ownMarks(
    @RouteInput() { query }: Input<typeof routes.ownReviewMarks>,
    @CurrentUser() { id: userId }: Actor,
  ) {
    return this.reviewQueries.ownMarks(query.courtId, userId);
  }

  @RouteHandler(routes.reportReview)
  reportReview(
    @RouteInput() { body }: Input<typeof routes.reportReview>,
    @CurrentContext() commandContext: CommandContext,
  ) {
    return this.commandBus.execute(new ReportReviewCommand(body, commandContext));
  }

  @RouteHandler(routes.dismissReports)
  dismissReports(
    @RouteInput() { body }: Input<typeof routes.dismissReports>,
    @CurrentContext() commandContext: CommandContext,
  ) {
    return this.commandBus.execute(
      new DismissReportsCommand({ reviewId: body.reviewId, reason: body.reason }, commandContext),
    );
  }

  @RouteHandler(routes.removeReview)
  async removeReview(
    @RouteInput() { params, body }: Input<typeof routes.removeReview>,
    @CurrentContext() commandContext: CommandContext,
  ) {
    const removal = new RemoveReviewCommand(
      { bookingId: params.bookingId, side: body.side, reason: body.reason },
      commandContext,
    );
    const result = await this.commandBus.execute(removal);
    return result.map((bookingReviews) =>
      reviewsView(bookingReviews.bookingId, bookingReviews, commandContext.actor.id),
    );
  }
}
