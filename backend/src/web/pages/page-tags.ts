import { SITE_NAME } from '@courtly/contracts/pages';
import { escapeHtml } from '../../platform/http/escaped.js';
import { photoSrcSet, photoWidths } from '@courtly/contracts/photo-sizes';

/**
 * The head of a served page. `path` is its canonical path; `data` describes it to machines
 * (schema.org); `photo` is its first photo and the photo's width.
 */
export type PageTags = Readonly<{
  title: string;
  description: string;
  path: string;
  indexed: boolean;
  type?: 'website' | 'article';
  image?: string | undefined;
  data?: object;
  photo?: Readonly<{ address: string; shown: keyof typeof photoWidths }> | undefined;
}>;

/** JSON for a script element, escaped so that no text in it can end the element. */
const dataBlock = (data: object): string => JSON.stringify(data).replaceAll('<', '\\u003c');

const servedTagPattern =
  /(?:\n {0,40})?<(title|meta|link|script)\b[^>]*\sdata-page-meta\b[^>]*>(?:[^<]*<\/\1>)?/g;

const attributes = (attributeValues: Record<string, string>): string =>
  Object.entries(attributeValues)
    .map(([name, value]) => `${name}="${escapeHtml(value)}"`)
    .join(' ');

const metaTag = (name: string, tagContent: string): string => {
  const attributeName = name.startsWith('og:') ? 'property' : 'name';
  return `<meta data-page-meta ${attributes({ [attributeName]: name, content: tagContent })} />`;
};

/** Names the map style for the website, which otherwise draws its own map. */
export const mapTags = (mapStyle: string | undefined): string[] =>
  mapStyle ? [`<meta ${attributes({ name: 'courtly:map-style', content: mapStyle })} />`] : [];

/** The link preview image of pages that have none themselves. */
const SITE_PICTURE = '/social/clay.png';

const preloadOf = ({ address, shown: shownPhoto }: NonNullable<PageTags['photo']>): string => {
  const sizes = { imagesrcset: photoSrcSet(address), imagesizes: photoWidths[shownPhoto] };
  return `<link ${attributes({ rel: 'preload', as: 'image', fetchpriority: 'high', href: address, ...sizes })} />`;
};

const tagsOf = (
  siteOrigin: string,
  {
    title,
    description,
    path,
    indexed,
    type = 'website',
    image = SITE_PICTURE,
    data,
    photo,
  }: PageTags,
) => {
  const canonicalUrl = siteOrigin + path;
  const headTags: (string | false | undefined)[] = [
    // It comes before the styles, so that it loads in parallel, and after the viewport, which
    // determines its size.
    photo && preloadOf(photo),
    `<title data-page-meta>${escapeHtml(title)}</title>`,
    metaTag('description', description),
    !indexed && metaTag('robots', 'noindex'),
    `<link data-page-meta ${attributes({ rel: 'canonical', href: canonicalUrl })} />`,
    metaTag('og:title', title),
    metaTag('og:description', description),
    metaTag('og:type', type),
    metaTag('og:url', canonicalUrl),
    metaTag('og:site_name', SITE_NAME),
    metaTag('og:image', siteOrigin + image),
    metaTag('twitter:card', 'summary_large_image'),
    data &&
      `<script type="application/ld+json" ${attributes({ 'data-page-meta': path })}>${dataBlock(data)}</script>`,
  ];
  return headTags.filter((tagText) => typeof tagText === 'string');
};

/**
 * Inserts the tags at the start of a page's head, replaces those marked `data-page-meta`, and adds
 * links at the end. `siteOrigin` is the site's origin.
 */
export const withMeta = (
  pageHtml: string,
  pageTags: PageTags,
  siteOrigin: string,
  headLinks: readonly string[] = [],
): string =>
  pageHtml
    .replace(servedTagPattern, '')
    .replace(/<meta charset[^>]*>(?:\s{0,40}<meta name="viewport"[^>]*>)?/, (firstTags) =>
      [firstTags, ...tagsOf(siteOrigin, pageTags)].join('\n    '),
    )
    .replace(
      /(?:\n {0,40})?<\/head>/,
      () => `\n${headLinks.map((headLink) => `    ${headLink}\n`).join('')}  </head>`,
    );
