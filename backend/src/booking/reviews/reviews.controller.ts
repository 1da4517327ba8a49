import { Controller } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { reviewRoutes as routes } from '@courtly/contracts/reviews';
import type { Input } from '@courtly/contracts/route';
import { Handles } from '../../platform/http/handles.js';
import { Caller, Given, Received } from '../../platform/http/request.js';
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

  @Handles(routes.writeReview)
  async write(
    @Received() { body }: Input<typeof routes.writeReview>,
    @Given() context: CommandContext,
  ) {
    const written = await this.commands.execute(new WriteReviewCommand(body, context));
    return written.map((reviews) => reviewsView(reviews.bookingId, reviews, context.actor.id));
  }

  @Handles(routes.bookingReviews)
  ofBooking(@Received() { params }: Input<typeof routes.bookingReviews>, @Caller() { id }: Actor) {
    return this.reviews.ofBooking(params.bookingId, id);
  }

  @Handles(routes.ownReviewMarks)
  ownMarks(@Received() { query }: Input<typeof routes.ownReviewMarks>, @Caller() { id }: Actor) {
    return this.reviews.ownMarks(query.courtId, id);
  }

  @Handles(routes.reportReview)
  report(
    @Received() { body }: Input<typeof routes.reportReview>,
    @Given() context: CommandContext,
  ) {
    return this.commands.execute(new ReportReviewCommand(body, context));
  }

  @Handles(routes.dismissReports)
  dismiss(
    @Received() { body }: Input<typeof routes.dismissReports>,
    @Given() context: CommandContext,
  ) {
    return this.commands.execute(
      new DismissReportsCommand({ reviewId: body.reviewId, reason: body.reason }, context),
    );
  }

  @Handles(routes.removeReview)
  async remove(
    @Received() { params, body }: Input<typeof routes.removeReview>,
    @Given() context: CommandContext,
  ) {
    const removal = new RemoveReviewCommand(
      { bookingId: params.bookingId, side: body.side, reason: body.reason },
      context,
    );
    const removed = await this.commands.execute(removal);
    return removed.map((reviews) => reviewsView(reviews.bookingId, reviews, context.actor.id));
  }
}
