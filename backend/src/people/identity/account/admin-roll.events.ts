import { z } from 'zod';
import { type EventOf, defineEvents } from '../../../platform/kernel/events.js';

/** Who was made an admin, and who is none any more, in one order for all. The stream is `adminRoll-club`. */
export const adminRollEvents = defineEvents(['adminRoll'], {
  AdminAdmitted: { version: 1, data: z.object({ userId: z.string(), admittedAt: z.string() }) },
  AdminDismissed: {
    version: 1,
    data: z.object({ userId: z.string(), dismissedBy: z.string(), dismissedAt: z.string() }),
  },
});

export type AdminRollEvent = EventOf<typeof adminRollEvents>;
