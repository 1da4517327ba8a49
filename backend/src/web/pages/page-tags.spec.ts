import { describe, expect, it } from '@jest/globals';
import { type PageTags, mapTags, withMeta } from './page-tags.js';

const base = 'https://courtly.example';
const html = `<!doctype html>
<html lang="en">
  <head>
    <script src="/assets/theme-1.js"></script>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width" />
    <title data-page-meta>Before</title>
    <meta
      data-page-meta
      name="description"
      content="Before > after"
    />
    <link rel="icon" href="/mark.svg" />
  </head>
  <body></body>
</html>`;
const tags: PageTags = {
  title: 'Private courts',
  description: 'By the hour.',
  path: '/courts',
  indexed: true,
};

describe('the head of a served page', () => {
  it("preloads the page's first photo before anything else, in the size that is used", () => {
    const photo = { address: '/api/photos/a.webp', shown: 'card' } as const;
    expect(withMeta(html, { ...tags, photo }, base)).toMatch(
      /<meta name="viewport"[^>]+>\s+<link rel="preload" as="image" fetchpriority="high" href="\/api\/photos\/a\.webp" imagesrcset="\/api\/photos\/a\.webp\?width=800 800w, \/api\/photos\/a\.webp 2000w" imagesizes="\(min-width: 40rem\) 24rem, 100vw" \/>/,
    );
    expect(withMeta(html, tags, base)).not.toContain('as="image"');
  });

  it("contains the page's tags instead of the marked ones and keeps the others", () => {
    const page = withMeta(html, tags, base);
    expect(page).not.toContain('Before');
    expect(page.match(/<title/g)).toHaveLength(1);
    expect(page.match(/name="description"/g)).toHaveLength(1);
    for (const tag of [
      '<title data-page-meta>Private courts</title>',
      '<meta data-page-meta name="description" content="By the hour." />',
      '<link data-page-meta rel="canonical" href="https://courtly.example/courts" />',
      '<meta data-page-meta property="og:url" content="https://courtly.example/courts" />',
      '<meta data-page-meta property="og:type" content="website" />',
      '<meta data-page-meta name="twitter:card" content="summary_large_image" />',
      '<meta name="viewport" content="width=device-width" />',
      '<link rel="icon" href="/mark.svg" />',
    ])
      expect(page).toContain(tag);
    expect(page).not.toMatch(/robots|ld\+json/);
    expect(page).toContain('property="og:image" content="https://courtly.example/social/clay.png"');
  });

  it('can be written twice with the same result', () => {
    const once = withMeta(html, { ...tags, data: { name: 'a' } }, base);
    expect(withMeta(once, { ...tags, data: { name: 'a' } }, base)).toBe(once);
  });

  it('keeps private pages out of search engines', () => {
    expect(withMeta(html, { ...tags, indexed: false }, base)).toContain(
      'name="robots" content="noindex"',
    );
  });

  it("shows the page's own image, if any", () => {
    const page = withMeta(html, { ...tags, image: '/api/photos/courts/a/b.webp' }, base);
    expect(page).toContain(
      'property="og:image" content="https://courtly.example/api/photos/courts/a/b.webp"',
    );
    expect(page).toContain('name="twitter:card" content="summary_large_image"');
  });

  it('escapes every text', () => {
    const text = `</title><script>alert("1")</script> & 'more' $& $1`;
    const page = withMeta(
      html,
      { ...tags, title: text, description: text, path: '/"><script>' },
      base,
    );
    expect(page).not.toContain('<script>');
    expect(page).toContain(
      '<title data-page-meta>&lt;/title&gt;&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt; &amp; &#39;more&#39; $&amp; $1</title>',
    );
  });

  it('escapes data that would end its script element', () => {
    const data = { name: '</script><script>alert(1)</script><!--' };
    const page = withMeta(html, { ...tags, data }, base);
    const [, block] =
      /<script type="application\/ld\+json" data-page-meta="\/courts">(.*?)<\/script>/.exec(page)!;
    expect(block).not.toContain('<');
    expect(JSON.parse(block!)).toEqual(data);
  });

  it('ends with links to the files that the page will need', () => {
    const page = withMeta(html, tags, base, ['<link rel="modulepreload" href="/assets/a.js" />']);
    expect(page).toMatch(/<link rel="modulepreload" href="\/assets\/a.js" \/>\n {2}<\/head>/);
  });

  it('names the configured map style, if any', () => {
    expect(mapTags(undefined)).toEqual([]);
    expect(mapTags('https://maps.example/style.json?a=1&key="2"')).toEqual([
      '<meta name="courtly:map-style" content="https://maps.example/style.json?a=1&amp;key=&quot;2&quot;" />',
    ]);
  });
});
