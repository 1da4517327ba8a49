import { describe, expect, it } from '@jest/globals';
import { fold, inStream } from '../../../testing/projection.js';
import {
  REVEAL_BY,
  reviewRemoved,
  reviewWritten,
  reviewsRevealed,
} from '../../../testing/review.js';
import type { ReviewEvent } from './review.events.js';
import { reviewDeadlines } from './reviews.process.js';
import { reviews } from './reviews.projection.js';

const events = (...reviewEvents: ReviewEvent[]) => inStream('review-booking-1', ...reviewEvents);
const after = (...reviewEvents: ReviewEvent[]) =>
  fold(reviews, ...events(...reviewEvents)).get('booking-1')!;

describe('the reviews read model', () => {
  it("publishes a player's review from reveal to removal", () => {
    expect(after(reviewWritten())).toMatchObject({ onCourt: false, isRevealed: false });
    expect(after(reviewWritten(), reviewsRevealed())).toMatchObject({
      onCourt: true,
      isRevealed: true,
    });
    expect(after(reviewWritten(), reviewsRevealed(), reviewRemoved()).onCourt).toBe(false);
  });
  it("does not publish a host's review with the court", () => {
    const alone = reviewWritten({ side: 'host', authorId: 'hana' });
    expect(after(alone, reviewsRevealed({ courtRating: null })).onCourt).toBe(false);
  });
  it('belongs to both sides', () =>
    expect(reviews.people!(after(reviewWritten()))).toEqual(['pavel', 'hana']));
});

describe('the reveal deadline', () => {
  const job = { id: 'reviews.booking-1', due: REVEAL_BY, data: { bookingId: 'booking-1' } };
  it('is set by the first review and found again by the sweep', () => {
    expect(reviewDeadlines.react(events(reviewWritten())[0]!)).toEqual([job]);
    expect(reviewDeadlines.sweep!.jobs({ bookingId: 'booking-1', revealBy: REVEAL_BY })).toEqual([
      job,
    ]);
    expect(reviewDeadlines.react(events(reviewsRevealed())[0]!)).toEqual([]);
  });
});
