import { expect, it } from '@jest/globals';
import { createWakeSignal } from './wake-signal.js';

it('wakes a waiting loop', async () => {
  const wakeSignal = createWakeSignal();
  const firstWait = wakeSignal.wait();
  wakeSignal.notify();
  await expect(firstWait).resolves.toBeUndefined();
});

it('combines notifications that arrive while nothing waits', async () => {
  const wakeSignal = createWakeSignal();
  wakeSignal.notify();
  wakeSignal.notify();
  await wakeSignal.wait();
  const order: string[] = [];
  const secondWait = wakeSignal.wait().then(() => order.push('woken'));
  await Promise.resolve();
  order.push('notified');
  wakeSignal.notify();
  await secondWait;
  expect(order).toEqual(['notified', 'woken']);
});
