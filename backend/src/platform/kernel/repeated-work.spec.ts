import { afterEach, beforeEach, expect, it, jest } from '@jest/globals';
import { RepeatedWork } from './repeated-work.js';

beforeEach(() => void jest.useFakeTimers());
afterEach(() => void jest.useRealTimers());

it('repeated work runs after each interval, and immediately if requested', async () => {
  let runs = 0;
  const count = () => Promise.resolve(void runs++);
  const later = new RepeatedWork(1_000, count);
  later.start();
  expect(runs).toBe(0);
  jest.advanceTimersByTime(2_000);
  expect(runs).toBe(2);
  await later.stop();
  new RepeatedWork(1_000, count).startNow();
  expect(runs).toBe(3);
});

it('repeated work waits for the current run when it stops, and does not run again', async () => {
  let runs = 0;
  let finish: () => void = () => undefined;
  const work = new RepeatedWork(1_000, () => {
    runs++;
    return new Promise<void>((resolve) => (finish = resolve));
  });
  work.startNow();
  let isStopped = false;
  const stopping = work.stop().then(() => (isStopped = true));
  await Promise.resolve();
  expect(isStopped).toBe(false);
  finish();
  await stopping;
  jest.advanceTimersByTime(5_000);
  expect(runs).toBe(1);
});
