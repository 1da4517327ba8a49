import type { Server } from 'node:http';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { NestFactory } from '@nestjs/core';
import compression from 'compression';
import type { NextFunction, Response } from 'express';
import helmet, { type HelmetOptions } from 'helmet';
import { v7 } from 'uuid';
import { STREAM_PATH } from '@courtly/contracts/stream';
import { AppModule } from './app.module.js';
import type { Config } from './config.js';
import { serveDocs } from './ops/docs.js';
import { askedFor } from './http/fingerprint.js';
import { KeyedHashes } from './kernel/keyed-hashes.js';
import { requestSeconds } from './kernel/metrics.js';
import { Logger } from 'nestjs-pino';
import { serveWebsite } from './http/website.js';
import { Clock } from './kernel/clock.js';
import type { CourtlyRequest } from './http/request.js';
import { Sessions } from './identity/sessions.middleware.js';

const BODY_LIMIT = '100kb';

/** The pattern that served a request, such as /api/courts/:courtId: never the address itself, which holds ids. */
const routePattern = ({ route }: CourtlyRequest): string => (route as { path?: string } | undefined)?.path ?? 'none';

/** Pages load nothing from elsewhere and run nothing that is written into them; https is asked for where the address says so. */
const securityHeaders = ({ PUBLIC_URL }: Config): HelmetOptions => {
  const secure = PUBLIC_URL.startsWith('https:');
  const own = ["'self'"];
  const directives = {
    defaultSrc: own,
    imgSrc: [...own, 'data:', 'blob:'],
    styleSrc: own,
    fontSrc: own,
    frameAncestors: ["'none'"],
    upgradeInsecureRequests: secure ? [] : null,
  };
  return { contentSecurityPolicy: { directives }, strictTransportSecurity: secure };
};

/** The application, ready to listen: middleware in the order in which a request meets it. */
export const createApp = async (config: Config): Promise<NestExpressApplication> => {
  const app = await NestFactory.create<NestExpressApplication>(AppModule.with(config), {
    bodyParser: false,
    bufferLogs: true,
    abortOnError: false,
  });
  const clock = app.get(Clock);
  const server: Server = app.getHttpServer();
  const hashes = app.get(KeyedHashes);
  app.set('trust proxy', config.TRUST_PROXY);
  app.disable('x-powered-by');
  app.use((request: CourtlyRequest, response: Response, next: NextFunction) => {
    // A server that is closing waits for its connections: those that are kept alive under load would never end.
    if (!server.listening) response.setHeader('Connection', 'close');
    request.at = clock.instant();
    request.correlationId = v7();
    request.fingerprint = () => hashes.of('request', askedFor(request));
    response.setHeader('X-Request-Id', request.correlationId);
    const stop = requestSeconds.startTimer({ method: request.method });
    response.on('finish', () => stop({ route: routePattern(request), status: response.statusCode }));
    next();
  });
  app.use(helmet(securityHeaders(config)));
  // Server-sent events must not wait in a compressor's buffer.
  app.use(
    compression({
      filter: (request, response) => request.path !== STREAM_PATH && compression.filter(request, response),
    }),
  );
  app.useBodyParser('json', { limit: BODY_LIMIT });
  app.use('/api', app.get(Sessions).middleware);
  app.useLogger(app.get(Logger));
  if (config.ROLES.includes('api')) await serveDocs(app);
  if (config.ROLES.includes('api') && config.STATIC_FOLDER) serveWebsite(app, config.STATIC_FOLDER);
  app.enableShutdownHooks();
  return app;
};
