import { describe, expect, it } from '@jest/globals';
import { fold, inStream } from '../../../testing/projection.js';
import {
  EDITABLE_UNTIL,
  REVEAL_BY,
  ofHost,
  reviewRemoved,
  reviewWithdrawn,
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
  const jobAt = (due: string) => ({
    id: `reviews.booking-1.${Date.parse(due)}`,
    due,
    data: { bookingId: 'booking-1' },
  });
  it('is set by each review and found again by the sweep', () => {
    expect(reviewDeadlines.react(events(reviewWritten())[0]!)).toEqual([
      jobAt(EDITABLE_UNTIL),
      jobAt(REVEAL_BY),
    ]);
    expect(reviewDeadlines.sweep!.jobs(after(reviewWritten()))).toEqual([jobAt(REVEAL_BY)]);
    expect(reviewDeadlines.sweep!.jobs(after(reviewWritten(), reviewWritten(ofHost)))).toEqual([
      jobAt(EDITABLE_UNTIL),
    ]);
    expect(reviewDeadlines.react(events(reviewsRevealed())[0]!)).toEqual([]);
  });
  it('is the end of the period again once a review is withdrawn', () =>
    expect(after(reviewWritten(), reviewWritten(ofHost), reviewWithdrawn())).toMatchObject({
      player: null,
      revealAt: REVEAL_BY,
    }));
});
