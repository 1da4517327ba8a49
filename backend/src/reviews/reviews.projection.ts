import { defineProjection } from '../projections/projection.js';
import { type Reviews, review } from './review.js';
import type { ReviewEvent } from './review.events.js';

/** The reviews of a booking. `onCourt` tells that the player's stands with the court for everybody to read. */
export type ReviewsDocument = Reviews & Readonly<{ onCourt: boolean; isRevealed: boolean }>;

/** The reviews of each booking, by its id: the first index gives those of a court in their order, the second what time reveals. */
export const reviews = defineProjection<ReviewsDocument, ReviewEvent>({
  name: 'reviews',
  version: 1,
  indexes: [
    { courtId: 1, onCourt: 1, revealedAt: -1, _id: -1 },
    { isRevealed: 1, revealBy: 1 },
  ],
  handles: ['ReviewWritten', 'ReviewsRevealed', 'ReviewRemoved'],
  key: ({ data }) => data.bookingId,
  evolve(document, event) {
    const next = review.evolve(document, event);
    if (!next) return null;
    const isRevealed = next.revealedAt !== null;
    return { ...next, isRevealed, onCourt: isRevealed && next.player?.removed === null };
  },
  people({ playerId, hostId, player, host }) {
    const authors = [player, host].flatMap((one) => one?.authorId ?? []);
    return [...new Set([playerId, hostId, ...authors])];
  },
});

/** The order in which everybody reads them. */
export const latestFirst = { revealedAt: -1, _id: -1 } as const;
