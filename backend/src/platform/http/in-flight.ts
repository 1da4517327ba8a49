import type { NextFunction, Request, RequestHandler, Response } from 'express';
import { streamRoutes } from '@courtly/contracts/stream';
import { clientAddress } from './client-address.js';
import { tooBusy } from './concurrency-limiter.js';
import { type ShareLimits, Shares } from './shares.js';

/**
 * Limits the requests in progress, per address and in total, and rejects others without reading
 * them. Streams have their own limit.
 */
export const limitInFlight = (limits: ShareLimits): RequestHandler => {
  const shares = new Shares(limits);
  return (request: Request, response: Response, next: NextFunction) => {
    if (request.path === streamRoutes.changes.path) return next();
    const address = clientAddress(request);
    if (!shares.hasRoomFor(address)) return next(tooBusy());
    response.once('close', shares.take(address));
    next();
  };
};
