import { afterEach, beforeEach, expect, it, jest } from '@jest/globals';
import { Pace } from './pace.js';

beforeEach(() => void jest.useFakeTimers());
afterEach(() => void jest.useRealTimers());

it('of a build leaves half of the time to others as long as the log grows', async () => {
  let end = '1';
  const pace = new Pace({ end: async () => end });
  const pauses: number[] = [];
  const work = async (ms: number) => {
    jest.advanceTimersByTime(ms);
    pauses.push(await pace.pauseAfter(ms));
  };
  await work(300);
  await work(310);
  end = '2';
  await work(320);
  await work(10);
  end = '3';
  await work(330);
  await work(340);
  expect(pauses).toEqual([0, 0, 320, 10, 330, 0]);
});

it('of a build asks where the log ends four times a second, however short its batches are', async () => {
  let asked = 0;
  const pace = new Pace({
    end: async () => {
      asked++;
      return null;
    },
  });
  for (let batch = 0; batch < 100; batch++) {
    jest.advanceTimersByTime(10);
    await pace.pauseAfter(10);
  }
  expect(asked).toBe(4);
});
