import { join, resolve } from 'node:path';
import type { NestExpressApplication } from '@nestjs/platform-express';
import express, { type NextFunction, type Request, type Response } from 'express';

const HASHED = /^\/assets\//;

/**
 * Serves the built application: files with a hash in their name for ever, the page itself fresh. Every address that is not
 * the API's shows the page, which knows its own routes.
 */
export const serveWebsite = (app: NestExpressApplication, folder: string): void => {
  const root = resolve(folder);
  const immutable = (response: Response, path: string) =>
    response.setHeader(
      'Cache-Control',
      HASHED.test(path.slice(root.length)) ? 'public, max-age=31536000, immutable' : 'no-cache',
    );
  app.use(express.static(root, { index: 'index.html', setHeaders: immutable }));
  app.use((request: Request, response: Response, next: NextFunction) => {
    const page = request.method === 'GET' && !/^\/(api|metrics|assets)(\/|$)/.test(request.path);
    if (page) response.setHeader('Cache-Control', 'no-cache').sendFile(join(root, 'index.html'));
    else next();
  });
};
