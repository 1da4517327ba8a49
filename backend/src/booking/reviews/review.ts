import type { BookingSide } from '@courtly/contracts/bookings';
import type { ReportReason } from '@courtly/contracts/reviews';
import { DomainError, notFound } from '../../platform/kernel/domain-error.js';
import type { Decider, Message } from '../../platform/kernel/decider.js';
import type { ReviewEvent } from './review.events.js';

type DataOf<T extends ReviewEvent['type']> = Extract<ReviewEvent, { type: T }>['data'];
type Written = DataOf<'ReviewWritten'>;

export type Report = Readonly<{ by: string; reason: ReportReason; words: string; at: string }>;

/**
 * `removed` is an admin's reason, or null. `reports` are open; `reporters` includes those of closed
 * ones.
 */
export type SideReview = Pick<Written, 'authorId' | 'rating' | 'comment' | 'writtenAt'> &
  Readonly<{ removed: string | null; reports: readonly Report[]; reporters: readonly string[] }>;

/** More reports of one review add nothing new for an admin. */
export const MOST_REPORTS = 20;

/** The player reviews the court, the host reviews the player. */
export type Reviews = Pick<Written, 'bookingId' | 'courtId' | 'hostId' | 'playerId' | 'revealBy'> &
  Readonly<{ player: SideReview | null; host: SideReview | null; revealedAt: string | null }>;

export type ReviewCommand =
  | Message<'WriteReview', Written>
  | Message<'RevealReviews', { at: string }>
  | Message<'ReportReview', Report & { side: BookingSide }>
  | Message<
      'DismissReports',
      { side: BookingSide; reason: string; dismissedBy: string; at: string }
    >
  | Message<'RemoveReview', { side: BookingSide; reason: string; removedBy: string; at: string }>;

/** One review per side, hidden until both are in or the time is over (domain rules, "Reviews"). */
export const review: Decider<Reviews | null, ReviewCommand, ReviewEvent> = {
  category: 'review',
  initial: null,

  decide({ type, data }, reviews) {
    switch (type) {
      case 'WriteReview': {
        if (reviews?.[data.side])
          throw new DomainError(
            'already_logged',
            'You have already reviewed this booking. Thank you!',
          );
        const revealBy = reviews?.revealBy ?? data.revealBy;
        if (data.writtenAt >= revealBy || reviews?.revealedAt)
          throw new DomainError('wrong_status', 'The time to review this booking has passed.', {
            status: 'completed',
          });
        const written: ReviewEvent = { type: 'ReviewWritten', data: { ...data, revealBy } };
        const after = review.evolve(reviews, written)!;
        return [written, ...(after.player && after.host ? [revealed(after, data.writtenAt)] : [])];
      }
      case 'RevealReviews':
        if (!reviews || reviews.revealedAt || data.at < reviews.revealBy) return [];
        return [revealed(reviews, reviews.revealBy)];
      case 'ReportReview': {
        const { side, by, reason, words, at } = data;
        const known = readable(reviews, side, by);
        if (known[side].reporters.includes(by) || known[side].reporters.length >= MOST_REPORTS)
          return [];
        return [
          {
            type: 'ReviewReported',
            data: { ...facts(known), side, reportedBy: by, reason, words, reportedAt: at },
          },
        ];
      }
      case 'DismissReports': {
        const { side, reason, dismissedBy, at } = data;
        const known = reviews?.[side];
        if (!reviews || !known) throw notFound('review');
        if (known.reports.length === 0) return [];
        const dismissed = {
          ...facts(reviews),
          side,
          because: reason,
          dismissedBy,
          dismissedAt: at,
        };
        return [{ type: 'ReviewReportsDismissed', data: dismissed }];
      }
      case 'RemoveReview': {
        const { side, reason, removedBy, at } = data;
        const known = reviews?.[side];
        if (!reviews || !known) throw notFound('review');
        if (known.removed !== null) return [];
        const revealedRating = reviews.revealedAt ? known.rating : null;
        const removal = {
          ...facts(reviews),
          side,
          revealedRating,
          reason,
          removedBy,
          removedAt: at,
        };
        return [{ type: 'ReviewRemoved', data: removal }];
      }
    }
  },

  evolve(reviews, { type, data }) {
    if (type === 'ReviewWritten') {
      const { authorId, rating, comment, writtenAt, revealBy, side } = data;
      const before = reviews ?? {
        ...facts(data),
        revealBy,
        player: null,
        host: null,
        revealedAt: null,
      };
      return {
        ...before,
        [side]: { authorId, rating, comment, writtenAt, removed: null, reports: [], reporters: [] },
      };
    }
    if (!reviews) return null;
    if (type === 'ReviewsRevealed') return { ...reviews, revealedAt: data.revealedAt };
    const known = reviews[data.side];
    return known
      ? { ...reviews, [data.side]: sideAfter(known, { type, data } as SideEvent) }
      : reviews;
  },
};

type SideEvent = Extract<
  ReviewEvent,
  { type: 'ReviewRemoved' | 'ReviewReported' | 'ReviewReportsDismissed' }
>;

const sideAfter = (known: SideReview, { type, data }: SideEvent): SideReview => {
  switch (type) {
    case 'ReviewReported': {
      const { reportedBy: by, reason, words, reportedAt: at } = data;
      return {
        ...known,
        reports: [...known.reports, { by, reason, words, at }],
        reporters: [...known.reporters, by],
      };
    }
    case 'ReviewReportsDismissed':
      return { ...known, reports: [] };
    case 'ReviewRemoved':
      return { ...known, removed: data.reason, reports: [] };
  }
};

/**
 * Everyone may read a player's review; only the two sides may read a host's.
 * @throws DomainError not_found
 */
const readable = <S extends BookingSide>(reviews: Reviews | null, side: S, readerId: string) => {
  const isSide = reviews !== null && [reviews.playerId, reviews.hostId].includes(readerId);
  if (!reviews?.revealedAt || reviews[side]?.removed !== null || (side === 'host' && !isSide))
    throw notFound('review');
  return reviews as Reviews & Readonly<Record<S, SideReview>>;
};

export const reviewIdOf = (bookingId: string, side: BookingSide): string => `${bookingId}.${side}`;

/** @throws DomainError not_found */
export const readReviewId = (
  reviewId: string,
): Readonly<{ bookingId: string; side: BookingSide }> => {
  const dot = reviewId.lastIndexOf('.');
  const [bookingId, side] = [reviewId.slice(0, dot), reviewId.slice(dot + 1)];
  if (dot < 1 || (side !== 'player' && side !== 'host')) throw notFound('review');
  return { bookingId, side };
};

type Facts = Pick<Written, 'bookingId' | 'courtId' | 'hostId' | 'playerId'>;
const facts = ({ bookingId, courtId, hostId, playerId }: Facts): Facts => ({
  bookingId,
  courtId,
  hostId,
  playerId,
});

const countedStars = (one: SideReview | null): number | null =>
  one && one.removed === null ? one.rating : null;

const revealed = (reviews: Reviews, revealedAt: string): ReviewEvent => ({
  type: 'ReviewsRevealed',
  data: {
    ...facts(reviews),
    courtRating: countedStars(reviews.player),
    playerRating: countedStars(reviews.host),
    revealedAt,
  },
});
