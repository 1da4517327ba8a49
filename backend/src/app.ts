import { randomUUID } from 'node:crypto';
import type { Server } from 'node:http';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { NestFactory } from '@nestjs/core';
import { routes } from '@courtly/contracts/routes';
import compression from 'compression';
import type { NextFunction, Request, Response } from 'express';
import { Logger } from 'nestjs-pino';
import { AppModule } from './app.module.js';
import type { Config } from './config.js';
import { parseBodies } from './platform/http/body-parsing.js';
import { limitInFlight } from './platform/http/in-flight.js';
import { observeRequest } from './platform/http/request-seconds.js';
import { processLimits } from './platform/http/limits.js';
import { type CourtlyRequest, isPage } from './platform/http/request.js';
import { securityHeaders } from './platform/http/security-headers.js';
import { Sessions } from './people/identity/sessions/sessions.middleware.js';
import { Clock } from './platform/kernel/clock.js';
import { DomainError } from './platform/kernel/domain-error.js';
import { Ids } from './platform/kernel/ids.js';
import { KeyedHashes } from './platform/kernel/keyed-hashes.js';
import { asRead } from './platform/kernel/read-scope.js';
import { serveDocs } from './platform/ops/docs.js';
import { Draining } from './platform/ops/draining.js';
import { Health } from './platform/ops/health.js';
import { ProxyCheck } from './platform/ops/proxy-check.js';
import { serveHealth } from './platform/ops/serve-health.js';
import { serveWebsite } from './web/pages/website.js';
import { slices } from './slices.js';

const configureServer = (app: NestExpressApplication) => {
  const httpServer: Server = app.getHttpServer();
  const draining = app.get(Draining);
  const services = { clock: app.get(Clock), ids: app.get(Ids), hashes: app.get(KeyedHashes) };
  httpServer.headersTimeout = processLimits.sockets.headersMs;
  httpServer.requestTimeout = processLimits.sockets.requestMs;
  httpServer.timeout = processLimits.sockets.idleMs;
  httpServer.keepAliveTimeout = processLimits.sockets.keepAliveMs;
  return (request: CourtlyRequest, response: Response, next: NextFunction) => {
    // Closes connections while stopping, because busy kept-alive connections would never end.
    if (draining.isStarted) response.setHeader('Connection', 'close');
    request.correlationId = randomUUID();
    Object.assign(request, services);
    response.setHeader('X-Request-Id', request.correlationId);
    request.receivedAt = performance.now();
    response.on('finish', observeRequest);
    next();
  };
};

/**
 * Compresses pages and documents. API responses are compressed when they are encoded, or are too
 * small.
 */
const compressPages = () => {
  const compressResponse = compression();
  return (request: Request, response: Response, next: NextFunction) =>
    request.method === 'GET' && isPage(request.path)
      ? compressResponse(request, response, next)
      : next();
};

const scopeReads = ({ method }: Request, _response: Response, next: NextFunction) =>
  method === 'GET' || method === 'HEAD' ? asRead(next) : next();

/** A process that does not serve the API only reports its health. */
const refuseAll = (_request: Request, _response: Response, next: NextFunction) =>
  next(new DomainError('not_found', 'This process does not serve requests.'));

/** Creates the application, ready to listen. Each request passes the middleware in this order. */
export const createApp = async (
  config: Config,
  sliceList = slices,
): Promise<NestExpressApplication> => {
  const app = await NestFactory.create<NestExpressApplication>(
    AppModule.forConfig(config, sliceList),
    {
      bodyParser: false,
      bufferLogs: true,
      abortOnError: false,
    },
  );
  app.set('trust proxy', config.TRUST_PROXY);
  app.disable('x-powered-by');
  // Only responses that clients can revalidate have an ETag, which they set themselves.
  app.disable('etag');
  app.use(configureServer(app));
  app.use(securityHeaders(config));
  app.use(serveHealth(app.get(Health)));
  if (config.ROLES.includes('api')) app.use(app.get(ProxyCheck).middleware);
  app.useLogger(app.get(Logger));
  // While a process waits for a store, it must already be able to log that.
  app.flushLogs();
  app.enableShutdownHooks();
  if (!config.ROLES.includes('api')) {
    app.use(refuseAll);
    return app;
  }
  app.use(limitInFlight(processLimits.requests));
  app.use(compressPages());
  parseBodies(app, Object.values(routes));
  app.use('/api', app.get(Sessions).middleware);
  app.use(scopeReads);
  serveDocs(app);
  if (config.STATIC_FOLDER) serveWebsite(app, config.STATIC_FOLDER);
  return app;
};
