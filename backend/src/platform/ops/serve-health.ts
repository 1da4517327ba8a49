import { operationRoutes } from '@courtly/contracts/operations';
import type { NextFunction, Request, RequestHandler, Response } from 'express';
import { sendJson } from '../http/response.js';
import { DomainError } from '../kernel/domain-error.js';
import type { Health } from './health.js';

const { live, ready } = operationRoutes;

/**
 * Responds to health checks before anything else, so that they cost little and work even if the
 * process is busy.
 */
export const serveHealth =
  (health: Pick<Health, 'checkHealth'>): RequestHandler =>
  ({ method, path }: Request, response: Response, next: NextFunction) => {
    if (method !== 'GET' || (path !== live.path && path !== ready.path)) return next();
    const sendOk = () => {
      response.setHeader('Cache-Control', 'no-store');
      sendJson(response, 200, { status: 'ok' });
    };
    if (path === live.path) return sendOk();
    health
      .checkHealth()
      .then(
        ({ ready: isReady }) =>
          isReady ? sendOk() : next(new DomainError('store_unavailable', 'Courtly is not ready.')),
        next,
      );
  };
