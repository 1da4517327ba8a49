import { z } from 'zod';
import { route } from './route.js';

/** Whom an own hour was booked to play. */
export const ChallengePlayer = z.strictObject({
  bookingId: z.string().min(1).max(80),
  playerId: z.string().min(1).max(60).describe('the opponent'),
});
export type ChallengePlayer = z.infer<typeof ChallengePlayer>;

export const challengeRoutes = {
  challengePlayer: route({
    method: 'POST',
    path: '/api/challenges',
    summary:
      'Say whom an own hour that is ahead was booked to play; they hear of it once, when it is confirmed',
    access: 'signedIn',
    body: ChallengePlayer,
    status: 201,
    response: ChallengePlayer,
    errors: [
      'not_found',
      'wrong_status',
      'too_many_requests',
      'conflict',
      'idempotency_mismatch',
      'store_unavailable',
    ],
  }),
};
