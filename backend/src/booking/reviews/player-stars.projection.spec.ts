import { describe, expect, it } from '@jest/globals';
import { fold, inStream } from '../../../testing/projection.js';
import { reviewRemoved, reviewsRevealed } from '../../../testing/review.js';
import { playerStars } from './player-stars.projection.js';
import { meanRatingOf, noStars } from './stars.js';
import type { StarsEvent } from './stars.js';

const after = (...events: StarsEvent[]) =>
  fold(playerStars, ...inStream('review-booking-1', ...events)).get('pavel')!;
const removed = (changes: Parameters<typeof reviewRemoved>[0]) =>
  reviewRemoved(changes) as StarsEvent;

describe("the hosts' rating of a player", () => {
  it('adds up revealed reviews', () => {
    const both = after(reviewsRevealed({ playerRating: 5 }), reviewsRevealed({ playerRating: 2 }));
    expect(both).toMatchObject({ stars: 7, count: 2 });
    expect(meanRatingOf(both)).toEqual({ rating: 3.5, count: 2 });
  });
  it("stays empty without the host's review", () => {
    expect(after(reviewsRevealed({ playerRating: null }))).toMatchObject(noStars);
    expect(meanRatingOf(noStars)).toEqual({ rating: null, count: 0 });
  });
  it('subtracts only removed reviews of hosts', () => {
    const revealed = reviewsRevealed({ playerRating: 5 });
    expect(after(revealed, removed({ side: 'host', revealedRating: 5 }))).toMatchObject(noStars);
    expect(after(revealed, removed({ side: 'player', revealedRating: 4 }))).toMatchObject({
      stars: 5,
      count: 1,
    });
    expect(after(revealed, removed({ side: 'host', revealedRating: null }))).toMatchObject({
      stars: 5,
      count: 1,
    });
  });
});
