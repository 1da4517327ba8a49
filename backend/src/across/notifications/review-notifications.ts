import type { BookingSide } from '@courtly/contracts/bookings';
import type { BookingEvent } from '../../booking/bookings/booking.events.js';
import type { ReviewEvent } from '../../booking/reviews/review.events.js';
import type { RecordedEvent } from '../../platform/kernel/events.js';
import { type Notification, hasTypeOf, unreadNotification } from './notification.js';
import type { BookingRecipient } from './recipients.js';

export const reviewEventTypes = [
  'BookingCompleted',
  'ReviewWritten',
  'ReviewsRevealed',
  'ReviewRemoved',
] as const;
export type ReviewNotificationEvent = Extract<
  BookingEvent | ReviewEvent,
  { type: (typeof reviewEventTypes)[number] }
>;

export const isReviewEvent = hasTypeOf(reviewEventTypes);

const sides: readonly BookingSide[] = ['player', 'host'];

/**
 * Both sides when the hour is over, the subjects of revealed reviews, and the author of a removed
 * review. The player reviews the court, so the host is the subject.
 */
export const reviewRecipientsOf = ({
  type,
  data,
}: ReviewNotificationEvent): readonly BookingRecipient[] => {
  const recipient = (side: BookingSide, notificationType: BookingRecipient['type']) => ({
    personId: side === 'player' ? data.playerId : data.hostId,
    side,
    type: notificationType,
  });
  switch (type) {
    case 'BookingCompleted':
      return sides.map((side) => recipient(side, 'review_due'));
    case 'ReviewWritten':
      return [];
    case 'ReviewsRevealed':
      return [
        ...(data.playerRating === null ? [] : [recipient('player', 'review_received')]),
        ...(data.courtRating === null ? [] : [recipient('host', 'review_received')]),
      ];
    case 'ReviewRemoved':
      return [recipient(data.side, 'review_removed')];
  }
};

const keyOf = (bookingId: string, type: string, side: BookingSide | 'admin') =>
  `${bookingId}.${type}.${side}`;

/** Writing a review closes the notification that it is due. */
export const reviewNotificationKeys = (event: ReviewNotificationEvent): readonly string[] =>
  event.type === 'ReviewWritten'
    ? [keyOf(event.data.bookingId, 'review_due', event.data.side)]
    : reviewRecipientsOf(event).map(({ type, side }) => keyOf(event.data.bookingId, type, side));

/** Only the completion of the booking contains the hour that the review is about. */
export const reviewNotification = (
  notification: Notification | null,
  event: RecordedEvent<ReviewNotificationEvent>,
  notificationId: string,
): Notification | null => {
  if (event.type === 'ReviewWritten') return notification && { ...notification, read: true };
  const { bookingId, courtId, playerId } = event.data;
  const recipient = reviewRecipientsOf(event).find(
    ({ type, side }) => keyOf(bookingId, type, side) === notificationId,
  );
  if (!recipient) return notification;
  const { at } = event.metadata;
  const hour =
    event.type === 'BookingCompleted'
      ? {
          startTime: event.data.startTime,
          endTime: event.data.endTime,
          zone: event.data.zone,
        }
      : { startTime: at, endTime: at, zone: 'UTC' };
  return {
    ...unreadNotification,
    ...recipient,
    ...hour,
    bookingId,
    courtId,
    playerId,
    at,
    ...(event.type === 'ReviewRemoved' && {
      reason: event.data.reason,
      reasonBy: event.data.removedBy,
    }),
  };
};
