import { z } from 'zod';
import { type EventOf, defineEvents } from '../../../platform/kernel/events.js';

/** Admission and dismissal of admins. The stream is `adminRoll-club`. */
export const adminRollEvents = defineEvents(['adminRoll'], {
  AdminAdmitted: { version: 1, data: z.object({ userId: z.string(), admittedAt: z.string() }) },
  AdminDismissed: {
    version: 1,
    data: z.object({ userId: z.string(), dismissedBy: z.string(), dismissedAt: z.string() }),
  },
});

export type AdminRollEvent = EventOf<typeof adminRollEvents>;
