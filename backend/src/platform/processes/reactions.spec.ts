import { describe, expect, it } from '@jest/globals';
import type { RecordedEvent } from '../kernel/events.js';
import { DAY_MS } from '../kernel/local-time.js';
import { type AnyProcess } from './process.js';
import { reactTo } from './reactions.js';

const process = {
  name: 'emails',
  queue: 'emails',
  handles: ['Joined'],
  react: ({ id, data }: RecordedEvent<{ type: 'Joined'; data: { isBroken: boolean } }>) => {
    if (data.isBroken) throw new TypeError('no such member');
    return [{ id, due: null, data: {} }];
  },
} as unknown as AnyProcess;

const NOON = '2027-03-10T12:00:00.000Z';
const event = (id: string, type = 'Joined', isBroken = false) =>
  ({
    id,
    type,
    stream: 'user-1',
    position: id,
    data: { isBroken },
    metadata: { at: NOON },
  }) as unknown as RecordedEvent;
const unreadable = (id: string, newer?: 'type') => ({
  id,
  type: 'Joined',
  stream: 'user-1',
  revision: 0,
  position: id,
  unreadable: 'it is damaged',
  ...(newer && { newer }),
});

describe('the reactions of a process', () => {
  it('are the jobs for the events that it handles', () => {
    const { jobs, setAside } = reactTo(process, [event('1'), event('2', 'Left'), event('3')]);
    expect(jobs.map(({ id }) => id)).toEqual(['1', '3']);
    expect(setAside).toEqual([]);
  });

  it('continue after setting aside an event that throws or is damaged', () => {
    const { jobs, setAside } = reactTo(process, [
      event('1', 'Joined', true),
      unreadable('2'),
      event('3'),
    ]);
    expect(jobs.map(({ id }) => id)).toEqual(['3']);
    expect(setAside.map(({ event: { id }, reason }) => [id, reason])).toEqual([
      ['1', 'TypeError: no such member'],
      ['2', 'it is damaged'],
    ]);
  });

  it('stop at an event of a newer release', () => {
    const events = [event('1'), unreadable('2', 'type'), event('3')];
    const { jobs, setAside, newer } = reactTo(process, events);
    expect(jobs.map(({ id }) => id)).toEqual(['1']);
    expect(setAside).toEqual([]);
    expect(newer).toBe(events[1]);
  });

  it('do not include jobs for events that are too old when read, except for an operator', () => {
    const mails = { ...process, maxEventAgeMs: DAY_MS };
    const inTime = reactTo(mails, [event('1')], Date.parse(NOON) + DAY_MS);
    expect(inTime).toMatchObject({ jobs: [{ id: '1' }], outdatedCount: 0 });
    const tooLate = reactTo(mails, [event('1'), event('2', 'Left')], Date.parse(NOON) + DAY_MS + 1);
    expect(tooLate).toMatchObject({ jobs: [], setAside: [], outdatedCount: 1 });
    expect(reactTo(mails, [event('1')])).toMatchObject({ jobs: [{ id: '1' }], outdatedCount: 0 });
    expect(reactTo(process, [event('1')], Date.parse(NOON) + 2 * DAY_MS).jobs).toHaveLength(1);
  });
});
