import { NoticePreferences } from '@courtly/contracts/notices';
import { z } from 'zod';
import { type EventOf, defineEvents } from '../kernel/events.js';

/** Mails about matches could not be switched off before. */
const withMatches = (data: Record<string, unknown>) => ({
  ...data,
  mail: { ...(data['mail'] as object), matches: true },
});

/** Which kinds of mail a person wants. The stream is `noticePreferences-<user id>`. */
export const noticePreferencesEvents = defineEvents(['noticePreferences'], {
  NoticePreferencesChanged: {
    version: 2,
    data: z.object({ userId: z.string(), ...NoticePreferences.shape, changedAt: z.string() }),
    upcasts: { 1: withMatches },
  },
});

export type NoticePreferencesEvent = EventOf<typeof noticePreferencesEvents>;
