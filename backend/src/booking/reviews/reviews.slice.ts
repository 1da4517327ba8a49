import { defineSlice } from '../../platform/slice.js';
import { playerStars } from './player-stars.projection.js';
import { PublicReviewIds } from './public-review-ids.service.js';
import { DismissReportsHandler, ReportReviewHandler } from './reports.commands.js';
import { reviewEvents } from './review.events.js';
import {
  ChangeReviewHandler,
  RemoveReviewHandler,
  RevealReviewsHandler,
  WithdrawReviewHandler,
  WriteReviewHandler,
} from './reviews.commands.js';
import { ReviewsController } from './reviews.controller.js';
import { reviewDeadlines } from './reviews.process.js';
import { reviews as reviewList } from './reviews.projection.js';
import { ReviewQueries } from './reviews.queries.js';

export const reviews = defineSlice({
  name: 'reviews',
  controllers: [ReviewsController],
  providers: [
    WriteReviewHandler,
    ChangeReviewHandler,
    WithdrawReviewHandler,
    RevealReviewsHandler,
    RemoveReviewHandler,
    ReportReviewHandler,
    DismissReportsHandler,
    ReviewQueries,
    PublicReviewIds,
  ],
  exports: [PublicReviewIds],
  events: [reviewEvents],
  projections: [reviewList, playerStars],
  processes: [reviewDeadlines],
});
