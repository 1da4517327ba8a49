import { z } from 'zod';
import { type EventOf, defineEvents } from '../../platform/kernel/events.js';

/**
 * That an admin was shown personal data of others. The stream is `personalDataReads-<adminId>_<yyyy-mm-dd>`, the day (UTC) of
 * reading, so that none grows for ever. `of` are ids of accounts and of applications, `about` is the id of what was opened.
 */
export const personalDataReadEvents = defineEvents(['personalDataReads'], {
  PersonalDataRead: {
    version: 1,
    data: z.object({
      adminId: z.string(),
      what: z.string(),
      about: z.string(),
      of: z.array(z.string()),
      readAt: z.string(),
    }),
  },
});

export type PersonalDataReadEvent = EventOf<typeof personalDataReadEvents>;
