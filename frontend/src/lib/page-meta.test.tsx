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

describe('the tags of a page', () => {
  it('of everybody are those that the server and the sitemap have too', () => {
    render(<PageMeta page="/courts" />);
    expect(document.title).toBe(publicPages['/courts'].title);
    expect(content('meta[name=description]')).toBe(publicPages['/courts'].description);
    expect(canonical()).toBe(`${location.origin}/courts`);
    expect(content('meta[name=robots]')).toBeUndefined();
  });

  it('of a court show its first photo', () => {
    render(<PageMeta texts={texts} path="/courts/c1" image="/api/photos/courts/c1/a.webp" />);
    expect(document.title).toBe(texts.title);
    expect(content('meta[property="og:image"]')).toBe(
      `${location.origin}/api/photos/courts/c1/a.webp`,
    );
    expect(content('meta[name="twitter:card"]')).toBe('summary_large_image');
    expect(canonical()).toBe(`${location.origin}/courts/c1`);
  });

  it('of one person keep it out of search engines', () => {
    render(<PageMeta title="Bookings" />);
    expect(document.title).toBe('Bookings · Courtly');
    expect(content('meta[name=robots]')).toBe('noindex');
  });

  it('that is public but in no sitemap do so too', () => {
    render(<PageMeta page="/login" />);
    expect(content('meta[name=robots]')).toBe('noindex');
  });
});

describe('the tags that the server wrote', () => {
  const served = `<title data-page-meta>Served</title><meta name="description" content="served" data-page-meta>
    <script type="application/ld+json" data-page-meta="/courts/c1">{}</script>`;

  it('give way to those of the page, except what describes this very address to machines', () => {
    document.head.innerHTML = served;
    const { rerender } = render(<PageMeta texts={texts} path="/courts/c1" />);
    expect(document.title).toBe(texts.title);
    expect(document.head.querySelectorAll('meta[name=description]')).toHaveLength(1);
    expect(document.head.querySelector('script')).not.toBeNull();
    rerender(<PageMeta page="/courts" />);
    expect(document.head.querySelector('script')).toBeNull();
  });
});
