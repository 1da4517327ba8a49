import { type PageTexts, type PublicPath, SITE_NAME, publicPages } from '@courtly/contracts/pages';
import { useLayoutEffect } from 'react';

type Public = { page: PublicPath };
type Shared = { texts: PageTexts; path: string; image?: string | undefined };
type Private = { title: string; description?: string };

/**
 * Title, description, social tags and canonical link of a page; React hoists them into the head.
 * Public pages pass `page`, shared pages (a court) pass their texts and path; all other pages are
 * not indexed.
 */
export function PageMeta(props: Public | Shared | Private) {
  const { title, description, path, indexed, type, image } = metaOf(props);
  useLayoutEffect(() => removeServedTags(path), [path]);
  // The server renders the tags of a prerendered page.
  if (typeof document === 'undefined') return null;
  const url = new URL(path, location.origin).href;
  return (
    <>
      <title>{title}</title>
      <meta name="description" content={description} />
      {!indexed && <meta name="robots" content="noindex" />}
      <link rel="canonical" href={url} />
      <meta property="og:title" content={title} />
      <meta property="og:description" content={description} />
      <meta property="og:type" content={type} />
      <meta property="og:url" content={url} />
      <meta property="og:site_name" content={SITE_NAME} />
      {image && <meta property="og:image" content={new URL(image, location.origin).href} />}
      <meta name="twitter:card" content={image ? 'summary_large_image' : 'summary'} />
    </>
  );
}

const metaOf = (props: Public | Shared | Private) => {
  if ('page' in props)
    return { ...publicPages[props.page], path: props.page, type: 'website', image: undefined };
  if ('texts' in props)
    return { ...props.texts, path: props.path, indexed: true, type: 'article', image: props.image };
  const { title, description = publicPages['/'].description } = props;
  const full = `${title} · ${SITE_NAME}`;
  return {
    title: full,
    description,
    path: location.pathname,
    indexed: false,
    type: 'website',
    image: undefined,
  };
};

/**
 * Removes server-rendered tags once the page renders its own. Structured data of the same path
 * stays until the next navigation.
 */
export const removeServedTags = (path: string): void => {
  for (const tag of document.head.querySelectorAll<HTMLElement>('[data-page-meta]'))
    if (tag.dataset['pageMeta'] !== path) tag.remove();
};
