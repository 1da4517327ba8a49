import { z } from 'zod';
import { type EventOf, defineEvents } from '../../platform/kernel/events.js';

/**
 * An admin saw other people's data. The stream is `personalDataReads-<adminId>_<yyyy-mm-dd>` (UTC).
 * `of` lists ids of accounts and applications; `about` is the id of the opened record.
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
