import { afterAll, beforeAll, beforeEach, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { Redis } from 'ioredis';
import { type Stores, eventually, startStores } from '../../../testing/stores.js';
import { RedisLease } from './redis-lease.js';

let stores: Stores;
let redis: Redis;
let key: string;
let firstLease: RedisLease;
let other: RedisLease;

/** Shortens the lease and waits until it expires. */
const expire = async () => {
  await redis.pexpire(key, 1);
  await eventually('the lease has expired', async () => (await redis.exists(key)) === 0);
};

beforeAll(async () => {
  stores = await startStores();
  redis = new Redis(stores.environment['REDIS_URL']!);
});

beforeEach(() => {
  key = `${stores.environment['REDIS_PREFIX']}:lease:${randomUUID()}`;
  [firstLease, other] = [new RedisLease(redis, key), new RedisLease(redis, key)];
});

afterAll(async () => {
  redis?.disconnect();
  await stores?.stop();
});

it('a lease has one holder, even with concurrent callers', async () => {
  const leases = Array.from({ length: 8 }, () => new RedisLease(redis, key));
  const hold = () => Promise.all(leases.map((lease) => lease.acquireOrRenew()));
  const first = await hold();
  expect(first.filter(Boolean)).toHaveLength(1);
  expect(await hold()).toEqual(first);
});

it('a lease expires automatically and passes to another process', async () => {
  await firstLease.acquireOrRenew();
  expect(await redis.pttl(key)).toBeGreaterThan(0);
  expect(await other.acquireOrRenew()).toBe(false);
  await expire();
  expect(await other.acquireOrRenew()).toBe(true);
  expect(await firstLease.acquireOrRenew()).toBe(false);
});

it('a lease is extended only by its holder', async () => {
  await firstLease.acquireOrRenew();
  await redis.pexpire(key, 5_000);
  await other.acquireOrRenew();
  expect(await redis.pttl(key)).toBeLessThanOrEqual(5_000);
  expect(await firstLease.acquireOrRenew()).toBe(true);
  expect(await redis.pttl(key)).toBeGreaterThan(5_000);
});

it('a lease can be acquired again by the same holder after it expires', async () => {
  await firstLease.acquireOrRenew();
  await expire();
  expect(await firstLease.acquireOrRenew()).toBe(true);
  expect(await other.acquireOrRenew()).toBe(false);
});

it('a lease is released only by its holder', async () => {
  await firstLease.acquireOrRenew();
  await other.release();
  expect(await other.acquireOrRenew()).toBe(false);
  await firstLease.release();
  expect(await other.acquireOrRenew()).toBe(true);
  await firstLease.release();
  expect(await firstLease.acquireOrRenew()).toBe(false);
});
