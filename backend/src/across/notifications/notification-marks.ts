import { Set as ImmutableSet } from 'immutable';
import type { Decider, Message } from '../../platform/kernel/decider.js';
import type { NoticeMarksEvent } from './notification-marks.events.js';

/** The id of a person's marks in the month (UTC) of an instant. */
export const marksOf = (userId: string, at: string): string => `${userId}_${at.slice(0, 7)}`;

export type NoticeMarksCommand = Message<'MarkRead', NoticeMarksEvent['data']>;

/** The notices that a person marked as read in one month: each once, so that there are no more marks than notices. */
export const noticeMarks: Decider<ImmutableSet<string>, NoticeMarksCommand, NoticeMarksEvent> = {
  category: 'noticeMarks',
  initial: ImmutableSet(),

  decide({ data }, marked) {
    const noticeIds = [...new Set(data.noticeIds)].filter((id) => !marked.has(id));
    return noticeIds.length > 0 ? [{ type: 'NoticesRead', data: { ...data, noticeIds } }] : [];
  },

  evolve: (marked, { data }) => marked.union(data.noticeIds),
};
