import type { ReviewSide } from '@courtly/contracts/reviews';
import { DomainError } from '../kernel/domain-error.js';
import type { Decider, Message } from '../kernel/decider.js';
import type { ReviewEvent } from './review.events.js';

type DataOf<T extends ReviewEvent['type']> = Extract<ReviewEvent, { type: T }>['data'];
type Written = DataOf<'ReviewWritten'>;

/** What one side wrote. `removed` is why an operator took it away; null where nobody did. */
export type SideReview = Pick<Written, 'authorId' | 'rating' | 'comment' | 'writtenAt'> &
  Readonly<{ removed: string | null }>;

/** What the two sides of a booking say of it: of the court by its player, of the player by the host. */
export type Reviews = Pick<Written, 'bookingId' | 'courtId' | 'hostId' | 'playerId' | 'revealBy'> &
  Readonly<{ player: SideReview | null; host: SideReview | null; revealedAt: string | null }>;

export type ReviewCommand =
  | Message<'WriteReview', Written>
  | Message<'RevealReviews', { at: string }>
  | Message<'RemoveReview', { side: ReviewSide; reason: string; removedBy: string; at: string }>;

/** Once for each side, hidden until both are in or the time for them is over (domain rules, "Reviews"). */
export const review: Decider<Reviews | null, ReviewCommand, ReviewEvent> = {
  category: 'review',
  initial: null,

  decide({ type, data }, reviews) {
    switch (type) {
      case 'WriteReview': {
        if (reviews?.[data.side])
          throw new DomainError('already_logged', 'You have reviewed this hour already. Thank you.');
        const revealBy = reviews?.revealBy ?? data.revealBy;
        if (data.writtenAt >= revealBy || reviews?.revealedAt)
          throw new DomainError('wrong_status', 'The time to review this hour is over.', { status: 'completed' });
        const written: ReviewEvent = { type: 'ReviewWritten', data: { ...data, revealBy } };
        const after = review.evolve(reviews, written)!;
        return [written, ...(after.player && after.host ? [revealed(after, data.writtenAt)] : [])];
      }
      case 'RevealReviews':
        if (!reviews || reviews.revealedAt || data.at < reviews.revealBy) return [];
        return [revealed(reviews, reviews.revealBy)];
      case 'RemoveReview': {
        const { side, reason, removedBy, at } = data;
        const known = reviews?.[side];
        if (!reviews || !known) throw new DomainError('not_found', 'This review does not exist.');
        if (known.removed !== null) return [];
        const revealedRating = reviews.revealedAt ? known.rating : null;
        const removal = { ...facts(reviews), side, revealedRating, reason, removedBy, removedAt: at };
        return [{ type: 'ReviewRemoved', data: removal }];
      }
    }
  },

  evolve(reviews, { type, data }) {
    if (type === 'ReviewWritten') {
      const { authorId, rating, comment, writtenAt, revealBy, side } = data;
      const before = reviews ?? { ...facts(data), revealBy, player: null, host: null, revealedAt: null };
      return { ...before, [side]: { authorId, rating, comment, writtenAt, removed: null } };
    }
    if (!reviews) return null;
    if (type === 'ReviewsRevealed') return { ...reviews, revealedAt: data.revealedAt };
    const known = reviews[data.side];
    return known ? { ...reviews, [data.side]: { ...known, removed: data.reason } } : reviews;
  },
};

type Facts = Pick<Written, 'bookingId' | 'courtId' | 'hostId' | 'playerId'>;
const facts = ({ bookingId, courtId, hostId, playerId }: Facts): Facts => ({ bookingId, courtId, hostId, playerId });

const countedStars = (one: SideReview | null): number | null => (one && one.removed === null ? one.rating : null);

const revealed = (reviews: Reviews, revealedAt: string): ReviewEvent => ({
  type: 'ReviewsRevealed',
  data: {
    ...facts(reviews),
    courtRating: countedStars(reviews.player),
    playerRating: countedStars(reviews.host),
    revealedAt,
  },
});
