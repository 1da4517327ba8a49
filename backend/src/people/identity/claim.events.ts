import { z } from 'zod';
import { type EventOf, defineEvents } from '../../platform/kernel/events.js';

/**
 * Who holds an e-mail address or a user name. The streams are `emailClaim-<hmac>` and `usernameClaim-<hmac>`: a keyed hash
 * of the lower-case text, so that no name stands in the log.
 */
export const claimEvents = defineEvents(['emailClaim', 'usernameClaim'], {
  Claimed: { version: 1, data: z.object({ userId: z.string(), claimedAt: z.string() }) },
  Released: { version: 1, data: z.object({ userId: z.string(), releasedAt: z.string() }) },
});

export type ClaimEvent = EventOf<typeof claimEvents>;
