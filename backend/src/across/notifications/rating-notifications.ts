import type { RecordedEvent } from '../../platform/kernel/events.js';
import { HOUR_MS } from '../../platform/kernel/local-time.js';
import type { RatingCorrectionEvent } from '../../play/rankings/rankings.events.js';
import type { Notification } from './notifications.projection.js';

/** Names the hour of the match that no longer counts, but none of its players. */
export const ratingNotification = ({
  data,
  metadata,
}: RecordedEvent<RatingCorrectionEvent>): Notification => ({
  personId: data.playerId,
  playerId: data.playerId,
  type: 'rating_changed',
  side: 'player',
  read: false,
  bookingId: '',
  courtId: data.courtId,
  zone: data.zone,
  startTime: data.playedAt,
  at: metadata.at,
  endTime: new Date(Date.parse(data.playedAt) + HOUR_MS).toISOString(),
  answerBy: null,
  declineReason: null,
  amountCents: null,
  stripeId: null,
});
