import { OrderedMap } from 'immutable';
import type { Decider, Message } from '../../platform/kernel/decider.js';
import { DomainError } from '../../platform/kernel/domain-error.js';
import type { PersonalDataReadEvent } from './personal-data-reads.events.js';

type Read = PersonalDataReadEvent['data'];

/** When an admin was last shown what of whom, the longest ago first, while that still counts; and how often it was noted. */
type Reads = Readonly<{ last: OrderedMap<string, string>; noted: number }>;

/** Whoever looks again within so long goes on reading; pages ask again by themselves every minute. */
export const SAME_READING_MS = 10 * 60_000;

/** More than anybody reads in a day. Beyond it nothing is shown, rather than shown without being noted. */
export const MOST_READS_A_DAY = 2_000;

const keyOf = ({ what, about }: Pick<Read, 'what' | 'about'>, person: string): string =>
  `${what} ${about} ${person}`;

const isOver = (readAt: string, at: string): boolean =>
  Date.parse(at) - Date.parse(readAt) >= SAME_READING_MS;

/** What one admin was shown of others on one day. Their own data are nobody else's business. */
export const personalDataReads: Decider<
  Reads,
  Message<'ReadPersonalData', Read>,
  PersonalDataReadEvent
> = {
  category: 'personalDataReads',
  initial: { last: OrderedMap(), noted: 0 },

  decide({ data }, { last, noted }) {
    const isNew = (person: string) => {
      const before = last.get(keyOf(data, person));
      return person !== data.adminId && (before === undefined || isOver(before, data.readAt));
    };
    const of = [...new Set(data.of)].filter(isNew);
    if (of.length === 0) return [];
    if (noted >= MOST_READS_A_DAY)
      throw new DomainError(
        'too_many_requests',
        'You have opened more personal data today than anybody needs to. Please go on tomorrow.',
      );
    return [{ type: 'PersonalDataRead', data: { ...data, of } }];
  },

  evolve({ last, noted }, { data }) {
    const next = last.withMutations((kept) => {
      for (const [key, readAt] of last) {
        if (!isOver(readAt, data.readAt)) break;
        kept.delete(key);
      }
      for (const person of data.of)
        kept.delete(keyOf(data, person)).set(keyOf(data, person), data.readAt);
    });
    return { last: next, noted: noted + 1 };
  },
};
