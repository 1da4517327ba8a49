import { describe, expect, it } from '@jest/globals';
import { specification } from '../../../testing/specification.js';
import { foldAll } from '../../platform/kernel/decider.js';
import { MOST_READS_A_DAY, SAME_READ_MS, personalDataReads } from './personal-data-reads.js';
import type { PersonalDataReadEvent } from './personal-data-reads.events.js';

type Read = PersonalDataReadEvent['data'];

const given = specification(personalDataReads);
const AT = '2027-03-13T18:00:00.000Z';
const later = (ms: number) => new Date(Date.parse(AT) + ms).toISOString();
const readWith = (changes: Partial<Read> = {}): Read => ({
  adminId: 'avery',
  what: 'timeline',
  about: 'booking booking-1',
  of: ['pavel', 'hana'],
  readAt: AT,
  ...changes,
});
const read = (changes: Partial<Read> = {}) => ({
  type: 'ReadPersonalData' as const,
  data: { ...readWith(changes), isLimited: true },
});
const noted = (changes: Partial<Read> = {}): PersonalDataReadEvent => ({
  type: 'PersonalDataRead',
  data: readWith(changes),
});

describe('reads of personal data by an admin', () => {
  it("are recorded once per person, except for the admin's own data", () =>
    given()
      .when(read({ of: ['pavel', 'avery', 'hana', 'pavel'] }))
      .then(noted()));

  it('are not recorded if they concern no one else', () =>
    given()
      .when(read({ of: ['avery'] }))
      .thenNothing());

  it('count once while the admin keeps reading', () =>
    given(noted())
      .when(read({ readAt: later(SAME_READ_MS - 1) }))
      .thenNothing());

  it('count again after ten minutes', () =>
    given(noted())
      .when(read({ readAt: later(SAME_READ_MS) }))
      .then(noted({ readAt: later(SAME_READ_MS) })));

  it('are recorded only for people whose data was not read recently', () =>
    given(noted())
      .when(read({ of: ['pavel', 'olga'] }))
      .then(noted({ of: ['olga'] })));

  it.each([{ what: 'state' }, { about: 'booking booking-2' }])('count separately for %j', (other) =>
    given(noted()).when(read(other)).then(noted(other)),
  );

  it('are forgotten once they expire', () => {
    const [first, second] = [noted(), noted({ about: 'other', readAt: later(SAME_READ_MS) })];
    expect(foldAll(personalDataReads, [first]).last.size).toBe(2);
    expect([...foldAll(personalDataReads, [first, second]).last.keys()]).toEqual([
      'timeline other pavel',
      'timeline other hana',
    ]);
  });

  it('are refused beyond the daily limit', () => {
    const personalDataReads = (count: number) =>
      Array.from({ length: count }, (_, index) => noted({ about: `booking ${index}` }));
    given(...personalDataReads(MOST_READS_A_DAY - 1))
      .when(read())
      .then(noted());
    given(...personalDataReads(MOST_READS_A_DAY))
      .when(read())
      .thenRefused('too_many_requests');
    given(...personalDataReads(MOST_READS_A_DAY))
      .when(read({ about: 'booking 7' }))
      .thenNothing();
  });

  it('are recorded without a limit if the reader is an operator', () => {
    const adminId = 'operator';
    const reads = Array.from({ length: MOST_READS_A_DAY + 5 }, (_, index) =>
      noted({ adminId, about: `booking ${index}` }),
    );
    const next = readWith({ adminId });
    given(...reads)
      .when({ type: 'ReadPersonalData', data: { ...next, isLimited: false } })
      .then({ type: 'PersonalDataRead', data: next });
  });
});
