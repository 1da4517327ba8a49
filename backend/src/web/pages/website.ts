import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { extname, join, resolve } from 'node:path';
import type { NestExpressApplication } from '@nestjs/platform-express';
import express, { type NextFunction, type Request, type Response } from 'express';
import { type Shell, shellPlaces } from '@courtly/contracts/pages';
import { SIGNED_IN_COOKIE } from '@courtly/contracts/signed-in-cookie';
import { escapeHtml } from '../../platform/http/escaped.js';
import { mapTags, withMeta } from './page-tags.js';
import { entityTag } from '../../platform/http/encoded-json.js';
import { isPage } from '../../platform/http/request.js';
import { KeptAssets } from './kept-assets.service.js';
import { Pages, type ServedPage } from './pages.service.js';
import { type Manifest, preloadsOf } from './preloads.js';

const HASHED_FILE = /^\/assets\//;
const NON_PAGE_PATH = /^\/(?:api|assets|robots\.txt|sitemap\.xml)(?:\/|$)/;

/** The hashed files that have a precompressed copy, such as `/assets/a.js`. */
const precompressed = (distFolder: string): ReadonlySet<string> => {
  const assetFolder = join(distFolder, 'assets');
  const names = existsSync(assetFolder) ? readdirSync(assetFolder) : [];
  return new Set(
    names
      .filter((name) => name.endsWith('.br'))
      .map((name) => `/assets/${name.slice(0, -'.br'.length)}`),
  );
};

const ROOT_ELEMENT = '<div id="root"></div>';

/** The HTML files of a folder by name: `elite` for `elite.html`. */
const readShells = (folder: string): ReadonlyMap<string, string> => {
  const names = existsSync(folder)
    ? readdirSync(folder).filter((name) => name.endsWith('.html'))
    : [];
  return new Map(
    names.map((name) => [name.slice(0, -'.html'.length), readFileSync(join(folder, name), 'utf8')]),
  );
};

/** The content that a page shows until its scripts run. */
const shellFor = ({ address, court, tags }: ServedPage, shellHtml: ReadonlyMap<string, string>) => {
  const shellTemplate = (name: Shell) => shellHtml.get(name) ?? '';
  const photoAddress = tags.photo?.address ?? '';
  if (court) {
    const shellTexts: Record<string, string> = {
      [shellPlaces.name]: court.name,
      [shellPlaces.description]: court.description,
      [shellPlaces.photo]: photoAddress,
    };
    return shellTemplate(photoAddress ? 'courtWithPhoto' : 'court').replace(
      /%[A-Z_]+%/g,
      (placeholder) => escapeHtml(shellTexts[placeholder] ?? placeholder),
    );
  }
  if (address.kind !== 'public' || address.path !== '/courts') return shellTemplate('other');
  return photoAddress
    ? shellTemplate('courtsWithPhoto').replaceAll(shellPlaces.photo, () => escapeHtml(photoAddress))
    : shellTemplate('courts');
};

/**
 * A first view shows what a visitor sees only at the exact path: not with a query, at an alias, or
 * in another spelling.
 */
const isPlainVisit = (request: Request, path: string): boolean =>
  request.originalUrl === path && !request.get('Cookie')?.includes(`${SIGNED_IN_COOKIE}=1`);

/**
 * Serves the built website. Hashed files are cached forever, pages never. Every path outside the
 * API gets a page with its own head; the website's router does the rest.
 */
export const serveWebsite = (application: NestExpressApplication, folder: string): void => {
  const distFolder = resolve(folder);
  const pageHtml = readFileSync(join(distFolder, 'index.html'), 'utf8');
  const viteManifest = JSON.parse(
    readFileSync(join(distFolder, '.vite/manifest.json'), 'utf8'),
  ) as Manifest;
  const pages = application.get(Pages, { strict: false });

  const immutable = (response: Response, path: string) =>
    response.setHeader(
      'Cache-Control',
      HASHED_FILE.test(path.slice(distFolder.length))
        ? 'public, max-age=31536000, immutable'
        : 'no-cache',
    );
  const compressed = precompressed(distFolder);
  const firstViews = readShells(join(distFolder, '.prerendered'));
  const shellHtml = readShells(join(distFolder, '.prerendered/shells'));
  const website = express.Router();
  // API calls skip all of these steps.
  application.use((request: Request, response: Response, next: NextFunction) =>
    isPage(request.path) ? website(request, response, next) : next(),
  );
  website.use((request: Request, response: Response, next: NextFunction) => {
    if (compressed.has(request.path)) {
      response.vary('Accept-Encoding');
      if (request.acceptsEncodings('br')) {
        response.type(extname(request.path)).setHeader('Content-Encoding', 'br');
        request.url = `${request.path}.br`;
      }
    }
    next();
  });
  const staticFiles = express.static(distFolder, { index: false, setHeaders: immutable });
  // `index.html` is a file, not the path of a page.
  website.use((request: Request, response: Response, next: NextFunction) =>
    request.path === '/index.html' ? next() : staticFiles(request, response, next),
  );
  website.use(application.get(KeptAssets, { strict: false }).middleware);
  website.use((request: Request, response: Response, next: NextFunction) => {
    const isPageRequest =
      (request.method === 'GET' || request.method === 'HEAD') && !NON_PAGE_PATH.test(request.path);
    if (!isPageRequest) return next();
    const isSearch = request.originalUrl.includes('?');
    pages
      .pageAt(request.path, isSearch)
      .then((servedPage) => {
        const { address, status, tags } = servedPage;
        const preloadLinks = [
          ...mapTags(pages.mapStyle),
          ...preloadsOf(viteManifest, address, isSearch),
        ];
        const renderedPage = withMeta(pageHtml, tags, pages.base, preloadLinks);
        const pagePath = address.kind === 'public' ? address.path : undefined;
        const firstView = pagePath && firstViews.get(pagePath.slice(1) || 'home');
        if (firstView) response.vary('Cookie');
        const pageContent =
          firstView && isPlainVisit(request, pagePath)
            ? `<div id="root" data-prerendered>${firstView}</div>`
            : `<div id="root">${shellFor(servedPage, shellHtml)}</div>`;
        const shownPage = renderedPage.replace(ROOT_ELEMENT, () => pageContent);
        response
          .status(status)
          .setHeader('Cache-Control', 'no-cache')
          .setHeader('ETag', entityTag(shownPage))
          .type('html')
          .send(shownPage);
      })
      .catch(next);
  });
};
