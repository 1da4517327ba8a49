import { Injectable } from '@nestjs/common';
import { RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible';
import { DomainError } from '../kernel/domain-error.js';
import { RedisClient } from '../stores/redis.js';

const MINUTE_SECONDS = 60;

/**
 * Allows `points` attempts within `duration` seconds. `name` keeps its counts separate from those
 * of other limits.
 */
export type RateLimit = Readonly<{ name: string; points: number; duration: number }>;

/**
 * Counts attempts in Redis across all processes. An attempt is counted before it runs, so
 * concurrent attempts cannot exceed the limit. Without Redis, every attempt is rejected.
 */
@Injectable()
export class RateLimits {
  private readonly limiters = new Map<RateLimit, RateLimiterRedis>();

  constructor(private readonly redisClient: RedisClient) {}

  /**
   * Counts one attempt under a key, which should be a hash.
   * @throws DomainError too_many_requests; store_unavailable
   */
  async consume(rateLimit: RateLimit, key: string): Promise<void> {
    try {
      await this.limiterFor(rateLimit).consume(key);
    } catch (rejection) {
      if (!(rejection instanceof RateLimiterRes))
        throw new DomainError(
          'store_unavailable',
          "Courtly can't process this right now. Please try again in a moment.",
          undefined,
          { cause: rejection },
        );
      const retryAfterSeconds = Math.max(1, Math.ceil(rejection.msBeforeNext / 1000));
      const retryAfterMinutes = Math.ceil(retryAfterSeconds / MINUTE_SECONDS);
      throw new DomainError(
        'too_many_requests',
        `Too many attempts. Please try again in ${retryAfterMinutes} min.`,
        {
          retryAfterSeconds,
        },
      );
    }
  }

  /** Takes back an attempt. */
  async refund(rateLimit: RateLimit, key: string): Promise<void> {
    await this.limiterFor(rateLimit).reward(key);
  }

  private limiterFor(rateLimit: RateLimit): RateLimiterRedis {
    const existingLimiter = this.limiters.get(rateLimit);
    if (existingLimiter) return existingLimiter;
    const { name, points, duration } = rateLimit;
    const keyPrefix = `${this.redisClient.keyPrefix}:attempts:${name}`;
    const newLimiter = new RateLimiterRedis({
      storeClient: this.redisClient.commands,
      keyPrefix,
      points,
      duration,
    });
    this.limiters.set(rateLimit, newLimiter);
    return newLimiter;
  }
}
