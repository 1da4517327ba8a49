import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { extname, join, resolve } from 'node:path';
import type { NestExpressApplication } from '@nestjs/platform-express';
import express, { type NextFunction, type Request, type Response } from 'express';
import { withMeta } from './page-tags.js';
import { Pages } from './pages.service.js';
import { type Manifest, preloadsOf } from './preloads.js';

const HASHED = /^\/assets\//;
const NO_PAGE = /^\/(?:api|assets|robots\.txt|sitemap\.xml)(?:\/|$)/;

/** The hashed files that lie compressed beside themselves, as `/assets/a.js`. */
const precompressed = (root: string): ReadonlySet<string> => {
  const assets = join(root, 'assets');
  const names = existsSync(assets) ? readdirSync(assets) : [];
  return new Set(names.filter((name) => name.endsWith('.br')).map((name) => `/assets/${name.slice(0, -'.br'.length)}`));
};

/**
 * Serves the built application: files with a hash in their name for ever, the page itself fresh. Every address that is not
 * the API's shows the page, which knows its own routes; its head already tells what the address shows.
 */
export const serveWebsite = (app: NestExpressApplication, folder: string): void => {
  const root = resolve(folder);
  const html = readFileSync(join(root, 'index.html'), 'utf8');
  const manifest = JSON.parse(readFileSync(join(root, '.vite/manifest.json'), 'utf8')) as Manifest;
  const pages = app.get(Pages, { strict: false });

  const immutable = (response: Response, path: string) =>
    response.setHeader(
      'Cache-Control',
      HASHED.test(path.slice(root.length)) ? 'public, max-age=31536000, immutable' : 'no-cache',
    );
  const compressed = precompressed(root);
  app.use((request: Request, response: Response, next: NextFunction) => {
    if (compressed.has(request.path)) {
      response.vary('Accept-Encoding');
      if (request.acceptsEncodings('br')) {
        response.type(extname(request.path)).setHeader('Content-Encoding', 'br');
        request.url = `${request.path}.br`;
      }
    }
    next();
  });
  const files = express.static(root, { index: false, setHeaders: immutable });
  app.use((request: Request, response: Response, next: NextFunction) => {
    // The bare page is no address of the website, and no call of the API is worth a look at the disk.
    const isFile = request.path !== '/index.html' && !request.path.startsWith('/api/');
    return isFile ? files(request, response, next) : next();
  });

  app.use((request: Request, response: Response, next: NextFunction) => {
    const wanted = (request.method === 'GET' || request.method === 'HEAD') && !NO_PAGE.test(request.path);
    if (!wanted) return next();
    pages
      .at(request.path)
      .then(({ address, status, tags }) => {
        const page = withMeta(html, tags, pages.base, preloadsOf(manifest, address));
        response.status(status).setHeader('Cache-Control', 'no-cache').type('html').send(page);
      })
      .catch(next);
  });
};
