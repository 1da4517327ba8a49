import { randomUUID } from 'node:crypto';
import type { Redis } from 'ioredis';

const LASTS_MS = 10_000;

const RENEW = `if redis.call('get', KEYS[1]) == ARGV[1] then return redis.call('pexpire', KEYS[1], ARGV[2]) end return 0`;
const RELEASE = `if redis.call('get', KEYS[1]) == ARGV[1] then return redis.call('del', KEYS[1]) end return 0`;

/**
 * A lease that avoids duplicate work. It lasts ten seconds, and acquiring it again renews it. Two
 * processes may briefly hold it, after a pause or a loss of Redis, so it must not protect anything.
 */
export class RedisLease {
  private readonly holder = randomUUID();

  constructor(
    private readonly redis: Redis,
    private readonly key: string,
  ) {}

  /** Returns whether this process holds the lease. */
  async acquireOrRenew(): Promise<boolean> {
    if ((await this.redis.eval(RENEW, 1, this.key, this.holder, LASTS_MS)) === 1) return true;
    return (await this.redis.set(this.key, this.holder, 'PX', LASTS_MS, 'NX')) === 'OK';
  }

  async release(): Promise<void> {
    await this.redis.eval(RELEASE, 1, this.key, this.holder);
  }
}
