import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import type { CourtDetail } from '@courtly/contracts/courts';
import express from 'express';
import { CourtQueries } from '../../booking/courts/courts.queries.js';
import { type Courtly, type Member, startCourtly } from '../../../testing/courtly.js';
import { photo } from '../../../testing/photos.js';
import { Pages } from './pages.service.js';

const BASE = 'http://courtly.example';
const folder = mkdtempSync(join(tmpdir(), 'courtly-website-'));
/**
 * Longer than any read takes on a busy machine, so the content never depends on the machine's
 * speed.
 */
const PATIENCE_MS = 60_000;
let courtly: Courtly;
let host: Member;
let listedCourt: CourtDetail;
let hiddenCourt: CourtDetail;

beforeAll(async () => {
  mkdirSync(join(folder, '.vite'));
  writeFileSync(join(folder, '.vite/manifest.json'), '{}');
  writeFileSync(
    join(folder, 'index.html'),
    '<html><head><meta charset="utf-8"><title data-page-meta>Courtly</title><style>p{}</style></head><body><div id="root"></div></body></html>',
  );
  mkdirSync(join(folder, '.prerendered/shells'), { recursive: true });
  writeFileSync(
    join(folder, '.prerendered/elite.html'),
    "<h1>The court, before the crowd, $199 $& $'</h1>",
  );
  writeFileSync(join(folder, '.prerendered/login.html'), '<h1>Sign in</h1>');
  writeFileSync(join(folder, '.prerendered/shells/other.html'), '<p>Loading, $&</p>');
  writeFileSync(join(folder, '.prerendered/shells/courts.html'), '<h1>Private courts</h1>');
  writeFileSync(
    join(folder, '.prerendered/shells/courtsWithPhoto.html'),
    '<img src="%COURT_PHOTO%">',
  );
  writeFileSync(
    join(folder, '.prerendered/shells/court.html'),
    '<h1>%COURT_NAME%</h1><p>%COURT_DESCRIPTION%</p>',
  );
  writeFileSync(
    join(folder, '.prerendered/shells/courtWithPhoto.html'),
    '<img src="%COURT_PHOTO%"><h1>%COURT_NAME%</h1><p>%COURT_DESCRIPTION%</p>',
  );
  courtly = await startCourtly({ STATIC_FOLDER: folder, PUBLIC_URL: BASE });
  courtly.app.get(Pages, { strict: false }).patienceMs = PATIENCE_MS;
  host = await courtly.register('owner');
  listedCourt = await courtly.court(host, {
    name: 'Camelback & Sons',
    latitude: '33.531234',
    longitude: '-111.943210',
  });
  hiddenCourt = await courtly.court(host, { name: 'Closed Court' });
  const { headers } = await host.agent
    .patch(`/api/courts/${hiddenCourt.id}/status`)
    .send({ isActive: false })
    .expect(200);
  await courtly
    .visitor()
    .get('/api/courts')
    .set('Courtly-After', headers['courtly-position']!)
    .expect(200);
});

afterAll(async () => {
  await courtly?.stop();
  rmSync(folder, { recursive: true });
});

it('serves API calls without the middleware of the website', async () => {
  const steps = jest.spyOn(express.Router.prototype as { handle(): void }, 'handle');
  const stepsOf = async (path: string) => {
    steps.mockClear();
    await courtly.visitor().get(path).expect(200);
    return steps.mock.calls.length;
  };
  const callSteps = await stepsOf('/api/courts');
  expect(await stepsOf('/elite')).toBe(callSteps + 1);
  steps.mockRestore();
});

const page = async (path: string, status = 200) => {
  const response = await courtly.visitor().get(path).set('Host', 'evil.test').expect(status);
  expect(response.get('Content-Type')).toMatch(/^text\/html/);
  expect(response.get('Cache-Control')).toBe('no-cache');
  return response.text;
};

describe('a page that is the same for every visitor', () => {
  const FIRST_VIEW = `<div id="root" data-prerendered><h1>The court, before the crowd, $199 $& $'</h1></div>`;
  const SHELL = '<div id="root"><p>Loading, $&</p></div>';

  it('contains its first view before any script runs', async () => {
    const response = await courtly.visitor().get('/elite').expect(200);
    expect(response.text).toContain(FIRST_VIEW);
    expect(response.get('Vary')).toContain('Cookie');
    expect(await page('/')).toContain(SHELL);
  });

  it('allows its own styles by their hash, and no others', async () => {
    const policy = (await courtly.visitor().get('/elite').expect(200)).get(
      'Content-Security-Policy',
    );
    expect(policy).toMatch(
      /style-src 'self' 'sha256-gG2yISYereRMiG2lMXrbiUgi0Ubw9p7QCeWcroOvy9Y=';/,
    );
    expect(policy).toMatch(/script-src 'self';/);
  });

  it('leaves the view to scripts for members and for addresses with a query', async () => {
    const member = await courtly
      .visitor()
      .get('/elite')
      .set('Cookie', 'courtly_signed_in=1')
      .expect(200);
    expect(member.text).toContain(SHELL);
    expect(await page('/elite?success=true')).toContain(SHELL);
  });

  it('shows the view only at the exact path, not at aliases or in other spellings', async () => {
    expect(await page('/login')).toContain('<h1>Sign in</h1>');
    expect(await page('/auth')).toContain(SHELL);
    expect(await page('/Login/')).toContain(SHELL);
  });

  it('shows an illustrated court in link previews', async () => {
    expect(await page('/elite')).toContain(`property="og:image" content="${BASE}/social/clay.png"`);
    expect(await page(`/courts/${listedCourt.id}`)).toContain(
      `property="og:image" content="${BASE}/social/hard.png"`,
    );
  });
});

