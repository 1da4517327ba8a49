import type { Slice } from '../slice.js';
import { reviewEvents } from './review.events.js';
import { ReviewsModule } from './reviews.module.js';
import { playerStars } from './player-stars.projection.js';
import { reviewDeadlines } from './reviews.process.js';
import { reviews as reviewList } from './reviews.projection.js';

export const reviews: Slice = {
  name: 'reviews',
  module: ReviewsModule,
  events: [reviewEvents],
  projections: [reviewList, playerStars],
  processes: [reviewDeadlines],
};
