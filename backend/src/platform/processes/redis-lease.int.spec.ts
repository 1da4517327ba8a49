import { afterAll, beforeAll, beforeEach, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { Redis } from 'ioredis';
import { type Stores, eventually, startStores } from '../../../testing/stores.js';
import { RedisLease } from './redis-lease.js';

let stores: Stores;
let redis: Redis;
let key: string;
let one: RedisLease;
let other: RedisLease;

/** Moves the lease so near to its end that it passes, and waits until it has. */
const expire = async () => {
  await redis.pexpire(key, 1);
  await eventually('the lease has passed', async () => (await redis.exists(key)) === 0);
};

beforeAll(async () => {
  stores = await startStores();
  redis = new Redis(stores.environment['REDIS_URL']!);
}, 30_000);

beforeEach(() => {
  key = `${stores.environment['REDIS_PREFIX']}:lease:${randomUUID()}`;
  [one, other] = [new RedisLease(redis, key), new RedisLease(redis, key)];
});

afterAll(async () => {
  redis?.disconnect();
  await stores?.stop();
});

it('is held by one at a time, also of those who ask at once', async () => {
  const leases = Array.from({ length: 8 }, () => new RedisLease(redis, key));
  const hold = () => Promise.all(leases.map((lease) => lease.acquireOrRenew()));
  const first = await hold();
  expect(first.filter(Boolean)).toHaveLength(1);
  expect(await hold()).toEqual(first);
});

it('passes by itself, and then another takes it', async () => {
  await one.acquireOrRenew();
  expect(await redis.pttl(key)).toBeGreaterThan(0);
  expect(await other.acquireOrRenew()).toBe(false);
  await expire();
  expect(await other.acquireOrRenew()).toBe(true);
  expect(await one.acquireOrRenew()).toBe(false);
});

it('lasts anew whenever its holder asks, and not longer when others do', async () => {
  await one.acquireOrRenew();
  await redis.pexpire(key, 5_000);
  await other.acquireOrRenew();
  expect(await redis.pttl(key)).toBeLessThanOrEqual(5_000);
  expect(await one.acquireOrRenew()).toBe(true);
  expect(await redis.pttl(key)).toBeGreaterThan(5_000);
});

it('is taken again by whoever held it, once it has passed and nobody else has it', async () => {
  await one.acquireOrRenew();
  await expire();
  expect(await one.acquireOrRenew()).toBe(true);
  expect(await other.acquireOrRenew()).toBe(false);
});

it('is given back by its holder alone', async () => {
  await one.acquireOrRenew();
  await other.release();
  expect(await other.acquireOrRenew()).toBe(false);
  await one.release();
  expect(await other.acquireOrRenew()).toBe(true);
  await one.release();
  expect(await one.acquireOrRenew()).toBe(false);
});
