import { randomUUID } from 'node:crypto';
import type { Redis } from 'ioredis';

const LEASE_DURATION_MS = 10_000;

const RENEW_SCRIPT = `if redis.call('get', KEYS[1]) == ARGV[1] then return redis.call('pexpire', KEYS[1], ARGV[2]) end return 0`;
const RELEASE_SCRIPT = `if redis.call('get', KEYS[1]) == ARGV[1] then return redis.call('del', KEYS[1]) end return 0`;

/**
 * A lease that avoids duplicate work. It lasts ten seconds, and acquiring it again renews it. After
 * a pause or a loss of Redis data, two processes may hold it, so correctness must not depend on it.
 */
export class RedisLease {
  private readonly holderId = randomUUID();

  constructor(
    private readonly redisClient: Redis,
    private readonly leaseKey: string,
  ) {}

  /** Returns whether this process holds the lease. */
  async acquireOrRenew(): Promise<boolean> {
    if (
      (await this.redisClient.eval(
        RENEW_SCRIPT,
        1,
        this.leaseKey,
        this.holderId,
        LEASE_DURATION_MS,
      )) === 1
    )
      return true;
    return (
      (await this.redisClient.set(this.leaseKey, this.holderId, 'PX', LEASE_DURATION_MS, 'NX')) ===
      'OK'
    );
  }

  async release(): Promise<void> {
    await this.redisClient.eval(RELEASE_SCRIPT, 1, this.leaseKey, this.holderId);
  }
}
