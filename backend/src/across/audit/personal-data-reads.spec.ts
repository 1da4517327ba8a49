import { describe, expect, it } from '@jest/globals';
import { specification } from '../../../testing/specification.js';
import { foldAll } from '../../platform/kernel/decider.js';
import { MOST_READS_A_DAY, SAME_READING_MS, personalDataReads } from './personal-data-reads.js';
import type { PersonalDataReadEvent } from './personal-data-reads.events.js';

type Read = PersonalDataReadEvent['data'];

const given = specification(personalDataReads);
const AT = '2027-03-13T18:00:00.000Z';
const later = (ms: number) => new Date(Date.parse(AT) + ms).toISOString();
const shown = (changes: Partial<Read> = {}): Read => ({
  adminId: 'avery',
  what: 'timeline',
  about: 'booking booking-1',
  of: ['pavel', 'hana'],
  readAt: AT,
  ...changes,
});
const read = (changes: Partial<Read> = {}) => ({
  type: 'ReadPersonalData' as const,
  data: shown(changes),
});
const noted = (changes: Partial<Read> = {}): PersonalDataReadEvent => ({
  type: 'PersonalDataRead',
  data: shown(changes),
});

describe('what an admin is shown of others', () => {
  it('is noted, each person once, and without what is their own', () =>
    given()
      .when(read({ of: ['pavel', 'avery', 'hana', 'pavel'] }))
      .then(noted()));

  it('is no reading where they are shown nobody else', () =>
    given()
      .when(read({ of: ['avery'] }))
      .thenNothing());

  it('counts once while they go on reading the same', () =>
    given(noted())
      .when(read({ readAt: later(SAME_READING_MS - 1) }))
      .thenNothing());

  it('counts again once that was long enough ago', () =>
    given(noted())
      .when(read({ readAt: later(SAME_READING_MS) }))
      .then(noted({ readAt: later(SAME_READING_MS) })));

  it('counts of whom alone they were not shown it yet', () =>
    given(noted())
      .when(read({ of: ['pavel', 'olga'] }))
      .then(noted({ of: ['olga'] })));

  it.each([{ what: 'state' }, { about: 'booking booking-2' }])(
    'is another reading with %j',
    (other) => given(noted()).when(read(other)).then(noted(other)),
  );

  it('is remembered no longer than it counts', () => {
    const [first, second] = [noted(), noted({ about: 'other', readAt: later(SAME_READING_MS) })];
    expect(foldAll(personalDataReads, [first]).last.size).toBe(2);
    expect([...foldAll(personalDataReads, [first, second]).last.keys()]).toEqual([
      'timeline other pavel',
      'timeline other hana',
    ]);
  });

  it('is not shown at all where it is more than is noted in a day', () => {
    const reads = (count: number) =>
      Array.from({ length: count }, (_, index) => noted({ about: `booking ${index}` }));
    given(...reads(MOST_READS_A_DAY - 1))
      .when(read())
      .then(noted());
    given(...reads(MOST_READS_A_DAY))
      .when(read())
      .thenRefused('too_many_requests');
    given(...reads(MOST_READS_A_DAY))
      .when(read({ about: 'booking 7' }))
      .thenNothing();
  });
});
