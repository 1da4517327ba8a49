import { z } from 'zod';
import { type EventOf, defineEvents } from '../../platform/kernel/events.js';

const challengeFields = {
  bookingId: z.string(),
  courtId: z.string(),
  challengerId: z.string(),
  opponentId: z.string(),
  startTime: z.string(),
  endTime: z.string(),
  zone: z.string(),
};

/**
 * The opponent for whom an hour was booked. The stream is `challenge-<bookingId>`. The second event
 * notifies the opponent once the booking is confirmed. Contains no personal data.
 */
export const challengeEvents = defineEvents(['challenge'], {
  PlayerChallenged: {
    version: 1,
    data: z.object({ ...challengeFields, challengedAt: z.string() }),
  },
  ChallengeConfirmed: {
    version: 1,
    data: z.object({ ...challengeFields, confirmedAt: z.string() }),
  },
});

export type ChallengeEvent = EventOf<typeof challengeEvents>;
