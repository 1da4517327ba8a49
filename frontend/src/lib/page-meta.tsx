const TITLE = 'Courtly: private tennis courts for the elite';
const DESCRIPTION =
  'Book luxury tennis and pickleball courts in private estates. An invite-only network, launching in Paradise Valley and Scottsdale.';

type Props = { title?: string; description?: string; path?: string; type?: 'website' | 'article' | 'profile' };

/** Title, description, social tags and canonical link of a page. React lifts them into the head. */
export function PageMeta({ title, description = DESCRIPTION, path = location.pathname, type = 'website' }: Props) {
  const full = title ? `${title} · Courtly` : TITLE;
  const url = `${location.origin}${path}`;
  return (
    <>
      <title>{full}</title>
      <meta name="description" content={description} />
      <link rel="canonical" href={url} />
      <meta property="og:title" content={full} />
      <meta property="og:description" content={description} />
      <meta property="og:type" content={type} />
      <meta property="og:url" content={url} />
      <meta property="og:site_name" content="Courtly" />
      <meta name="twitter:card" content="summary" />
    </>
  );
}
