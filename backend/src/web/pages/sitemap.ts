import { publicPages } from '@courtly/contracts/pages';
import type { Route } from '@courtly/contracts/route';
import { routes } from '@courtly/contracts/routes';
import { escapeHtml } from '../../platform/http/escaped.js';

/** The start of a path, up to its first parameter. */
const prefixOf = ({ path }: Route): string => path.replace(/:.*/, '');

const allowedPaths = Object.values<Route>(routes)
  .filter(({ robots }) => robots)
  .map(prefixOf);

/**
 * The API has no pages, but robots need the courts and photos that pages load, and other programs
 * also obey these rules. Private pages are marked `noindex`, which robots must be able to read.
 */
export const robotsText = (siteOrigin: string): string => `User-agent: *
Disallow: /api/
${allowedPaths.map((path) => `Allow: ${path}\n`).join('')}
Sitemap: ${siteOrigin}/sitemap.xml
`;

/**
 * The sitemap of the public pages and the given courts. It has no modification dates, because they
 * are unknown.
 */
export const sitemapXml = (siteOrigin: string, courtIds: readonly string[]): string => {
  const indexedPages = Object.entries(publicPages).filter(([, page]) => page.indexed);
  const indexedPaths = [
    ...indexedPages.map(([path]) => path),
    ...courtIds.map((courtId) => `/courts/${encodeURIComponent(courtId)}`),
  ];
  const urlEntries = indexedPaths.map(
    (path) => `  <url><loc>${escapeHtml(siteOrigin + path)}</loc></url>\n`,
  );
  return `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${urlEntries.join('')}</urlset>\n`;
};
