import { SITE_NAME } from '@courtly/contracts/pages';
import { escapeHtml } from '../../platform/http/escaped.js';
import { photoSrcSet, photoWidths } from '@courtly/contracts/photo-sizes';

/**
 * The head of a served page. `path` is its canonical address; `data` describes it to machines
 * (schema.org); `photo` is its first photo with its width.
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

/** JSON for a script element, escaped so that no text can end it. */
const dataBlock = (data: object): string => JSON.stringify(data).replaceAll('<', '\\u003c');

const served =
  /(?:\n {0,40})?<(title|meta|link|script)\b[^>]*\sdata-page-meta\b[^>]*>(?:[^<]*<\/\1>)?/g;

const attributes = (values: Record<string, string>): string =>
  Object.entries(values)
    .map(([name, value]) => `${name}="${escapeHtml(value)}"`)
    .join(' ');

const meta = (name: string, content: string): string => {
  const kind = name.startsWith('og:') ? 'property' : 'name';
  return `<meta data-page-meta ${attributes({ [kind]: name, content })} />`;
};

/** Names the map style for the website, which draws its own map without one. */
export const mapTags = (style: string | undefined): string[] =>
  style ? [`<meta ${attributes({ name: 'courtly:map-style', content: style })} />`] : [];

/** The link preview of pages without their own image. */
const SITE_PICTURE = '/social/clay.png';

const preloadOf = ({ address, shown }: NonNullable<PageTags['photo']>): string => {
  const sizes = { imagesrcset: photoSrcSet(address), imagesizes: photoWidths[shown] };
  return `<link ${attributes({ rel: 'preload', as: 'image', fetchpriority: 'high', href: address, ...sizes })} />`;
};

const tagsOf = (
  base: string,
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
  const url = base + path;
  const tags: (string | false | undefined)[] = [
    // Before the styles, so it loads in parallel; after the viewport, which determines its size.
    photo && preloadOf(photo),
    `<title data-page-meta>${escapeHtml(title)}</title>`,
    meta('description', description),
    !indexed && meta('robots', 'noindex'),
    `<link data-page-meta ${attributes({ rel: 'canonical', href: url })} />`,
    meta('og:title', title),
    meta('og:description', description),
    meta('og:type', type),
    meta('og:url', url),
    meta('og:site_name', SITE_NAME),
    meta('og:image', base + image),
    meta('twitter:card', 'summary_large_image'),
    data &&
      `<script type="application/ld+json" ${attributes({ 'data-page-meta': path })}>${dataBlock(data)}</script>`,
  ];
  return tags.filter((tag) => typeof tag === 'string');
};

/**
 * Inserts the tags at the start of a page's head, replaces those marked `data-page-meta`, and adds
 * links at the end. `base` is the site's origin.
 */
export const withMeta = (
  html: string,
  tags: PageTags,
  base: string,
  links: readonly string[] = [],
): string =>
  html
    .replace(served, '')
    .replace(/<meta charset[^>]*>(?:\s{0,40}<meta name="viewport"[^>]*>)?/, (first) =>
      [first, ...tagsOf(base, tags)].join('\n    '),
    )
    .replace(
      /(?:\n {0,40})?<\/head>/,
      () => `\n${links.map((link) => `    ${link}\n`).join('')}  </head>`,
    );
