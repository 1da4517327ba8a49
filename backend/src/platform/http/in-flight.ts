import type { NextFunction, Request, RequestHandler, Response } from 'express';
import { isProbe } from './request.js';
import { streamRoutes } from '@courtly/contracts/stream';
import { tooBusy } from './concurrency-limiter.js';

/**
 * Limits requests in progress, and rejects others unread. Streams have their own limit; health
 * checks have none.
 */
export const limitInFlight = (maxRequests: number): RequestHandler => {
  let inFlightCount = 0;
  return ({ path }: Request, response: Response, next: NextFunction) => {
    if (path === streamRoutes.changes.path || isProbe(path)) return next();
    if (inFlightCount >= maxRequests) return next(tooBusy());
    inFlightCount++;
    response.once('close', () => inFlightCount--);
    next();
  };
};
