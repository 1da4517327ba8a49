import { z } from 'zod';
import { type EventOf, defineEvents } from '../../platform/kernel/events.js';

/**
 * The people whom a person blocks, which only that person can see. The stream is `blocks-<userId>`.
 * Deleting the person's key erases their blocks.
 */
export const blockEvents = defineEvents(
  ['blocks'],
  {
    PersonBlocked: {
      version: 1,
      data: z.object({
        userId: z.string(),
        blockId: z.string(),
        blockedId: z.string(),
        changedAt: z.string(),
      }),
      personal: [{ of: 'userId', erased: { blockedId: '' } }],
    },
    BlockEnded: {
      version: 1,
      data: z.object({ userId: z.string(), blockId: z.string(), changedAt: z.string() }),
    },
  },
  { live: true },
);

export type BlockEvent = EventOf<typeof blockEvents>;
