import type { ReadNotificationsBody } from '@courtly/contracts/notifications';
import { z } from 'zod';
import { notFound } from '../../platform/kernel/domain-error.js';
import { DAY_MS } from '../../platform/kernel/local-time.js';

/** A list holds so many of a person's notices, and none that is older than so many days. */
export const MOST_LISTED = 200;
const LISTED_DAYS = 90;
const MOST_COUNTED = 99;

/** The order of every list of notices. */
export const newestFirst = { at: -1, _id: -1 } as const;

/** Where a page of notices ended, and how many were shown until there: new ones on top move none of them out of the list. */
export const PlaceInNotices = z.strictObject({
  at: z.string(),
  id: z.string(),
  shown: z.number().int().min(1),
});
export type PlaceInNotices = z.infer<typeof PlaceInNotices>;

/** The notices of a person that a list may hold at an instant (UTC), all of them or those after a place. */
export const listed = (personId: string, now: string, after?: PlaceInNotices) => {
  const at = { $gte: new Date(Date.parse(now) - LISTED_DAYS * DAY_MS).toISOString() };
  if (!after) return { personId, at };
  const older = { $or: [{ at: { $lt: after.at } }, { _id: { $lt: after.id } }] };
  return { personId, at: { ...at, $lte: after.at }, ...older };
};

/** A notice, as far as marking it goes. */
export type Marked = Readonly<{ _id: string; read: boolean }>;

/** How many of a list are not read, as the contract counts them. */
export const unreadIn = (list: readonly Marked[]): number =>
  Math.min(MOST_COUNTED, list.filter(({ read }) => !read).length);

/**
 * Which notices of a list, the newest first, are to be marked: those that are not read yet. What is not in it is passed over.
 * @throws DomainError not_found where the list does not hold the one up to which all are meant
 */
export const toMark = (list: readonly Marked[], wanted: ReadNotificationsBody): string[] => {
  const open = (some: readonly Marked[]) => some.filter(({ read }) => !read).map(({ _id }) => _id);
  if ('ids' in wanted) return open(list.filter(({ _id }) => wanted.ids.includes(_id)));
  const from = list.findIndex(({ _id }) => _id === wanted.upTo);
  if (from < 0) throw notFound('notice');
  return open(list.slice(from));
};
