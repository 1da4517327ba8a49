import { type MailKind, NotificationPreferences } from '@courtly/contracts/notifications';
import { z } from 'zod';
import { type EventOf, defineEvents } from '../../platform/kernel/events.js';

/** Mails of a kind that came later could not be switched off before. */
const withKind = (kind: MailKind) => (data: Record<string, unknown>) => ({
  ...data,
  mail: { ...(data['mail'] as object), [kind]: true },
});

/** Which kinds of mail a person wants. The stream is `noticePreferences-<user id>`. */
export const noticePreferencesEvents = defineEvents(
  ['noticePreferences'],
  {
    NoticePreferencesChanged: {
      version: 3,
      data: z.object({
        userId: z.string(),
        ...NotificationPreferences.shape,
        changedAt: z.string(),
      }),
      upcasts: { 1: withKind('matches'), 2: withKind('messages') },
    },
  },
  { live: true },
);

export type NoticePreferencesEvent = EventOf<typeof noticePreferencesEvents>;
