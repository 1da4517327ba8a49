import type { NestExpressApplication } from '@nestjs/platform-express';
import type { OpenAPIObject } from '@nestjs/swagger';
import { routes } from '@courtly/contracts/routes';
import type { NextFunction, Request, Response } from 'express';
import { openApi } from '../http/openapi.js';

/** The page's own scripts and styles are written into it, which the policy of every other page forbids. */
const POLICY =
  "default-src 'self'; img-src 'self' data:; script-src 'self' 'unsafe-inline'; style-src 'self' 'unsafe-inline'";

/** Serves the contract as OpenAPI: a page to try it at /api/docs, the document at /api/docs-json. */
export const serveDocs = async (app: NestExpressApplication): Promise<void> => {
  const { SwaggerModule } = await import('@nestjs/swagger');
  app.use('/api/docs', (_request: Request, response: Response, next: NextFunction) => {
    response.setHeader('Content-Security-Policy', POLICY);
    next();
  });
  SwaggerModule.setup('api/docs', app, openApi(routes) as unknown as OpenAPIObject, {
    customSiteTitle: 'Courtly: the contract',
  });
};
