import { Set as ImmutableSet } from 'immutable';
import type { Decider, Message } from '../../platform/kernel/decider.js';
import type { NotificationMarksEvent } from './notification-marks.events.js';

/** `<user id>_<yyyy-mm>`, with the month (UTC) of an instant. */
export const monthlyMarksId = (userId: string, occurredAt: string): string =>
  `${userId}_${occurredAt.slice(0, 7)}`;

export type NotificationMarksCommand = Message<'MarkRead', NotificationMarksEvent['data']>;

/** The notifications that a user marked as read in one month. */
export const notificationMarks: Decider<
  ImmutableSet<string>,
  NotificationMarksCommand,
  NotificationMarksEvent
> = {
  category: 'noticeMarks',
  initial: ImmutableSet(),

  decide({ data }, markedIds) {
    const noticeIds = [...new Set(data.noticeIds)].filter((id) => !markedIds.has(id));
    return noticeIds.length > 0 ? [{ type: 'NoticesRead', data: { ...data, noticeIds } }] : [];
  },

  evolve: (markedIds, { data }) => markedIds.union(data.noticeIds),
};
