import { afterEach, beforeEach, expect, it, jest } from '@jest/globals';
import type { Batch } from '../stores/log-subscription.js';
import type { StoredEvent } from '../stores/stored-event.js';
import { BuildThrottle } from './build-throttle.js';

beforeEach(() => void jest.useFakeTimers());
afterEach(() => void jest.useRealTimers());

it('pauses half of the time while the log grows', async () => {
  let end = '1';
  const pace = new BuildThrottle({ readLogEnd: async () => end });
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
  // Until it has checked, the throttle assumes that there are other writers.
  expect(pauses).toEqual([300, 0, 320, 10, 330, 0]);
});

it('checks the end of the log four times a second, even if the batches are short', async () => {
  let callCount = 0;
  const pace = new BuildThrottle({
    readLogEnd: async () => {
      callCount++;
      return null;
    },
  });
  for (let batch = 0; batch < 100; batch++) {
    jest.advanceTimersByTime(10);
    await pace.pauseAfter(10);
  }
  expect(callCount).toBe(4);
});

it('splits batches while the log grows and keeps them whole otherwise', async () => {
  const events = Array.from({ length: 250 }, (_, at) => ({ position: String(at) }) as StoredEvent);
  const batches = async function* (): AsyncGenerator<Batch> {
    yield { events, caughtUp: false };
    yield { events, caughtUp: true };
    yield { events: [], caughtUp: true };
  };
  const pace = new BuildThrottle({ readLogEnd: async () => '1' });
  const pieces: Batch[] = [];
  for await (const piece of pace.splitBatches(batches())) {
    pieces.push(piece);
    jest.advanceTimersByTime(100);
    await pace.pauseAfter(100);
  }
  expect(pieces.map((piece) => [piece.events.length, piece.caughtUp])).toEqual([
    [100, false],
    [100, false],
    [50, false],
    [100, false],
    [150, true],
    [0, true],
  ]);
  expect(pieces.flatMap((piece) => piece.events)).toEqual([...events, ...events]);
});
