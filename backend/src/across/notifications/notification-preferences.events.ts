import { type MailKind, NotificationPreferences } from '@courtly/contracts/notifications';
import { z } from 'zod';
import { type EventOf, defineEvents } from '../../platform/kernel/events.js';

/** Older versions lack the kinds of email that were added later. */
const withEmailKind = (emailKind: MailKind) => (oldData: Record<string, unknown>) => ({
  ...oldData,
  mail: { ...(oldData['mail'] as object), [emailKind]: true },
});

/** The streams are `noticePreferences-<user id>`. */
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
      upcasts: { 1: withEmailKind('matches'), 2: withEmailKind('messages') },
    },
  },
  { live: true },
);

export type NotificationPreferencesEvent = EventOf<typeof notificationPreferencesEvents>;
