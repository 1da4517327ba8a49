import { Injectable } from '@nestjs/common';
import { RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible';
import { DomainError } from '../kernel/domain-error.js';
import { RedisClient } from '../kernel/redis.js';
import { KeyedHashes } from '../kernel/keyed-hashes.js';

const MINUTE_S = 60;

/**
 * How many attempts are let through in a time. Ten wrong passwords in 15 minutes are more than a forgetful person needs and
 * 960 a day for one who guesses; a hundred from one address leave room for an office behind one router, and four hundred new
 * accounts an hour for a club that signs up together, members and all.
 */
export const attemptLimits = {
  signInOfAccount: { points: 10, duration: 15 * MINUTE_S },
  signInFromAddress: { points: 100, duration: 15 * MINUTE_S },
  registrationFromAddress: { points: 400, duration: 60 * MINUTE_S },
} as const;

type Limit = keyof typeof attemptLimits;
type Attempt = readonly [Limit, string];

/**
 * Counts attempts in Redis, for all processes together. An attempt counts before it is made, so that many at once do not
 * slip through. While Redis is away nothing is let through.
 */
@Injectable()
export class AttemptLimits {
  private readonly limiters: Readonly<Record<Limit, RateLimiterRedis>>;

  constructor(
    redis: RedisClient,
    private readonly hashes: KeyedHashes,
  ) {
    const limiter = (limit: Limit) =>
      new RateLimiterRedis({
        storeClient: redis.commands,
        keyPrefix: `${redis.prefix}:attempts:${limit}`,
        ...attemptLimits[limit],
      });
    this.limiters = {
      signInOfAccount: limiter('signInOfAccount'),
      signInFromAddress: limiter('signInFromAddress'),
      registrationFromAddress: limiter('registrationFromAddress'),
    };
  }

  /** @throws DomainError too_many_requests; store_unavailable */
  registration(address: string): Promise<void> {
    return this.take(['registrationFromAddress', this.hashes.of('address', address)]);
  }

  /**
   * Runs a sign-in, which counts against its account and its address unless it succeeds. `account` is the hash of an e-mail.
   * @throws DomainError too_many_requests; store_unavailable; what the sign-in throws
   */
  async signIn<T>(account: string, address: string, work: () => Promise<T>): Promise<T> {
    const attempts: Attempt[] = [
      ['signInFromAddress', this.hashes.of('address', address)],
      ['signInOfAccount', account],
    ];
    for (const attempt of attempts) await this.take(attempt);
    const result = await work();
    await Promise.all(attempts.map(([limit, key]) => this.limiters[limit].reward(key)));
    return result;
  }

  private async take([limit, key]: Attempt): Promise<void> {
    try {
      await this.limiters[limit].consume(key);
    } catch (reached) {
      if (!(reached instanceof RateLimiterRes))
        throw new DomainError(
          'store_unavailable',
          'Signing in is not possible right now. Please try again in a moment.',
          undefined,
          { cause: reached },
        );
      const retryAfterSeconds = Math.max(1, Math.ceil(reached.msBeforeNext / 1000));
      const minutes = Math.ceil(retryAfterSeconds / MINUTE_S);
      throw new DomainError('too_many_requests', `Too many attempts. Please try again in ${minutes} min.`, {
        retryAfterSeconds,
      });
    }
  }
}
