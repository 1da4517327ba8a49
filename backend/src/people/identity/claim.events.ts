import { z } from 'zod';
import { type EventOf, defineEvents } from '../../platform/kernel/events.js';

/**
 * Owners of emails, usernames, and provider accounts. The streams are named by a keyed hash of the
 * lowercase text (`emailClaim-<hmac>`), so the log contains no names.
 */
export const claimEvents = defineEvents(['emailClaim', 'usernameClaim', 'providerAccountClaim'], {
  Claimed: { version: 1, data: z.object({ userId: z.string(), claimedAt: z.string() }) },
  Released: { version: 1, data: z.object({ userId: z.string(), releasedAt: z.string() }) },
});

export type ClaimEvent = EventOf<typeof claimEvents>;
