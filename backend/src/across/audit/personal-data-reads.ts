import { OrderedMap } from 'immutable';
import type { Decider, Message } from '../../platform/kernel/decider.js';
import { DomainError } from '../../platform/kernel/domain-error.js';
import type { PersonalDataReadEvent } from './personal-data-reads.events.js';
import { MINUTE_MS } from '../../platform/kernel/local-time.js';

type PersonalDataRead = PersonalDataReadEvent['data'];

/**
 * `last` contains the instants of recent reads, oldest first; `noted` counts all reads of the day.
 */
type ReadsOfDay = Readonly<{ last: OrderedMap<string, string>; noted: number }>;

/** Repeated reads within this time count as one, because pages refetch their data every minute. */
export const SAME_READ_MS = 10 * MINUTE_MS;

/**
 * Beyond this limit, admins cannot see the data, because no read is allowed without a record.
 * Operators have no limit: they can read the stores anyway, and need the log during an incident.
 */
export const MOST_READS_A_DAY = 2_000;

const readKey = ({ what, about }: Pick<PersonalDataRead, 'what' | 'about'>, subjectId: string) =>
  `${what} ${about} ${subjectId}`;

const isExpired = (readAt: string, currentTime: string): boolean =>
  Date.parse(currentTime) - Date.parse(readAt) >= SAME_READ_MS;

/** `isLimited` is false for operators. */
type ReadPersonalData = Message<
  'ReadPersonalData',
  PersonalDataRead & Readonly<{ isLimited: boolean }>
>;

/**
 * The personal data that one admin, or all operators together, read in one day, except their own
 * data.
 */
export const personalDataReads: Decider<ReadsOfDay, ReadPersonalData, PersonalDataReadEvent> = {
  category: 'personalDataReads',
  initial: { last: OrderedMap(), noted: 0 },

  decide({ data: { isLimited, ...data } }, { last, noted }) {
    const isNewRead = (subjectId: string) => {
      const lastReadAt = last.get(readKey(data, subjectId));
      return (
        subjectId !== data.adminId &&
        (lastReadAt === undefined || isExpired(lastReadAt, data.readAt))
      );
    };
    const newSubjectIds = [...new Set(data.of)].filter(isNewRead);
    if (newSubjectIds.length === 0) return [];
    if (isLimited && noted >= MOST_READS_A_DAY)
      throw new DomainError(
        'too_many_requests',
        "You've reached today's limit for viewing personal data. Please try again tomorrow.",
      );
    return [{ type: 'PersonalDataRead', data: { ...data, of: newSubjectIds } }];
  },

  evolve({ last, noted }, { data }) {
    const recentReads = last.withMutations((mutableReads) => {
      for (const [expiredKey, readAt] of last) {
        if (!isExpired(readAt, data.readAt)) break;
        mutableReads.delete(expiredKey);
      }
      for (const subjectId of data.of)
        mutableReads.delete(readKey(data, subjectId)).set(readKey(data, subjectId), data.readAt);
    });
    return { last: recentReads, noted: noted + 1 };
  },
};
