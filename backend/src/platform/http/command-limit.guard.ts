import { type CanActivate, type ExecutionContext, Inject, Injectable } from '@nestjs/common';
import { RateLimiterMemory, RateLimiterQueue, RateLimiterRes } from 'rate-limiter-flexible';
import { CONFIG, type Config } from '../../config.js';
import { DomainError } from '../kernel/domain-error.js';
import type { CourtlyRequest } from './request.js';
import { routeOf } from './route-of.js';

const MINUTE_S = 60;
/** 200 a second, in steps so small that nobody else waits for one. */
const REFUSALS = { points: 10, duration: 0.05 };
const MOST_HELD = 1_000;

/**
 * Changes by one person, so many a minute (the policy's `commandsPerMinute`): nobody keeps a court-day busy for the others.
 * Counted in this process alone, so that it costs nothing to speak of and holds while Redis is away; n processes let n times
 * as many through. Refusals go out at a pace, whoever gets them, so that who sends on all the same waits, and not the others;
 * a thousand are held back at most. What visitors may change has limits of its own.
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
      // Rejects where too many are held already: those are refused at once.
      await this.refusals.removeTokens(1).catch(() => 0);
      const retryAfterSeconds = Math.max(1, Math.ceil(reached.msBeforeNext / 1000));
      throw new DomainError(
        'too_many_requests',
        `That was a lot of changes in a short time. Please go on in ${retryAfterSeconds} s.`,
        { retryAfterSeconds },
      );
    });
    return true;
  }
}