describe('the page of a court', () => {
  it('shows its content without scripts', async () => {
    const html = await page(`/courts/${listedCourt.id}`);
    expect(html).toContain(
      '<title data-page-meta>Camelback &amp; Sons, Paradise Valley · Courtly</title>',
    );
    expect(html).toContain('content="Private hard court in Paradise Valley, $300 an hour.');
    expect(html).toContain(`rel="canonical" href="${BASE}/courts/${listedCourt.id}"`);
    expect(html).not.toContain('noindex');
  });

  it('has structured data with the street and a position accurate to about a kilometer', async () => {
    const html = await page(`/courts/${listedCourt.id}`);
    const [, block] = /ld\+json"[^>]*>(.*?)<\/script>/.exec(html)!;
    expect(JSON.parse(block!)).toMatchObject({
      '@type': 'SportsActivityLocation',
      name: 'Camelback & Sons',
      address: { streetAddress: 'E Horseshoe Ln', addressLocality: 'Paradise Valley' },
      geo: { latitude: 33.53, longitude: -111.94 },
    });
    expect(html).not.toMatch(/8412|33\.531|111\.943/);
  });

  it('has one canonical address, no matter which one is requested', async () => {
    expect(await page(`/court/${listedCourt.id}`)).toContain(
      `rel="canonical" href="${BASE}/courts/${listedCourt.id}"`,
    );
  });

  it.each([
    ['hidden', () => hiddenCourt.id],
    ['unknown', () => 'nosuchcourt'],
  ])('that is %s returns 404 without details', async (_what, id) => {
    const html = await page(`/courts/${id()}`, 404);
    expect(html).toContain('noindex');
    expect(html).not.toMatch(/Closed Court|ld\+json|as="fetch"/);
  });

  it('is served without details if the read model is too slow', async () => {
    const pages = courtly.app.get(Pages, { strict: false });
    const slow = jest.spyOn(courtly.app.get(CourtQueries, { strict: false }), 'showCourt');
    slow.mockReturnValue(new Promise(() => {}));
    pages.patienceMs = 1;
    try {
      expect(await page(`/courts/${listedCourt.id}`)).toContain(
        `rel="canonical" href="${BASE}/courts/${listedCourt.id}"`,
      );
    } finally {
      pages.patienceMs = PATIENCE_MS;
      slow.mockRestore();
    }
  });

  it('is served without details if the read model is down', async () => {
    const broken = jest.spyOn(courtly.app.get(CourtQueries, { strict: false }), 'showCourt');
    broken.mockRejectedValue(new Error('away'));
    try {
      const html = await page(`/courts/${listedCourt.id}`);
      expect(html).toContain(
        '<title data-page-meta>Courtly: private tennis courts for the elite</title>',
      );
      expect(html).not.toContain('noindex');
      expect(await page(`/court/${listedCourt.id}`)).toContain(
        `rel="canonical" href="${BASE}/courts/${listedCourt.id}"`,
      );
    } finally {
      broken.mockRestore();
    }
  });
});

