import { describe, expect, it } from '@jest/globals';
import type { RecordedEvent } from '../kernel/events.js';
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

const event = (id: string, type = 'Joined', isBroken = false) =>
  ({ id, type, stream: 'user-1', position: id, data: { isBroken } }) as unknown as RecordedEvent;
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
  it('are the jobs of the events that it handles', () => {
    const { jobs, setAside } = reactTo(process, [event('1'), event('2', 'Left'), event('3')]);
    expect(jobs.map(({ id }) => id)).toEqual(['1', '3']);
    expect(setAside).toEqual([]);
  });

  it('set aside an event that throws or is damaged, and continue', () => {
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

  it('end at an event of a newer release', () => {
    const events = [event('1'), unreadable('2', 'type'), event('3')];
    const { jobs, setAside, newer } = reactTo(process, events);
    expect(jobs.map(({ id }) => id)).toEqual(['1']);
    expect(setAside).toEqual([]);
    expect(newer).toBe(events[1]);
  });
});
