import type { NextFunction, Request, RequestHandler, Response } from 'express';
import { isProbe } from './request.js';
import { streamRoutes } from '@courtly/contracts/stream';
import { tooBusy } from './concurrency-limiter.js';

/**
 * At most so many requests at a time that are not answered to the last byte, however slowly somebody reads: the others are
 * refused before anything is read of them. Streams have bounds of their own, and health is always told.
 */
export const boundInFlight = (most: number): RequestHandler => {
  let inFlight = 0;
  return ({ path }: Request, response: Response, next: NextFunction) => {
    if (path === streamRoutes.changes.path || isProbe(path)) return next();
    if (inFlight >= most) return next(tooBusy());
    inFlight++;
    response.once('close', () => inFlight--);
    next();
  };
};
