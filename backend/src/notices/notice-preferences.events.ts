import { NoticePreferences } from '@courtly/contracts/notices';
import { z } from 'zod';
import { type EventOf, defineEvents } from '../kernel/events.js';

/** Which kinds of mail a person wants. The stream is `noticePreferences-<user id>`. */
export const noticePreferencesEvents = defineEvents(['noticePreferences'], {
  NoticePreferencesChanged: {
    version: 1,
    data: z.object({ userId: z.string(), ...NoticePreferences.shape, changedAt: z.string() }),
  },
});

export type NoticePreferencesEvent = EventOf<typeof noticePreferencesEvents>;
