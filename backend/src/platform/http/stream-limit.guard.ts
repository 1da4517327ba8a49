import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import type { Response } from 'express';
import { DomainError } from '../kernel/domain-error.js';
import { processLimits } from './limits.js';
import type { CourtlyRequest } from './request.js';
import { tooBusy } from './concurrency-limiter.js';

const RETRY_AFTER_S = 30;

const tooManyStreams = () =>
  new DomainError(
    'too_many_requests',
    'Too many windows are open. Please close some to see changes as they happen.',
    {
      retryAfterSeconds: RETRY_AFTER_S,
    },
  );

/** Limits open streams in total, per user, and per address. */
@Injectable()
export class StreamLimit implements CanActivate {
  private readonly openStreams = new Map<string, number>();

  /** @throws DomainError too_busy; too_many_requests */
  canActivate(context: ExecutionContext): boolean {
    const { user, ip } = context.switchToHttp().getRequest<CourtlyRequest>();
    const { inAll, perPerson, perAddress } = processLimits.streams;
    if (this.streamCount('all') >= inAll) throw tooBusy();
    if (
      this.streamCount(`from ${ip}`) >= perAddress ||
      (user && this.streamCount(`of ${user.id}`) >= perPerson)
    )
      throw tooManyStreams();
    const streamKeys = ['all', `from ${ip}`, ...(user ? [`of ${user.id}`] : [])];
    const response = context.switchToHttp().getResponse<Response>();
    // The client disconnected during the session lookup, so no close event follows.
    if (response.closed) return false;
    for (const streamKey of streamKeys)
      this.openStreams.set(streamKey, this.streamCount(streamKey) + 1);
    response.once('close', () => this.releaseStreams(streamKeys));
    return true;
  }

  private streamCount(streamKey: string): number {
    return this.openStreams.get(streamKey) ?? 0;
  }

  private releaseStreams(streamKeys: readonly string[]) {
    for (const streamKey of streamKeys) {
      const remainingCount = this.streamCount(streamKey) - 1;
      if (remainingCount > 0) this.openStreams.set(streamKey, remainingCount);
      else this.openStreams.delete(streamKey);
    }
  }
}
