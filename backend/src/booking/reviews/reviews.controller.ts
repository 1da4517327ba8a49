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
import { RemoveReviewCommand, WriteReviewCommand } from './reviews.commands.js';
import { ReviewQueries } from './reviews.queries.js';

@Controller()
export class ReviewsController {
  constructor(
    private readonly commands: CommandBus,
    private readonly reviews: ReviewQueries,
  ) {}

  @RouteHandler(routes.writeReview)
  async write(
    @RouteInput() { body }: Input<typeof routes.writeReview>,
    @CurrentContext() context: CommandContext,
  ) {
    const written = await this.commands.execute(new WriteReviewCommand(body, context));
    return written.map((reviews) => reviewsView(reviews.bookingId, reviews, context.actor.id));
  }

  @RouteHandler(routes.bookingReviews)
  ofBooking(
    @RouteInput() { params }: Input<typeof routes.bookingReviews>,
    @CurrentUser() { id }: Actor,
  ) {
    return this.reviews.ofBooking(params.bookingId, id);
  }

  @RouteHandler(routes.ownReviewMarks)
  ownMarks(
    @RouteInput() { query }: Input<typeof routes.ownReviewMarks>,
    @CurrentUser() { id }: Actor,
  ) {
    return this.reviews.ownMarks(query.courtId, id);
  }

  @RouteHandler(routes.reportReview)
  report(
    @RouteInput() { body }: Input<typeof routes.reportReview>,
    @CurrentContext() context: CommandContext,
  ) {
    return this.commands.execute(new ReportReviewCommand(body, context));
  }

  @RouteHandler(routes.dismissReports)
  dismiss(
    @RouteInput() { body }: Input<typeof routes.dismissReports>,
    @CurrentContext() context: CommandContext,
  ) {
    return this.commands.execute(
      new DismissReportsCommand({ reviewId: body.reviewId, reason: body.reason }, context),
    );
  }

  @RouteHandler(routes.removeReview)
  async remove(
    @RouteInput() { params, body }: Input<typeof routes.removeReview>,
    @CurrentContext() context: CommandContext,
  ) {
    const removal = new RemoveReviewCommand(
      { bookingId: params.bookingId, side: body.side, reason: body.reason },
      context,
    );
    const removed = await this.commands.execute(removal);
    return removed.map((reviews) => reviewsView(reviews.bookingId, reviews, context.actor.id));
  }
}
