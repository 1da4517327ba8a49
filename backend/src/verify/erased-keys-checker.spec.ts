import { describe, expect, it } from '@jest/globals';
import type { Message } from '../platform/kernel/decider.js';
import { openSpill } from '../platform/stores/spilled-map.js';
import { recordedLog } from '../../testing/audited-log.js';
import { type KeyRecords, erasedKeysChecker } from './erased-keys-checker.js';

const DAY = '2027-03-12T00:00:00.000Z';
const LATER = '2027-03-12T07:00:00.000Z';
const registered: Message = { type: 'UserRegistered', data: { userId: 'pavel' } };
const applied = (userId: string | null): Message => ({
  type: 'HostApplied',
  data: { applicationId: 'application1', userId },
});
const requested: Message = {
  type: 'AccountErasureRequested',
  data: { userId: 'pavel', requestedAt: DAY },
};
const erased: Message = { type: 'AccountErased', data: { userId: 'pavel', erasedAt: DAY } };
const entry = { id: 'pavel', accountId: 'pavel', erasedAt: DAY };
const applicationEntry = { ...entry, id: 'application1' };

const checked = (events: Message[], records: Partial<Record<keyof KeyRecords, unknown>>) => {
  const checker = erasedKeysChecker(openSpill());
  for (const event of recordedLog(events)) checker.takeEvent(event);
  const present = new Set((records.present as string[] | undefined) ?? []);
  const keyRecords = { removed: [], register: [], ...records, present } as KeyRecords;
  return {
    erasedIds: [...checker.erasedIds()],
    problems: checker.violations(keyRecords, LATER).map(({ problem }) => problem),
  };
};

describe('keys in the vault', () => {
  it('are accepted if every removed key belongs to an erasure that the register has', () =>
    expect(
      checked([registered, applied('pavel'), requested, erased], {
        removed: ['pavel', 'application1'],
        register: [entry, applicationEntry],
      }),
    ).toEqual({ erasedIds: ['pavel', 'application1'], problems: [] }));

  it('may be removed before the erasure is finished', () =>
    expect(checked([registered, requested], { removed: ['pavel'] }).problems).toEqual([]));

  it('are accepted if an application was erased separately', () => {
    const data = { applicationId: 'application1', erasedAt: DAY };
    const entry = { id: 'application1', accountId: 'application1', erasedAt: DAY };
    const erasedByItself: Message = { type: 'ApplicationErased', data };
    const events = [applied(null), erasedByItself];
    const removed = ['application1'];
    expect(checked(events, { removed, register: [entry] })).toEqual({
      erasedIds: removed,
      problems: [],
    });
    expect(checked(events, { present: removed, register: [entry] }).problems).toEqual([
      `application1 was erased at ${DAY}, but the vault has a key again`,
    ]);
    expect(checked([applied(null)], { removed, register: [entry] }).problems).toEqual([
      `application1 was erased at ${DAY} by the register, but not by the log`,
    ]);
  });

  it('of guests are compared with their erasures in the same way', () => {
    const guest = { guestId: 'gus' };
    const added: Message = { type: 'GuestAdded', data: guest };
    const asked: Message = { type: 'GuestErasureRequested', data: { ...guest, requestedAt: DAY } };
    const gone: Message = { type: 'GuestErased', data: { ...guest, erasedAt: DAY } };
    const register = [{ id: 'gus', accountId: 'gus', erasedAt: DAY }];
    const removed = ['gus'];
    expect(checked([added, gone], { removed, register }).problems).toEqual([]);
    expect(checked([added, asked], { removed, register }).problems).toEqual([]);
    expect(checked([added], { removed, register }).problems).toEqual([
      `gus was erased at ${DAY} by the register, but not by the log`,
    ]);
    const recent = [{ ...register[0]!, erasedAt: LATER }];
    expect(checked([added], { removed, register: recent }).problems).toEqual([]);
    expect(checked([added], { removed }).problems).toEqual([
      'the key of gus was removed, but no one requested an erasure',
    ]);
  });

  it('of users without events may be removed', () =>
    expect(checked([], { removed: ['pavel'] }).problems).toEqual([]));

  it.each(['pavel', 'application1'])(
    'are reported if the key of %s is removed without an erasure',
    (id) =>
      expect(checked([registered, applied(null)], { removed: [id] }).problems).toEqual([
        `the key of ${id} was removed, but no one requested an erasure`,
      ]),
  );

  it.each(['pavel', 'application1'])(
    'are reported if the key of %s returns after an erasure',
    (id) =>
      expect(
        checked([registered, applied('pavel'), requested, erased], {
          register: [entry],
          present: [id],
        }).problems,
      ).toEqual([`${id} was erased at ${DAY}, but the vault has a key again`]),
  );

  it('are reported if the register has an erasure that a restored log and vault lack', () =>
    expect(checked([registered], { register: [entry], present: ['pavel'] }).problems).toEqual([
      `pavel was erased at ${DAY}, but the vault has a key again`,
      `pavel was erased at ${DAY} by the register, but not by the log`,
    ]));

  it('are not reported while an erasure is under way', () =>
    expect(
      checked([registered, requested], {
        register: [{ ...entry, erasedAt: LATER }],
        present: ['pavel'],
      }).problems,
    ).toEqual([]));

  it('are reported if the register lacks an erasure of the log', () =>
    expect(checked([registered, requested, erased], { removed: ['pavel'] }).problems).toEqual([
      'pavel was erased, but is missing from the erasure register',
    ]));
});
