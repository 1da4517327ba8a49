import { z } from 'zod';
import { type EventOf, defineEvents } from '../../platform/kernel/events.js';

const followChange = {
  version: 1,
  data: z.object({ userId: z.string(), playerId: z.string(), changedAt: z.string() }),
  personal: [{ of: 'userId', erased: { playerId: '' } }],
} as const;

/**
 * The players whom a user follows, which only that user can see. The stream is `follows-<userId>`.
 */
export const followEvents = defineEvents(['follows'], {
  PlayerFollowed: followChange,
  PlayerUnfollowed: followChange,
});

export type FollowEvent = EventOf<typeof followEvents>;
