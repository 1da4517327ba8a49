import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { expect, it, jest } from '@jest/globals';
import { createEngine } from './engine.js';
import { openDatabase } from './storage/database.js';
import { temporaryDirectory } from './testing/temporary-directory.js';

it('rolls back a timer that fails, logs it, and continues with the next one', async () => {
  const directory = await temporaryDirectory();
  const database = openDatabase(join(directory.path, 'stripe.db'));
  const server = createEngine(database, () => 'http://127.0.0.1');
  const warn = jest.spyOn(console, 'error').mockImplementation(() => {});
  server.run((state) => {
    // The stand-in never creates a subscription without items, so its timer fails.
    state.objects.put('subscription', { id: 'sub_broken', items: { data: [] } } as never);
    state.objects.put('balance_transaction', { id: 'txn_1', status: 'pending' } as never);
    state.timers.addTimer(state.now + 1, 'renewal', 'sub_broken');
    state.timers.addTimer(state.now + 1, 'available', 'txn_1');
  });
  await server.advance(1);
  expect(warn).toHaveBeenCalledWith(expect.stringContaining('timer renewal of sub_broken failed'));
  expect(server.objects.get('balance_transaction', 'txn_1')).toMatchObject({ status: 'available' });
  warn.mockRestore();
  await server.stop();
  database.close();
  await directory.remove();
});

it('responds to other calls while it moves the clock past many timers', async () => {
  const directory = await temporaryDirectory();
  const database = openDatabase(join(directory.path, 'stripe.db'));
  const server = createEngine(database, () => 'http://127.0.0.1');
  server.run((state) => {
    state.objects.put('balance_transaction', { id: 'txn_1', status: 'pending' } as never);
    for (let timer = 1; timer <= 1_000; timer += 1)
      state.timers.addTimer(state.now + timer, 'available', 'txn_1');
  });
  const startSeconds = server.clock.now();
  let isAdvanced = false;
  const advanced = server.advance(1_001).then(() => (isAdvanced = true));
  const dueCounts: number[] = [];
  const countTimers = database.prepare('SELECT count(*) AS count FROM timers');
  while (!isAdvanced) {
    dueCounts.push(Number(countTimers.get()!['count']));
    await setImmediate();
  }
  await advanced;
  expect(new Set(dueCounts).size).toBeGreaterThan(5);
  expect(countTimers.get()).toEqual({ count: 0 });
  expect(server.clock.now() - startSeconds).toBeGreaterThanOrEqual(1_001);
  await server.stop();
  database.close();
  await directory.remove();
});
