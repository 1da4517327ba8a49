import { Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import type { NestExpressApplication } from '@nestjs/platform-express';
import type { OpenAPIObject } from '@nestjs/swagger';
import { operationRoutes } from '@courtly/contracts/operations';
import { routes } from '@courtly/contracts/routes';
import type { NextFunction, Request, RequestHandler, Response } from 'express';
import { entityTag } from '../http/encoded-json.js';
import { openApi } from '../http/openapi.js';

/** The page contains inline scripts and styles, which the policy of other pages forbids. */
const DOCS_POLICY =
  "default-src 'self'; img-src 'self' data:; script-src 'self' 'unsafe-inline'; style-src 'self' 'unsafe-inline'";

const { docs, docsDocument } = operationRoutes;

@Module({})
class DocsModule {}

/**
 * Swagger adds routes, which a started application ignores, so the docs use a separate empty
 * application.
 */
const createDocs = async (): Promise<RequestHandler> => {
  const { SwaggerModule } = await import('@nestjs/swagger');
  const docsApplication = await NestFactory.create<NestExpressApplication>(DocsModule);
  docsApplication.disable('x-powered-by');
  docsApplication.set('etag', entityTag);
  SwaggerModule.setup(docs.path, docsApplication, openApi(routes) as unknown as OpenAPIObject, {
    jsonDocumentUrl: docsDocument.path,
    customSiteTitle: 'Courtly API',
  });
  return docsApplication.getHttpAdapter().getInstance();
};

const isDocs = ({ path }: Request): boolean =>
  path === docs.path || path.startsWith(`${docs.path}/`) || path === docsDocument.path;

/** Serves the OpenAPI document and a page to try the API. The first request loads Swagger. */
export const serveDocs = (application: NestExpressApplication): void => {
  let loading: Promise<RequestHandler> | undefined;
  application.use(async (request: Request, response: Response, next: NextFunction) => {
    if (!isDocs(request)) return next();
    if (request.path !== docsDocument.path)
      response.setHeader('Content-Security-Policy', DOCS_POLICY);
    const handle = await (loading ??= createDocs());
    return handle(request, response, next);
  });
};
