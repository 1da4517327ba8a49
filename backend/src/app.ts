import type { NestExpressApplication } from '@nestjs/platform-express';
import { NestFactory } from '@nestjs/core';
import compression from 'compression';
import type { NextFunction, Response } from 'express';
import helmet from 'helmet';
import { v7 } from 'uuid';
import { AppModule } from './app.module.js';
import type { Config } from './config.js';
import { Clock } from './kernel/clock.js';
import type { CourtlyRequest } from './http/request.js';

const BODY_LIMIT = '100kb';

/** The application, ready to listen: middleware in the order in which a request meets it. */
export const createApp = async (config: Config): Promise<NestExpressApplication> => {
  const app = await NestFactory.create<NestExpressApplication>(AppModule.with(config), {
    bodyParser: false,
    bufferLogs: true,
  });
  const clock = app.get(Clock);
  app.set('trust proxy', config.TRUST_PROXY);
  app.disable('x-powered-by');
  app.use((request: CourtlyRequest, response: Response, next: NextFunction) => {
    request.at = clock.instant();
    request.correlationId = v7();
    response.setHeader('X-Request-Id', request.correlationId);
    next();
  });
  app.use(helmet());
  app.use(compression());
  app.useBodyParser('json', { limit: BODY_LIMIT });
  app.enableShutdownHooks();
  return app;
};
