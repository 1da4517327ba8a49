import type { BookingSide } from '@courtly/contracts/bookings';
import type { ReportReason } from '@courtly/contracts/reviews';
import { DomainError, notFound } from '../../platform/kernel/domain-error.js';
import type { Decider, Message } from '../../platform/kernel/decider.js';
import { BookingParties } from '../bookings/booking.events.js';
import type { ReviewEvent } from './review.events.js';

type EventData<T extends ReviewEvent['type']> = Extract<ReviewEvent, { type: T }>['data'];
type WrittenReview = EventData<'ReviewWritten'>;

export type ReviewReport = Readonly<{
  by: string;
  reason: ReportReason;
  words: string;
  at: string;
}>;

/** `reports` are the open ones; `reporters` also includes those whose reports are closed. */
export type SideReview = Pick<
  WrittenReview,
  'authorId' | 'rating' | 'comment' | 'editableUntil' | 'writtenAt'
> &
  Readonly<{
    isRemoved: boolean;
    reports: readonly ReviewReport[];
    reporters: readonly string[];
  }>;

/** Beyond this number, more reports of a review would not help an admin. */
export const MOST_REPORTS = 20;

/** The player reviews the court, and the host reviews the player. */
export type Reviews = Pick<
  WrittenReview,
  'bookingId' | 'courtId' | 'hostId' | 'playerId' | 'revealBy'
> &
  Readonly<{ player: SideReview | null; host: SideReview | null; revealedAt: string | null }>;

/** Authors are the only ones who can change their review. */
type OwnReview = Readonly<{ side: BookingSide; authorId: string; at: string }>;

export type ReviewCommand =
  | Message<'WriteReview', WrittenReview>
  | Message<'ChangeReview', OwnReview & Pick<WrittenReview, 'rating' | 'comment'>>
  | Message<'WithdrawReview', OwnReview>
  | Message<'RevealReviews', { at: string }>
  | Message<'ReportReview', ReviewReport & { side: BookingSide }>
  | Message<
      'DismissReports',
      { side: BookingSide; reason: string; dismissedBy: string; at: string }
    >
  | Message<'RemoveReview', { side: BookingSide; reason: string; removedBy: string; at: string }>;

/**
 * One review per side, hidden until both are final or the period has ended (domain rules,
 * "Reviews").
 */
export const review: Decider<Reviews | null, ReviewCommand, ReviewEvent> = {
  category: 'review',
  initial: null,

  decide({ type, data }, bookingReviews) {
    switch (type) {
      case 'WriteReview': {
        if (bookingReviews?.[data.side])
          throw new DomainError(
            'already_logged',
            "You've already reviewed this booking. Thank you!",
          );
        const revealBy = bookingReviews?.revealBy ?? data.revealBy;
        if (data.writtenAt >= revealBy || bookingReviews?.revealedAt)
          throw new DomainError('wrong_status', 'The time to review this booking has passed.', {
            status: 'completed',
          });
        const written: ReviewEvent = { type: 'ReviewWritten', data: { ...data, revealBy } };
        const nextReviews = review.evolve(bookingReviews, written)!;
        return [
          written,
          ...(revealAtOf(nextReviews) <= data.writtenAt
            ? [revealedEvent(nextReviews, data.writtenAt)]
            : []),
        ];
      }
      case 'ChangeReview': {
        const { side, authorId, rating, comment, at } = data;
        const { reviewed, own } = requireEditable(bookingReviews, data);
        if (own.rating === rating && own.comment === comment) return [];
        const change = { side, authorId, rating, comment, changedAt: at };
        return [{ type: 'ReviewChanged', data: { ...BookingParties.parse(reviewed), ...change } }];
      }
      case 'WithdrawReview': {
        const { side, authorId, at } = data;
        const { reviewed } = requireEditable(bookingReviews, data);
        const withdrawal = { side, authorId, withdrawnAt: at };
        return [
          { type: 'ReviewWithdrawn', data: { ...BookingParties.parse(reviewed), ...withdrawal } },
        ];
      }
      case 'RevealReviews': {
        if (!bookingReviews || bookingReviews.revealedAt) return [];
        const revealAt = revealAtOf(bookingReviews);
        return data.at < revealAt ? [] : [revealedEvent(bookingReviews, revealAt)];
      }
      case 'ReportReview': {
        const { side, by, reason, words, at } = data;
        const readableReviews = requireReadable(bookingReviews, side, by);
        if (
          readableReviews[side].reporters.includes(by) ||
          readableReviews[side].reporters.length >= MOST_REPORTS
        )
          return [];
        return [
          {
            type: 'ReviewReported',
            data: {
              ...BookingParties.parse(readableReviews),
              side,
              reportedBy: by,
              reason,
              words,
              reportedAt: at,
            },
          },
        ];
      }
      case 'DismissReports': {
        const { side, reason, dismissedBy, at } = data;
        const existing = bookingReviews?.[side];
        if (!bookingReviews || !existing) throw notFound('review');
        if (existing.reports.length === 0) return [];
        const dismissal = {
          ...BookingParties.parse(bookingReviews),
          side,
          because: reason,
          dismissedBy,
          dismissedAt: at,
          reporterIds: existing.reports.map(({ by }) => by),
        };
        return [{ type: 'ReviewReportsDismissed', data: dismissal }];
      }
      case 'RemoveReview': {
        const { side, reason, removedBy, at } = data;
        const existing = bookingReviews?.[side];
        if (!bookingReviews || !existing) throw notFound('review');
        if (existing.isRemoved) return [];
        const revealedRating = bookingReviews.revealedAt ? existing.rating : null;
        const removal = {
          ...BookingParties.parse(bookingReviews),
          side,
          revealedRating,
          reason,
          removedBy,
          removedAt: at,
          reporterIds: existing.reports.map(({ by }) => by),
        };
        return [{ type: 'ReviewRemoved', data: removal }];
      }
    }
  },

  evolve(bookingReviews, { type, data }) {
    if (type === 'ReviewWritten') {
      const { authorId, rating, comment, editableUntil, writtenAt, revealBy, side } = data;
      const earlierReviews = bookingReviews ?? {
        ...BookingParties.parse(data),
        revealBy,
        player: null,
        host: null,
        revealedAt: null,
      };
      return {
        ...earlierReviews,
        [side]: {
          authorId,
          rating,
          comment,
          editableUntil,
          writtenAt,
          isRemoved: false,
          reports: [],
          reporters: [],
        },
      };
    }
    if (!bookingReviews) return null;
    if (type === 'ReviewsRevealed') return { ...bookingReviews, revealedAt: data.revealedAt };
    const existing = bookingReviews[data.side];
    return existing
      ? { ...bookingReviews, [data.side]: sideReviewAfter(existing, { type, data } as SideEvent) }
      : bookingReviews;
  },
};

