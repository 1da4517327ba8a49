import type { ReadNotificationsBody } from '@courtly/contracts/notifications';
import { z } from 'zod';
import { notFound } from '../../platform/kernel/domain-error.js';
import { DAY_MS } from '../../platform/kernel/local-time.js';

/** A list contains at most 200 notifications, and none that is older than 90 days. */
export const MAX_LISTED = 200;
const LISTED_DAYS = 90;
const MAX_COUNTED = 99;

export const newestFirst = { at: -1, _id: -1 } as const;

/**
 * `shown` counts all notifications up to this cursor, so that new ones do not push old ones out of
 * the list.
 */
export const NotificationCursor = z.strictObject({
  at: z.string(),
  id: z.string(),
  shown: z.number().int().min(1),
});
export type NotificationCursor = z.infer<typeof NotificationCursor>;

/**
 * The filter of one user's list at `currentTime` (UTC), from the start or after a cursor. Reviews
 * can be written for `reviewDays` after the hour, and are not due afterward.
 */
export const listedNotifications = (
  recipientId: string,
  currentTime: string,
  reviewDays: number,
  listCursor?: NotificationCursor,
) => {
  const reviewableSince = new Date(Date.parse(currentTime) - reviewDays * DAY_MS).toISOString();
  const $nor = [{ type: 'review_due' as const, endTime: { $lt: reviewableSince } }];
  const listedSince = {
    $gte: new Date(Date.parse(currentTime) - LISTED_DAYS * DAY_MS).toISOString(),
  };
  if (!listCursor) return { personId: recipientId, at: listedSince, $nor };
  const olderNotifications = {
    $or: [{ at: { $lt: listCursor.at } }, { _id: { $lt: listCursor.id } }],
  };
  return {
    personId: recipientId,
    at: { ...listedSince, $lte: listCursor.at },
    $nor,
    ...olderNotifications,
  };
};

export type NotificationReadState = Readonly<{ _id: string; read: boolean }>;

/** Counts up to 99. */
export const unreadCount = (listedStates: readonly NotificationReadState[]): number =>
  Math.min(MAX_COUNTED, listedStates.filter(({ read }) => !read).length);

/**
 * The unread notifications of a list (newest first) that a request marks as read. Ignores ids that
 * are not in the list.
 * @throws DomainError not_found if `upTo` is not in the list
 */
export const notificationsToMark = (
  listedStates: readonly NotificationReadState[],
  selection: ReadNotificationsBody,
): string[] => {
  const unreadIds = (readStates: readonly NotificationReadState[]) =>
    readStates.filter(({ read }) => !read).map(({ _id }) => _id);
  if ('ids' in selection)
    return unreadIds(listedStates.filter(({ _id }) => selection.ids.includes(_id)));
  const startIndex = listedStates.findIndex(({ _id }) => _id === selection.upTo);
  if (startIndex < 0) throw notFound('notification');
  return unreadIds(listedStates.slice(startIndex));
};
