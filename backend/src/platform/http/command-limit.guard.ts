import { type CanActivate, type ExecutionContext, Inject, Injectable } from '@nestjs/common';
import { RateLimiterMemory, RateLimiterQueue, RateLimiterRes } from 'rate-limiter-flexible';
import { CONFIG, type Config } from '../../config.js';
import { DomainError } from '../kernel/domain-error.js';
import type { CourtlyRequest } from './request.js';
import { routeOf } from './route-of.js';

const MINUTE_S = 60;
/** 200 a second, in steps too small to delay others noticeably. */
const REFUSALS = { points: 10, duration: 0.05 };
const MOST_HELD = 1_000;

/**
 * Limits the changes of one user to the policy's `commandsPerMinute`, counted per process: cheap,
 * and independent of Redis.
 * Rejections are throttled, so clients that ignore them wait; at most a thousand wait. Visitors'
 * changes have their own limits.
 */
@Injectable()
export class CommandLimitGuard implements CanActivate {
  private readonly limiter: RateLimiterMemory | null;
  private readonly refusals = new RateLimiterQueue(new RateLimiterMemory(REFUSALS), {
    maxQueueSize: MOST_HELD,
  });

  constructor(@Inject(CONFIG) { policy }: Config) {
    const points = policy.commandsPerMinute;
    this.limiter = points === null ? null : new RateLimiterMemory({ points, duration: MINUTE_S });
  }

  /** @throws DomainError too_many_requests */
  async canActivate(context: ExecutionContext): Promise<boolean> {
    const { method, access } = routeOf(context);
    const { user } = context.switchToHttp().getRequest<CourtlyRequest>();
    if (!this.limiter || method === 'GET' || access === 'anyone' || !user) return true;
    await this.limiter.consume(user.id).catch(async (reached: unknown) => {
      if (!(reached instanceof RateLimiterRes)) throw reached;
      // Too many rejections wait already, so this one is sent immediately.
      await this.refusals.removeTokens(1).catch(() => 0);
      const retryAfterSeconds = Math.max(1, Math.ceil(reached.msBeforeNext / 1000));
      throw new DomainError(
        'too_many_requests',
        `That was a lot of changes in a short time. Please try again in ${retryAfterSeconds} s.`,
        { retryAfterSeconds },
      );
    });
    return true;
  }
}
