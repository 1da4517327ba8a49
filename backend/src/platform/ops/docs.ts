import type { NestExpressApplication } from '@nestjs/platform-express';
import type { OpenAPIObject } from '@nestjs/swagger';
import { operationRoutes } from '@courtly/contracts/operations';
import { routes } from '@courtly/contracts/routes';
import type { NextFunction, Request, Response } from 'express';
import { openApi } from '../http/openapi.js';

/** The page contains inline scripts and styles, which the policy of other pages forbids. */
const DOCS_POLICY =
  "default-src 'self'; img-src 'self' data:; script-src 'self' 'unsafe-inline'; style-src 'self' 'unsafe-inline'";

const { docs, docsDocument } = operationRoutes;

/** Serves the OpenAPI document and a page to try the API. */
export const serveDocs = async (application: NestExpressApplication): Promise<void> => {
  const { SwaggerModule } = await import('@nestjs/swagger');
  application.use(docs.path, (_request: Request, response: Response, next: NextFunction) => {
    response.setHeader('Content-Security-Policy', DOCS_POLICY);
    next();
  });
  SwaggerModule.setup(docs.path, application, openApi(routes) as unknown as OpenAPIObject, {
    jsonDocumentUrl: docsDocument.path,
    customSiteTitle: 'Courtly API',
  });
};
