import { expect, it } from '@jest/globals';
import { createDoorbell } from './doorbell.js';

it('is heard when it rings while someone listens', async () => {
  const bell = createDoorbell();
  const heard = bell.heard();
  bell.ring();
  await expect(heard).resolves.toBeUndefined();
});

it('is heard once for all the rings that nobody listened to', async () => {
  const bell = createDoorbell();
  bell.ring();
  bell.ring();
  await bell.heard();
  const order: string[] = [];
  const again = bell.heard().then(() => order.push('heard'));
  await Promise.resolve();
  order.push('rung');
  bell.ring();
  await again;
  expect(order).toEqual(['rung', 'heard']);
});
