import { type MailKind, NotificationPreferences } from '@courtly/contracts/notifications';
import { z } from 'zod';
import { type EventOf, defineEvents } from '../../platform/kernel/events.js';

/** Older versions lack the kinds that were added later. */
const withKind = (kind: MailKind) => (data: Record<string, unknown>) => ({
  ...data,
  mail: { ...(data['mail'] as object), [kind]: true },
});

/** Streams are `noticePreferences-<user id>`. */
export const notificationPreferencesEvents = defineEvents(
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

export type NotificationPreferencesEvent = EventOf<typeof notificationPreferencesEvents>;
