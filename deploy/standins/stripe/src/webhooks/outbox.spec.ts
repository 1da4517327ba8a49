import { afterEach, beforeEach, expect, it, jest } from '@jest/globals';
import type { DatabaseSync } from 'node:sqlite';
import { IN_MEMORY, openDatabase } from '../storage/database.js';
import { createObjectStore, type ObjectStore } from '../storage/objects.js';
import { createSettings } from '../storage/settings.js';
import { buildEvent } from './event.js';
import { createOutbox, type DeliveryOutbox } from './outbox.js';

const NOW = 1_800_000_000;
const NO_CAUSE = { id: null, idempotency_key: null };

let database: DatabaseSync;
let objects: ObjectStore;
let outbox: DeliveryOutbox;

beforeEach(() => {
  database = openDatabase(IN_MEMORY);
  objects = createObjectStore(database);
  outbox = createOutbox(database, objects, createSettings(database));
  const endpoint = { id: 'we_1', status: 'enabled', enabled_events: ['*'] };
  objects.put('webhook_endpoint', endpoint as never);
});
afterEach(() => {
  jest.restoreAllMocks();
  database.close();
});

const enqueue = (count: number) => {
  for (let number = 0; number < count; number += 1)
    outbox.enqueueEvent(
      buildEvent('customer.created', { id: `cus_${number}` }, { now: NOW, cause: NO_CAUSE }),
      NOW,
    );
};

it('returns the first due deliveries of a long queue', () => {
  enqueue(20);
  expect(outbox.due(NOW, 3).map(({ seq }) => seq)).toEqual([1, 2, 3]);
});

it('returns due deliveries of every endpoint behind a long queue of one', () => {
  enqueue(5);
  const other = { id: 'we_2', status: 'enabled', enabled_events: ['*'] };
  objects.put('webhook_endpoint', other as never);
  enqueue(1);
  expect(outbox.due(NOW, 3).map(({ seq, endpoint }) => [endpoint, seq])).toEqual([
    ['we_1', 1],
    ['we_1', 2],
    ['we_1', 3],
    ['we_2', 6],
  ]);
});

it('records an attempt completely or not at all', () => {
  enqueue(1);
  const [delivery] = outbox.due(NOW, 1);
  jest.spyOn(objects, 'put').mockImplementation(() => {
    throw new Error('the disk is full');
  });
  expect(() => outbox.recordAttempt(delivery!, 200, NOW)).toThrow('the disk is full');
  expect(outbox.all()).toEqual([delivery]);
});
