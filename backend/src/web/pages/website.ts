import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { extname, join, resolve } from 'node:path';
import type { NestExpressApplication } from '@nestjs/platform-express';
import express, { type NextFunction, type Request, type Response } from 'express';
import { type Shell, shellPlaces } from '@courtly/contracts/pages';
import { SIGNED_IN_COOKIE } from '@courtly/contracts/signed-in-cookie';
import { escapeHtml } from '../../platform/http/escaped.js';
import { mapTags, withMeta } from './page-tags.js';
import { Pages, type ServedPage } from './pages.service.js';
import { type Manifest, preloadsOf } from './preloads.js';

const HASHED = /^\/assets\//;
const NO_PAGE = /^\/(?:api|assets|robots\.txt|sitemap\.xml)(?:\/|$)/;

/** The hashed files that lie compressed beside themselves, as `/assets/a.js`. */
const precompressed = (root: string): ReadonlySet<string> => {
  const assets = join(root, 'assets');
  const names = existsSync(assets) ? readdirSync(assets) : [];
  return new Set(
    names
      .filter((name) => name.endsWith('.br'))
      .map((name) => `/assets/${name.slice(0, -'.br'.length)}`),
  );
};

const ROOT = '<div id="root"></div>';

/** The HTML files of a folder by their names, `elite` for `elite.html`. */
const htmlIn = (folder: string): ReadonlyMap<string, string> => {
  const names = existsSync(folder)
    ? readdirSync(folder).filter((name) => name.endsWith('.html'))
    : [];
  return new Map(
    names.map((name) => [name.slice(0, -'.html'.length), readFileSync(join(folder, name), 'utf8')]),
  );
};

/** What stands in the page of a served address until its scripts take its place. */
const shellOf = (
  { address, court, tags }: ServedPage,
  shells: ReadonlyMap<string, string>,
): string => {
  const shell = (name: Shell) => shells.get(name) ?? '';
  const photo = tags.photo?.address ?? '';
  if (court) {
    const texts: Record<string, string> = {
      [shellPlaces.name]: court.name,
      [shellPlaces.description]: court.description,
      [shellPlaces.photo]: photo,
    };
    return shell(photo ? 'courtWithPhoto' : 'court').replace(/%[A-Z_]+%/g, (place) =>
      escapeHtml(texts[place] ?? place),
    );
  }
  if (address.kind !== 'public' || address.path !== '/courts') return shell('other');
  return photo
    ? shell('courtsWithPhoto').replaceAll(shellPlaces.photo, () => escapeHtml(photo))
    : shell('courts');
};

/** They show a visitor, and no choice that an address makes. */
const isPlainVisit = (request: Request): boolean =>
  !request.originalUrl.includes('?') && !request.get('Cookie')?.includes(`${SIGNED_IN_COOKIE}=1`);

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
  const firstViews = htmlIn(join(root, '.prerendered'));
  const shells = htmlIn(join(root, '.prerendered/shells'));
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
    const wanted =
      (request.method === 'GET' || request.method === 'HEAD') && !NO_PAGE.test(request.path);
    if (!wanted) return next();
    const isSearch = request.originalUrl.includes('?');
    pages
      .at(request.path, isSearch)
      .then((served) => {
        const { address, status, tags } = served;
        const links = [...mapTags(pages.mapStyle), ...preloadsOf(manifest, address, isSearch)];
        const page = withMeta(html, tags, pages.base, links);
        const firstView =
          address.kind === 'public' ? firstViews.get(address.path.slice(1) || 'home') : undefined;
        if (firstView) response.vary('Cookie');
        const content =
          firstView && isPlainVisit(request)
            ? `<div id="root" data-prerendered>${firstView}</div>`
            : `<div id="root">${shellOf(served, shells)}</div>`;
        const shown = page.replace(ROOT, () => content);
        response.status(status).setHeader('Cache-Control', 'no-cache').type('html').send(shown);
      })
      .catch(next);
  });
};
