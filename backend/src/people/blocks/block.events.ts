import { z } from 'zod';
import { type EventOf, defineEvents } from '../../platform/kernel/events.js';

/**
 * The people whom a person blocks, which only that person can see. The stream is
 * `blocks-<userId>`. Without the key of the person, their blocks are gone.
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
