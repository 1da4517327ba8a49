import { reportCommandHandlers } from './reports.commands.js';
import { reviewCommandHandlers } from './reviews.commands.js';
import { ReviewsController } from './reviews.controller.js';
import { ReviewQueries } from './reviews.queries.js';
import { PublicReviewIds } from './public-review-ids.service.js';
import { reviewEvents } from './review.events.js';
import { playerStars } from './player-stars.projection.js';
import { reviewDeadlines } from './reviews.process.js';
import { reviews as reviewList } from './reviews.projection.js';
import { defineSlice } from '../../platform/slice.js';

export const reviews = defineSlice({
  name: 'reviews',
  controllers: [ReviewsController],
  providers: [...reviewCommandHandlers, ...reportCommandHandlers, ReviewQueries, PublicReviewIds],
  exports: [PublicReviewIds],
  events: [reviewEvents],
  projections: [reviewList, playerStars],
  processes: [reviewDeadlines],
});
