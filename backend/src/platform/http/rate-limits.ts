import { Injectable } from '@nestjs/common';
import { RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible';
import { DomainError } from '../kernel/domain-error.js';
import { RedisClient } from '../stores/redis.js';

const MINUTE_S = 60;

/** So many attempts (`points`) are let through in so many seconds (`duration`). `name` keeps its counts apart from others. */
export type RateLimit = Readonly<{ name: string; points: number; duration: number }>;

/**
 * Counts attempts in Redis, for all processes together. An attempt counts before it is made, so that many at once do not
 * slip through. While Redis is away nothing is let through.
 */
@Injectable()
export class RateLimits {
  private readonly limiters = new Map<RateLimit, RateLimiterRedis>();

  constructor(private readonly redis: RedisClient) {}

  /** Counts one attempt under a key, which should be a hash. @throws DomainError too_many_requests; store_unavailable */
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

  /** An attempt that was counted shall not count after all. */
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
