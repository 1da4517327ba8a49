import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import type { Response } from 'express';
import { DomainError } from '../kernel/domain-error.js';
import { limits } from './limits.js';
import type { CourtlyRequest } from './request.js';
import { tooBusy } from './concurrency-limiter.js';

const RETRY_AFTER_S = 30;

const tooMany = () =>
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
  private readonly open = new Map<string, number>();

  /** @throws DomainError too_busy; too_many_requests */
  canActivate(context: ExecutionContext): boolean {
    const { user, ip } = context.switchToHttp().getRequest<CourtlyRequest>();
    const { inAll, perPerson, perAddress } = limits.streams;
    if (this.count('all') >= inAll) throw tooBusy();
    if (
      this.count(`from ${ip}`) >= perAddress ||
      (user && this.count(`of ${user.id}`) >= perPerson)
    )
      throw tooMany();
    const places = ['all', `from ${ip}`, ...(user ? [`of ${user.id}`] : [])];
    const response = context.switchToHttp().getResponse<Response>();
    // The client disconnected during the session lookup, so no close event follows.
    if (response.closed) return false;
    for (const place of places) this.open.set(place, this.count(place) + 1);
    response.once('close', () => this.leave(places));
    return true;
  }

  private count(place: string): number {
    return this.open.get(place) ?? 0;
  }

  private leave(places: readonly string[]) {
    for (const place of places) {
      const left = this.count(place) - 1;
      if (left > 0) this.open.set(place, left);
      else this.open.delete(place);
    }
  }
}
