import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import type { Response } from 'express';
import { DomainError } from '../kernel/domain-error.js';
import { clientAddress } from './client-address.js';
import { processLimits } from './limits.js';
import type { CourtlyRequest } from './request.js';
import { tooBusy } from './concurrency-limiter.js';
import { Shares } from './shares.js';

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
  private readonly byAddress = new Shares(processLimits.streams.byAddress);
  private readonly byPerson = new Shares(processLimits.streams.byPerson);

  /** @throws DomainError too_busy; too_many_requests */
  canActivate(context: ExecutionContext): boolean {
    const request = context.switchToHttp().getRequest<CourtlyRequest>();
    const address = clientAddress(request);
    const userId = request.user?.id;
    if (this.byAddress.isFull) throw tooBusy();
    if (
      !this.byAddress.hasRoomFor(address) ||
      (userId !== undefined && !this.byPerson.hasRoomFor(userId))
    )
      throw tooManyStreams();
    const response = context.switchToHttp().getResponse<Response>();
    // The client disconnected during the session lookup, so no close event follows.
    if (response.closed) return false;
    response.once('close', this.byAddress.take(address));
    if (userId !== undefined) response.once('close', this.byPerson.take(userId));
    return true;
  }
}
