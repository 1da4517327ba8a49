import { afterEach, beforeEach, expect, it, jest } from '@jest/globals';
import type { Config } from '../../config.js';
import { Clock } from './clock.js';

const NOON = Date.parse('2027-03-13T12:00:00.000Z');

beforeEach(() => {
  jest.useFakeTimers({ now: NOON });
});
afterEach(() => {
  jest.useRealTimers();
});

it("returns the machine's time plus the configured offset", () => {
  const clock = new Clock({ CLOCK_OFFSET_MS: 60_000 } as Config);
  expect(clock.instant()).toBe('2027-03-13T12:01:00.000Z');
});

it('pauses for a small backward correction of the machine and follows a large one', () => {
  const clock = new Clock({ CLOCK_OFFSET_MS: 0 } as Config);
  clock.now();
  jest.setSystemTime(NOON - 1_000);
  expect(clock.now()).toBe(NOON);
  jest.setSystemTime(NOON + 1);
  expect(clock.now()).toBe(NOON + 1);
  jest.setSystemTime(NOON - 3_600_000);
  expect(clock.now()).toBe(NOON - 3_600_000);
});
