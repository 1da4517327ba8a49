import { type CanActivate, type ExecutionContext, Inject, Injectable } from '@nestjs/common';
import { RateLimiterMemory, RateLimiterQueue, RateLimiterRes } from 'rate-limiter-flexible';
import { CONFIG, type Config } from '../../config.js';
import { DomainError } from '../kernel/domain-error.js';
import { asRead } from '../kernel/read-scope.js';
import type { CourtlyRequest } from './request.js';
import { routeOf } from './route-of.js';

const MINUTE_SECONDS = 60;
/** 200 per second, in steps so small that they do not noticeably delay other requests. */
const REJECTION_RATE = { points: 10, duration: 0.05 };
const MAX_WAITING_REJECTIONS = 1_000;

/**
 * Limits the changes of a user per process to the policy's `commandsPerMinute`, independent of
 * Redis. Rejections are delayed, at most a thousand at a time, to slow down clients.
 */
@Injectable()
export class CommandLimitGuard implements CanActivate {
  private commandLimiter: RateLimiterMemory | null = null;
  private readonly rejectionQueue = new RateLimiterQueue(new RateLimiterMemory(REJECTION_RATE), {
    maxQueueSize: MAX_WAITING_REJECTIONS,
  });

  constructor(@Inject(CONFIG) private readonly config: Pick<Config, 'policy'>) {}

  /** @throws DomainError too_many_requests */
  async canActivate(context: ExecutionContext): Promise<boolean> {
    const { method, access } = routeOf(context);
    const { user } = context.switchToHttp().getRequest<CourtlyRequest>();
    if (method === 'GET' || access === 'anyone' || !user) return true;
    const commandLimiter = this.currentLimiter();
    if (!commandLimiter) return true;
    await commandLimiter.consume(user.id).catch(async (rejection: unknown) => {
      if (!(rejection instanceof RateLimiterRes)) throw rejection;
      // If too many rejections are already waiting, this one is sent immediately.
      await this.rejectionQueue.removeTokens(1).catch(() => 0);
      const retryAfterSeconds = Math.max(1, Math.ceil(rejection.msBeforeNext / 1000));
      throw new DomainError(
        'too_many_requests',
        `That was a lot of changes in a short time. Please try again in ${retryAfterSeconds} s.`,
        { retryAfterSeconds },
      );
    });
    return true;
  }

  /** A policy change restarts the count. */
  private currentLimiter(): RateLimiterMemory | null {
    // Commands that need no policy still work while the policy in force is unknown.
    const { commandsPerMinute } = asRead(() => this.config.policy);
    if (commandsPerMinute === null) return null;
    if (this.commandLimiter?.points !== commandsPerMinute)
      this.commandLimiter = new RateLimiterMemory({
        points: commandsPerMinute,
        duration: MINUTE_SECONDS,
      });
    return this.commandLimiter;
  }
}
