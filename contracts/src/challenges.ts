import { z } from 'zod';
import { route } from './route.js';

export const ChallengePlayerBody = z.strictObject({
  bookingId: z.string().min(1).max(80),
  playerId: z.string().min(1).max(60).describe('The opponent.'),
});
export type ChallengePlayerBody = z.infer<typeof ChallengePlayerBody>;

export const challengeRoutes = {
  challengePlayer: route({
    method: 'POST',
    path: '/api/challenges',
    summary:
      "Challenge a player for one of the caller's upcoming bookings. The player is notified once, when the booking is confirmed.",
    access: 'signedIn',
    body: ChallengePlayerBody,
    status: 201,
    response: ChallengePlayerBody,
    errors: [
      'not_found',
      'forbidden',
      'wrong_status',
      'too_many_requests',
      'conflict',
      'idempotency_mismatch',
      'store_unavailable',
    ],
  }),
};
