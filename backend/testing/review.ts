import type { ReviewEvent } from '../src/booking/reviews/review.events.js';

type DataOf<T extends ReviewEvent['type']> = Extract<ReviewEvent, { type: T }>['data'];

export const WRITTEN_AT = '2027-03-14T08:00:00.000Z';
export const EDITABLE_UNTIL = '2027-03-15T08:00:00.000Z';
export const REVEAL_BY = '2027-03-27T19:00:00.000Z';

const facts = { bookingId: 'booking-1', courtId: 'roxbury', hostId: 'hana', playerId: 'pavel' };

/** Unless changed, Pavel's review of Hana's court. */
export const aReview = (
  changes: Partial<DataOf<'ReviewWritten'>> = {},
): DataOf<'ReviewWritten'> => ({
  ...facts,
  side: 'player',
  authorId: 'pavel',
  rating: 4,
  comment: 'Fine lines.',
  revealBy: REVEAL_BY,
  editableUntil: EDITABLE_UNTIL,
  writtenAt: WRITTEN_AT,
  ...changes,
});

export const ofHost: Partial<DataOf<'ReviewWritten'>> = {
  side: 'host',
  authorId: 'hana',
  rating: 5,
  comment: 'On time.',
};

export const reviewWritten = (changes: Partial<DataOf<'ReviewWritten'>> = {}): ReviewEvent => ({
  type: 'ReviewWritten',
  data: aReview(changes),
});

export const reviewChanged = (changes: Partial<DataOf<'ReviewChanged'>> = {}): ReviewEvent => ({
  type: 'ReviewChanged',
  data: {
    ...facts,
    side: 'player',
    authorId: 'pavel',
    rating: 2,
    comment: 'The net is torn.',
    changedAt: WRITTEN_AT,
    ...changes,
  },
});

export const reviewWithdrawn = (changes: Partial<DataOf<'ReviewWithdrawn'>> = {}): ReviewEvent => ({
  type: 'ReviewWithdrawn',
  data: { ...facts, side: 'player', authorId: 'pavel', withdrawnAt: WRITTEN_AT, ...changes },
});

export const reviewsRevealed = (
  changes: Partial<DataOf<'ReviewsRevealed'>> = {},
): Extract<ReviewEvent, { type: 'ReviewsRevealed' }> => ({
  type: 'ReviewsRevealed',
  data: { ...facts, courtRating: 4, playerRating: 5, revealedAt: WRITTEN_AT, ...changes },
});

export const reviewRemoved = (
  changes: Partial<DataOf<'ReviewRemoved'>> = {},
): Extract<ReviewEvent, { type: 'ReviewRemoved' }> => ({
  type: 'ReviewRemoved',
  data: {
    ...facts,
    side: 'player',
    revealedRating: null,
    reason: 'Names a person.',
    removedBy: 'admin',
    removedAt: WRITTEN_AT,
    reporterIds: [],
    ...changes,
  },
});
