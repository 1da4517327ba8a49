import { expect, it } from '@jest/globals';
import { createWakeSignal } from './wake-signal.js';

it('is heard when it rings while someone listens', async () => {
  const wakeSignal = createWakeSignal();
  const heard = wakeSignal.wait();
  wakeSignal.notify();
  await expect(heard).resolves.toBeUndefined();
});

it('is heard once for all the rings that nobody listened to', async () => {
  const wakeSignal = createWakeSignal();
  wakeSignal.notify();
  wakeSignal.notify();
  await wakeSignal.wait();
  const order: string[] = [];
  const again = wakeSignal.wait().then(() => order.push('heard'));
  await Promise.resolve();
  order.push('rung');
  wakeSignal.notify();
  await again;
  expect(order).toEqual(['rung', 'heard']);
});
