import {
  type CallHandler,
  type ExecutionContext,
  Injectable,
  type NestInterceptor,
} from '@nestjs/common';
import type { Route } from '@courtly/contracts/route';
import type { Response } from 'express';
import { type Observable, finalize, mergeMap } from 'rxjs';
import { Progress } from '../projections/progress.js';
import { clientAddress } from './client-address.js';
import { ConcurrencyLimiter } from './concurrency-limiter.js';
import { IdempotencyKeys } from './idempotency-keys.js';
import { processLimits } from './limits.js';
import { type CourtlyRequest, parseInput } from './request.js';
import { respond } from './response.js';
import { PERSONAL_CACHING } from './security-headers.js';
import { routeOf } from './route-of.js';

const { readModels, photos, others } = processLimits.reads;
const readLimiters = {
  readModels: new ConcurrencyLimiter(readModels),
  photos: new ConcurrencyLimiter(photos),
  others: new ConcurrencyLimiter(others),
};

/**
 * What a read depends on, which determines its limit: the photo storage, MongoDB, or other stores.
 */
const dependencyOf = ({ kind, reads = [] }: Route): keyof typeof readLimiters => {
  if (kind === 'bytes') return 'photos';
  return reads.length > 0 ? 'readModels' : 'others';
};

/** Shared caches may store what every visitor sees, if they revalidate it each time. */
const allowSharedCaching = (route: Route, { user }: CourtlyRequest, response: Response): void => {
  const isPublic = route.method === 'GET' && route.access === 'anyone' && !user;
  if (isPublic && response.getHeader('Cache-Control') === PERSONAL_CACHING)
    response.setHeader('Cache-Control', 'no-cache');
};

/**
 * Validates a request, checks the idempotency key of a change, and delays a read until it shows the
 * caller's last write (`Courtly-After`), at most two seconds (`Courtly-Stale`).
 */
@Injectable()
export class RouteInterceptor implements NestInterceptor {
  constructor(
    private readonly progress: Progress,
    private readonly idempotencyKeys: IdempotencyKeys,
  ) {}

  async intercept(context: ExecutionContext, next: CallHandler): Promise<Observable<unknown>> {
    const route = routeOf(context);
    const request = context.switchToHttp().getRequest<CourtlyRequest>();
    const response = context.switchToHttp().getResponse<Response>();
    request.input = parseInput(route, request);
    if (route.kind === 'stream') return next.handle();
    allowSharedCaching(route, request, response);
    const releaseRead = await this.admitRequest(route, request, response);
    const responseBody = next.handle().pipe(mergeMap((result) => respond(route, result, response)));
    return releaseRead ? responseBody.pipe(finalize(releaseRead)) : responseBody;
  }

  /**
   * Returns a function to call after a read.
   * @throws DomainError too_busy; errors of the idempotency key check
   */
  private async admitRequest(
    route: Route,
    request: CourtlyRequest,
    response: Response,
  ): Promise<(() => void) | null> {
    if (route.kind === 'webhook') return null;
    if (route.method !== 'GET') {
      await this.idempotencyKeys.checkKey(request);
      return null;
    }
    const afterPosition = request.get('Courtly-After');
    if (afterPosition && /^\d{1,20}$/.test(afterPosition)) {
      if (!(await this.progress.waitFor(afterPosition.padStart(20, '0'), route.reads ?? [])))
        response.setHeader('Courtly-Stale', 'true');
    }
    return readLimiters[dependencyOf(route)].acquire(clientAddress(request));
  }
}
