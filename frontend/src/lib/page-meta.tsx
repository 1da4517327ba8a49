import { type PageTexts, type PublicPath, SITE_NAME, publicPages } from '@courtly/contracts/pages';
import { useLayoutEffect } from 'react';

type PublicMeta = { page: PublicPath };
type SharedMeta = { texts: PageTexts; path: string; image?: string | undefined };
type PrivateMeta = { title: string; description?: string };

/**
 * Title, description, social tags, and canonical link, which React moves to the head. Only public
 * pages (`page`) and shared pages (their texts and path) are indexed.
 */
export function PageMeta(metaProps: PublicMeta | SharedMeta | PrivateMeta) {
  const { title, description, path, indexed, type, image } = resolveMeta(metaProps);
  useLayoutEffect(() => removeServedTags(path), [path]);
  // The server renders the tags of a prerendered page.
  if (typeof document === 'undefined') return null;
  const canonicalUrl = new URL(path, location.origin).href;
  return (
    <>
      <title>{title}</title>
      <meta name="description" content={description} />
      {!indexed && <meta name="robots" content="noindex" />}
      <link rel="canonical" href={canonicalUrl} />
      <meta property="og:title" content={title} />
      <meta property="og:description" content={description} />
      <meta property="og:type" content={type} />
      <meta property="og:url" content={canonicalUrl} />
      <meta property="og:site_name" content={SITE_NAME} />
      {image && <meta property="og:image" content={new URL(image, location.origin).href} />}
      <meta name="twitter:card" content={image ? 'summary_large_image' : 'summary'} />
    </>
  );
}

const resolveMeta = (metaProps: PublicMeta | SharedMeta | PrivateMeta) => {
  if ('page' in metaProps)
    return {
      ...publicPages[metaProps.page],
      path: metaProps.page,
      type: 'website',
      image: undefined,
    };
  if ('texts' in metaProps)
    return {
      ...metaProps.texts,
      path: metaProps.path,
      indexed: true,
      type: 'article',
      image: metaProps.image,
    };
  const { title, description = publicPages['/'].description } = metaProps;
  const fullTitle = `${title} · ${SITE_NAME}`;
  return {
    title: fullTitle,
    description,
    path: location.pathname,
    indexed: false,
    type: 'website',
    image: undefined,
  };
};

/**
 * Removes the server-rendered tags once the page renders its tags. Structured data for the same
 * path stays until the next navigation.
 */
export const removeServedTags = (path: string): void => {
  for (const metaTag of document.head.querySelectorAll<HTMLElement>('[data-page-meta]'))
    if (metaTag.dataset['pageMeta'] !== path) metaTag.remove();
};
