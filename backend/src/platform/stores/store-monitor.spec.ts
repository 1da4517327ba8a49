import { afterEach, beforeEach, expect, it, jest } from '@jest/globals';
import { Logger } from '@nestjs/common';
import { StoreMonitor } from './store-monitor.js';

const START = Date.parse('2027-03-01T10:00:00.000Z');
const since = '2027-03-01T10:00:00.000Z';
let logEntries: unknown[];
let watch: StoreMonitor;

beforeEach(() => {
  jest.useFakeTimers({ now: START });
  logEntries = [];
  for (const level of ['log', 'error'] as const)
    jest
      .spyOn(Logger.prototype, level)
      .mockImplementation((line: unknown) => void logEntries.push(line));
  watch = new StoreMonitor('Redis');
});

afterEach(() => {
  watch.stopMonitoring();
  jest.restoreAllMocks();
  jest.useRealTimers();
});

it('logs nothing while the store responds', () => {
  watch.markReachable();
  jest.advanceTimersByTime(120_000);
  expect([logEntries, watch.isUnavailable, watch.unavailableMs]).toEqual([[], false, 0]);
});

it('logs an outage immediately and every thirty seconds with the last error', () => {
  watch.markUnreachable(new Error('refused'));
  expect(logEntries).toEqual([
    { store: 'Redis', state: 'lost', since, seconds: 0, error: 'refused' },
  ]);
  watch.markUnreachable(new Error('timed out'));
  jest.advanceTimersByTime(29_999);
  expect(logEntries).toHaveLength(1);
  jest.advanceTimersByTime(30_001);
  expect(logEntries.slice(1)).toEqual(
    [30, 60].map((seconds) => ({
      store: 'Redis',
      state: 'lost',
      since,
      seconds,
      error: 'timed out',
    })),
  );
  expect([watch.isUnavailable, watch.unavailableMs]).toEqual([true, 60_000]);
});

it('logs the recovery once and nothing afterward', () => {
  watch.markUnreachable('gone');
  jest.advanceTimersByTime(12_000);
  watch.markReachable();
  watch.markReachable();
  jest.advanceTimersByTime(120_000);
  expect(logEntries.slice(1)).toEqual([{ store: 'Redis', state: 'back', seconds: 12 }]);
  expect(watch.isUnavailable).toBe(false);
});

it('counts outages soon after a logged one, instead of logging each', () => {
  for (let outage = 0; outage < 60; outage += 1) {
    watch.markUnreachable(new Error('no response in time'));
    jest.advanceTimersByTime(50);
    watch.markReachable();
    jest.advanceTimersByTime(50);
  }
  expect(logEntries).toHaveLength(2);
  jest.advanceTimersByTime(30_000);
  watch.markUnreachable(new Error('refused'));
  expect(logEntries.slice(2)).toMatchObject([
    { state: 'lost', seconds: 0, error: 'refused', earlierOutages: 59 },
  ]);
});

it('logs an outage that begins soon after a logged one and lasts', () => {
  watch.markUnreachable('gone');
  watch.markReachable();
  jest.advanceTimersByTime(1_000);
  watch.markUnreachable('gone again');
  jest.advanceTimersByTime(30_000);
  watch.markReachable();
  expect(logEntries.slice(2)).toMatchObject([
    { state: 'lost', seconds: 30, error: 'gone again' },
    { state: 'back', seconds: 30 },
  ]);
});

it('logs nothing after it is stopped, even for a later outage', () => {
  watch.markUnreachable('gone');
  watch.stopMonitoring();
  watch.markUnreachable('gone again');
  jest.advanceTimersByTime(120_000);
  expect(logEntries).toHaveLength(1);
});

it('logs nothing for an outage caused by its own shutdown', () => {
  watch.stopMonitoring();
  watch.markUnreachable('the connection was closed');
  jest.advanceTimersByTime(120_000);
  expect(logEntries).toEqual([]);
});
