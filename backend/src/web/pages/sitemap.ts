import { publicPages } from '@courtly/contracts/pages';
import { escapeHtml } from '../../platform/http/escaped.js';

/**
 * The API contains no pages, but robots need the courts and photos that pages load from it. Private
 * pages are marked `noindex`, which robots must be able to read.
 */
export const robotsText = (siteOrigin: string): string => `User-agent: *
Disallow: /api/
Allow: /api/courts
Allow: /api/photos/

Sitemap: ${siteOrigin}/sitemap.xml
`;

/**
 * The sitemap of the public pages and the given courts, without modification dates, which are
 * unknown.
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
