import { Injectable } from '@nestjs/common';
import { RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible';
import { DomainError } from '../kernel/domain-error.js';
import { RedisClient } from '../stores/redis.js';

const MINUTE_S = 60;

/**
 * A limit of `points` attempts in `duration` seconds. `name` separates its counts from those of
 * others.
 */
export type RateLimit = Readonly<{ name: string; points: number; duration: number }>;

/**
 * Counts attempts in Redis across all processes. An attempt counts before it runs, so concurrent
 * ones cannot exceed the limit. Without Redis, every attempt is rejected.
 */
@Injectable()
export class RateLimits {
  private readonly limiters = new Map<RateLimit, RateLimiterRedis>();

  constructor(private readonly redis: RedisClient) {}

  /**
   * Counts one attempt under a key, which should be a hash. @throws DomainError too_many_requests;
   * store_unavailable
   */
  async consume(limit: RateLimit, key: string): Promise<void> {
    try {
      await this.limiter(limit).consume(key);
    } catch (reached) {
      if (!(reached instanceof RateLimiterRes))
        throw new DomainError(
          'store_unavailable',
          'This is not possible right now. Please try again in a moment.',
          undefined,
          { cause: reached },
        );
      const retryAfterSeconds = Math.max(1, Math.ceil(reached.msBeforeNext / 1000));
      const minutes = Math.ceil(retryAfterSeconds / MINUTE_S);
      throw new DomainError(
        'too_many_requests',
        `Too many attempts. Please try again in ${minutes} min.`,
        {
          retryAfterSeconds,
        },
      );
    }
  }

  /** Takes back an attempt. */
  async refund(limit: RateLimit, key: string): Promise<void> {
    await this.limiter(limit).reward(key);
  }

  private limiter(limit: RateLimit): RateLimiterRedis {
    const known = this.limiters.get(limit);
    if (known) return known;
    const { name, points, duration } = limit;
    const keyPrefix = `${this.redis.prefix}:attempts:${name}`;
    const limiter = new RateLimiterRedis({
      storeClient: this.redis.commands,
      keyPrefix,
      points,
      duration,
    });
    this.limiters.set(limit, limiter);
    return limiter;
  }
}
