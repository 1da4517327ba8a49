import { type CanActivate, type ExecutionContext, Inject, Injectable } from '@nestjs/common';
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { CONFIG, type Config } from '../config.js';
import { DomainError } from '../kernel/domain-error.js';
import type { CourtlyRequest } from './request.js';
import { routeOf } from './route-of.js';

const MINUTE_S = 60;

/**
 * Changes by one person, so many a minute (the policy's `commandsPerMinute`): nobody keeps a court-day busy for the others.
 * Counted in this process alone, so that it costs nothing to speak of and holds while Redis is away; n processes let n times
 * as many through. What visitors may change has limits of its own.
 */
@Injectable()
export class CommandLimitGuard implements CanActivate {
  private readonly limiter: RateLimiterMemory | null;

  constructor(@Inject(CONFIG) { policy }: Config) {
    const points = policy.commandsPerMinute;
    this.limiter = points === null ? null : new RateLimiterMemory({ points, duration: MINUTE_S });
  }

  /** @throws DomainError too_many_requests */
  async canActivate(context: ExecutionContext): Promise<boolean> {
    const { method, access } = routeOf(context);
    const { user } = context.switchToHttp().getRequest<CourtlyRequest>();
    if (!this.limiter || method === 'GET' || access === 'anyone' || !user) return true;
    await this.limiter.consume(user.id).catch((reached: unknown) => {
      if (!(reached instanceof RateLimiterRes)) throw reached;
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