describe('the first view of a page', () => {
  it('shows the heading of the list of courts before any script runs', async () => {
    for (const path of ['/courts', '/explore', '/courts?city=Scottsdale'])
      expect(await page(path)).toContain('<div id="root"><h1>Private courts</h1></div>');
  });

  it("shows a court's name above its description, escaped for HTML and replacement patterns", async () => {
    const namedCourt = await courtly.court(host, {
      name: `<b>A&B</b> $& "court"`,
      description: '%COURT_NAME% <i>$1</i>',
    });
    expect(await page(`/courts/${namedCourt.id}`)).toContain(
      '<div id="root"><h1>&lt;b&gt;A&amp;B&lt;/b&gt; $&amp; &quot;court&quot;</h1>' +
        '<p>%COURT_NAME% &lt;i&gt;$1&lt;/i&gt;</p></div>',
    );
  });

  it('shows the photo of the first court in the list, if it has one', async () => {
    const queries = courtly.app.get(CourtQueries, { strict: false });
    const first = jest.spyOn(queries, 'firstPhoto').mockResolvedValue('/api/photos/"a".webp');
    try {
      const html = await page('/courts');
      expect(html).toContain('<div id="root"><img src="/api/photos/&quot;a&quot;.webp"></div>');
      expect(html).toContain(
        '<link rel="preload" as="image" fetchpriority="high" href="/api/photos/&quot;a&quot;.webp"',
      );
      expect(await page('/courts?sort=price')).not.toContain('as="image"');
      expect(await page('/courts?sort=price')).toContain(
        '<div id="root"><h1>Private courts</h1></div>',
      );
      first.mockRejectedValue(new Error('away'));
      expect(await page('/courts')).toContain('<div id="root"><h1>Private courts</h1></div>');
    } finally {
      first.mockRestore();
    }
  });

  it('shows the photo of the newest visible court', async () => {
    const fields = {
      location: 'Scottsdale',
      address: '1 Photo Road',
      surfaceType: 'hard',
      hourlyRate: '100.00',
    };
    const listing = host.agent.post('/api/courts').field({ name: 'Photo Court', ...fields });
    const { body } = await listing.attach('photos', await photo({}), 'a.jpg').expect(201);
    const { id, photos } = body as CourtDetail;
    const shownTo = async (isActive: boolean) => {
      const { headers } = await host.agent
        .patch(`/api/courts/${id}/status`)
        .send({ isActive })
        .expect(200);
      await courtly
        .visitor()
        .get('/api/courts')
        .set('Courtly-After', headers['courtly-position']!)
        .expect(200);
      return page('/courts');
    };
    expect(await shownTo(false)).not.toContain('as="image"');
    expect(await shownTo(true)).toContain(`<div id="root"><img src="${photos[0]!}"></div>`);
    await shownTo(false);
  });

  it("shows a court's name below its first photo", async () => {
    const show = jest.spyOn(courtly.app.get(CourtQueries, { strict: false }), 'showCourt');
    show.mockResolvedValue({
      ...listedCourt,
      name: 'All %COURT_PHOTO%',
      description: '',
      photos: ['/api/photos/a.webp', '/api/photos/b.webp'],
    });
    try {
      expect(await page(`/courts/${listedCourt.id}`)).toContain(
        '<div id="root"><img src="/api/photos/a.webp"><h1>All %COURT_PHOTO%</h1><p></p></div>',
      );
    } finally {
      show.mockRestore();
    }
  });

  it('never shows a hidden court', async () =>
    expect(await page(`/courts/${hiddenCourt.id}`, 404)).toContain(
      '<div id="root"><p>Loading, $&</p></div>',
    ));
});

describe('any other page', () => {
  it('that is public has its own title, and its other addresses point to it', async () => {
    for (const path of ['/courts', '/explore', '/luxury']) {
      const html = await page(path);
      expect(html).toContain('<title data-page-meta>Private courts · Courtly</title>');
      expect(html).toContain(`rel="canonical" href="${BASE}/courts"`);
    }
  });

  it('that is private is served, but kept out of search engines', async () => {
    for (const path of ['/bookings', '/courts/new', '/profile'])
      expect(await page(path)).toContain('noindex');
  });

  it('that does not exist returns 404', async () => {
    for (const path of ['/nonsense', '/index.html', '/%E0%A4%A'])
      expect(await page(path, 404)).toContain('noindex');
  });

  it('is not an API response', async () => {
    await courtly.visitor().get('/api/nothing').expect(404).expect('Content-Type', /json/);
    await courtly.visitor().get('/assets/nothing.js').expect(404).expect('Content-Type', /json/);
    await courtly.visitor().post('/courts').expect(404).expect('Content-Type', /json/);
  });
});

describe('robots.txt and the sitemap', () => {
  it('list public pages and visible courts', async () => {
    const response = await courtly
      .visitor()
      .get('/sitemap.xml')
      .expect(200)
      .expect('Content-Type', /^application\/xml/);
    expect(response.get('Cache-Control')).toBe('public, max-age=3600');
    const listed = [...(response.text ?? String(response.body)).matchAll(/<loc>(.*?)<\/loc>/g)].map(
      ([, path]) => path,
    );
    expect(listed).toEqual(
      expect.arrayContaining([`${BASE}/`, `${BASE}/courts`, `${BASE}/courts/${listedCourt.id}`]),
    );
    for (const path of [`/courts/${hiddenCourt.id}`, '/login', '/bookings'])
      expect(listed).not.toContain(BASE + path);
  });

  it('exclude the API and link to the sitemap', async () => {
    const { text } = await courtly
      .visitor()
      .get('/robots.txt')
      .expect(200)
      .expect('Content-Type', /^text\/plain/);
    expect(text).toMatch(/^User-agent: \*\nDisallow: \/api\/\n/);
    expect(text).toContain(`Sitemap: ${BASE}/sitemap.xml\n`);
  });
});
