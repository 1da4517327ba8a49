import { publicPages } from '@courtly/contracts/pages';
import { escapeHtml } from '../../platform/http/escaped.js';

/**
 * The API is no page, but robots that run the pages need what these show: the courts and their photos. Pages of one person
 * say `noindex` themselves, which takes reading them.
 */
export const robotsText = (siteOrigin: string): string => `User-agent: *
Disallow: /api/
Allow: /api/courts
Allow: /api/photos/

Sitemap: ${siteOrigin}/sitemap.xml
`;

/** The sitemap of the public pages and of the courts with these ids. When a page last changed is not known, so it is not told. */
export const sitemapXml = (siteOrigin: string, courtIds: readonly string[]): string => {
  const isIndexed = Object.entries(publicPages).filter(([, page]) => page.indexed);
  const indexedPaths = [
    ...isIndexed.map(([path]) => path),
    ...courtIds.map((courtId) => `/courts/${encodeURIComponent(courtId)}`),
  ];
  const urlEntries = indexedPaths.map(
    (path) => `  <url><loc>${escapeHtml(siteOrigin + path)}</loc></url>\n`,
  );
  return `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${urlEntries.join('')}</urlset>\n`;
};
