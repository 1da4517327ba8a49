import { randomUUID } from 'node:crypto';
import type { Redis } from 'ioredis';

const LASTS_MS = 10_000;

const RENEW = `if redis.call('get', KEYS[1]) == ARGV[1] then return redis.call('pexpire', KEYS[1], ARGV[2]) end return 0`;
const RELEASE = `if redis.call('get', KEYS[1]) == ARGV[1] then return redis.call('del', KEYS[1]) end return 0`;

/**
 * One process at a time does what others need not do as well. It lasts ten seconds and is renewed by asking again. Two may
 * hold it for a moment when a process sleeps or Redis is emptied, so it spares work and guards nothing.
 */
export class RedisLease {
  private readonly holder = randomUUID();

  constructor(
    private readonly redis: Redis,
    private readonly key: string,
  ) {}

  /** Takes or renews the lease. Answers whether it is held now. */
  async acquireOrRenew(): Promise<boolean> {
    if ((await this.redis.eval(RENEW, 1, this.key, this.holder, LASTS_MS)) === 1) return true;
    return (await this.redis.set(this.key, this.holder, 'PX', LASTS_MS, 'NX')) === 'OK';
  }

  async release(): Promise<void> {
    await this.redis.eval(RELEASE, 1, this.key, this.holder);
  }
}
