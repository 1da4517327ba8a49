import type { RecordedEvent } from '../../platform/kernel/events.js';
import type { ChallengeEvent } from '../../play/matches/challenge.events.js';
import type { Notice } from './notifications.projection.js';

/** The event of a challenge by which its opponent is told. */
export type ChallengeNews = Extract<ChallengeEvent, { type: 'ChallengeConfirmed' }>;

/** Tells an opponent who has booked an hour to play them, where and when. The booking is not theirs: it is not named. */
export const challengeNotice = ({ data, metadata }: RecordedEvent<ChallengeNews>): Notice => ({
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