type SideEvent = Extract<
  ReviewEvent,
  {
    type:
      | 'ReviewChanged'
      | 'ReviewWithdrawn'
      | 'ReviewRemoved'
      | 'ReviewReported'
      | 'ReviewReportsDismissed';
  }
>;

const sideReviewAfter = (sideReview: SideReview, { type, data }: SideEvent): SideReview | null => {
  switch (type) {
    case 'ReviewChanged':
      return { ...sideReview, rating: data.rating, comment: data.comment };
    case 'ReviewWithdrawn':
      return null;
    case 'ReviewReported': {
      const { reportedBy: by, reason, words, reportedAt: at } = data;
      return {
        ...sideReview,
        reports: [...sideReview.reports, { by, reason, words, at }],
        reporters: [...sideReview.reporters, by],
      };
    }
    case 'ReviewReportsDismissed':
      return { ...sideReview, reports: [] };
    case 'ReviewRemoved':
      return { ...sideReview, isRemoved: true, reports: [] };
  }
};

/**
 * When the reviews appear: once both are written and neither can be changed, no later than
 * `revealBy` (UTC). No one can then change a review after reading the other one.
 */
export const revealAtOf = ({ player, host, revealBy }: Reviews): string => {
  if (!player || !host) return revealBy;
  const [, finalAt] = [player.editableUntil, host.editableUntil].sort();
  return finalAt! < revealBy ? finalAt! : revealBy;
};

/** @throws DomainError not_found, wrong_status once the review is final */
const requireEditable = (
  bookingReviews: Reviews | null,
  { side, authorId, at }: OwnReview,
): Readonly<{ reviewed: Reviews; own: SideReview }> => {
  const own = bookingReviews?.[side];
  if (!bookingReviews || !own || own.authorId !== authorId || own.isRemoved)
    throw notFound('review');
  if (bookingReviews.revealedAt || at >= own.editableUntil)
    throw new DomainError('wrong_status', 'The time to change this review has passed.', {
      status: 'completed',
    });
  return { reviewed: bookingReviews, own };
};

/**
 * Everyone may read a player's review of a court, but only the two sides may read a host's review.
 * @throws DomainError not_found
 */
const requireReadable = <S extends BookingSide>(
  bookingReviews: Reviews | null,
  side: S,
  userId: string,
) => {
  const isParticipant =
    bookingReviews !== null && [bookingReviews.playerId, bookingReviews.hostId].includes(userId);
  if (
    !bookingReviews?.revealedAt ||
    bookingReviews[side]?.isRemoved !== false ||
    (side === 'host' && !isParticipant)
  )
    throw notFound('review');
  return bookingReviews as Reviews & Readonly<Record<S, SideReview>>;
};

export const reviewIdOf = (bookingId: string, side: BookingSide): string => `${bookingId}.${side}`;

/** @throws DomainError not_found */
export const readReviewId = (
  reviewId: string,
): Readonly<{ bookingId: string; side: BookingSide }> => {
  const dotIndex = reviewId.lastIndexOf('.');
  const [bookingId, side] = [reviewId.slice(0, dotIndex), reviewId.slice(dotIndex + 1)];
  if (dotIndex < 1 || (side !== 'player' && side !== 'host')) throw notFound('review');
  return { bookingId, side };
};

const countedStars = (sideReview: SideReview | null): number | null =>
  sideReview && !sideReview.isRemoved ? sideReview.rating : null;

const revealedEvent = (bookingReviews: Reviews, revealedAt: string): ReviewEvent => ({
  type: 'ReviewsRevealed',
  data: {
    ...BookingParties.parse(bookingReviews),
    courtRating: countedStars(bookingReviews.player),
    playerRating: countedStars(bookingReviews.host),
    revealedAt,
  },
});
