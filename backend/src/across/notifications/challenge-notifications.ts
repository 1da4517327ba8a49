import type { RecordedEvent } from '../../platform/kernel/events.js';
import type { ChallengeEvent } from '../../play/matches/challenge.events.js';
import type { Notification } from './notifications.projection.js';

export type ChallengeNotificationEvent = Extract<ChallengeEvent, { type: 'ChallengeConfirmed' }>;

/** For the challenged opponent. `bookingId` is empty, because the booking is not theirs. */
export const challengeNotification = ({
  data,
  metadata,
}: RecordedEvent<ChallengeNotificationEvent>): Notification => ({
  personId: data.opponentId,
  playerId: data.challengerId,
  type: 'match_challenge',
  side: 'player',
  read: false,
  bookingId: '',
  courtId: data.courtId,
  zone: data.zone,
  at: metadata.at,
  startTime: data.startTime,
  endTime: data.endTime,
  answerBy: null,
  declineReason: null,
  amountCents: null,
  stripeId: null,
});
