import { publicPages } from '@courtly/contracts/pages';
import { afterEach, describe, expect, it } from '@jest/globals';
import { render } from '@testing-library/react';
import { PageMeta } from './page-meta';

const content = (selector: string) =>
  document.head.querySelector(selector)?.getAttribute('content');
const canonical = () => document.head.querySelector('link[rel=canonical]')?.getAttribute('href');
const texts = {
  title: 'Camelback Court, Scottsdale · Courtly',
  description: 'Private clay court.',
};

afterEach(() => document.head.replaceChildren());

describe('PageMeta', () => {
  it('uses the metadata that the server and the sitemap share for a public page', () => {
    render(<PageMeta page="/courts" />);
    expect(document.title).toBe(publicPages['/courts'].title);
    expect(content('meta[name=description]')).toBe(publicPages['/courts'].description);
    expect(canonical()).toBe(`${location.origin}/courts`);
    expect(content('meta[name=robots]')).toBeUndefined();
  });

  it('uses the first photo of a court as the preview image', () => {
    render(<PageMeta texts={texts} path="/courts/c1" image="/api/photos/courts/c1/a.webp" />);
    expect(document.title).toBe(texts.title);
    expect(content('meta[property="og:image"]')).toBe(
      `${location.origin}/api/photos/courts/c1/a.webp`,
    );
    expect(content('meta[name="twitter:card"]')).toBe('summary_large_image');
    expect(canonical()).toBe(`${location.origin}/courts/c1`);
  });

  it('excludes a private page from search engines', () => {
    render(<PageMeta title="Bookings" />);
    expect(document.title).toBe('Bookings · Courtly');
    expect(content('meta[name=robots]')).toBe('noindex');
  });

  it('excludes a public page that the sitemap omits from search engines', () => {
    render(<PageMeta page="/login" />);
    expect(content('meta[name=robots]')).toBe('noindex');
  });
});

describe('server-rendered tags', () => {
  const served = `<title data-page-meta>Served</title><meta name="description" content="served" data-page-meta>
    <script type="application/ld+json" data-page-meta="/courts/c1">{}</script>`;

  it('disappear once the page sets its own, except for structured data of the same path', () => {
    document.head.innerHTML = served;
    const { rerender } = render(<PageMeta texts={texts} path="/courts/c1" />);
    expect(document.title).toBe(texts.title);
    expect(document.head.querySelectorAll('meta[name=description]')).toHaveLength(1);
    expect(document.head.querySelector('script')).not.toBeNull();
    rerender(<PageMeta page="/courts" />);
    expect(document.head.querySelector('script')).toBeNull();
  });
});
