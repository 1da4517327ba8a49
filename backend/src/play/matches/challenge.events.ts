import { z } from 'zod';
import { type EventOf, defineEvents } from '../../platform/kernel/events.js';

const its = {
  bookingId: z.string(),
  courtId: z.string(),
  challengerId: z.string(),
  opponentId: z.string(),
  startTime: z.string(),
  endTime: z.string(),
  zone: z.string(),
};

/**
 * Whom an hour was booked to play. The stream is `challenge-<bookingId>`. The opponent is told by the second event, once the hour is
 * confirmed; it says who, where and when, by ids and instants (UTC), and no word of anybody.
 */
export const challengeEvents = defineEvents(['challenge'], {
  PlayerChallenged: { version: 1, data: z.object({ ...its, challengedAt: z.string() }) },
  ChallengeConfirmed: { version: 1, data: z.object({ ...its, confirmedAt: z.string() }) },
});

export type ChallengeEvent = EventOf<typeof challengeEvents>;
