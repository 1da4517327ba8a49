import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { chromium, expect } from '@playwright/test';

/**
 * The backend's copy, which it uses for photos.
 * @type {import('sharp').SharpConstructor}
 */
const sharp = createRequire(new URL('../../backend/package.json', import.meta.url))('sharp');

const QUALITY = 70;
const WIDEST = 1200;
const SHOWN_COURT = 'Mummy Mountain Clay';
const windows = [
  { width: 390, height: 844, deviceScaleFactor: 2 },
  { width: 820, height: 1180, deviceScaleFactor: 1 },
  { width: 1440, height: 900, deviceScaleFactor: 1 },
];
const themes = /** @type {const} */ (['light', 'dark']);

/** The pages to capture, optionally as a demo user. `:court` is replaced by the demo court. */
const pages = [
  { name: 'home', path: '/' },
  { name: 'courts', path: '/courts' },
  { name: 'court', path: '/courts/:court' },
  { name: 'how-it-works', path: '/how-it-works' },
  { name: 'elite', path: '/elite' },
  { name: 'bookings', path: '/bookings', as: 'pavel' },
  { name: 'profile', path: '/profile', as: 'pavel' },
  { name: 'rankings', path: '/rankings', as: 'pavel' },
  { name: 'host-home', path: '/', as: 'hana' },
  { name: 'calendar', path: '/owner/calendar', as: 'hana' },
  { name: 'analytics', path: '/owner/dashboard?tab=analytics', as: 'hana' },
  { name: 'availability', path: '/owner/availability', as: 'hana' },
];

/**
 * Captures the main pages of a demo Courtly at three widths and in both light and dark mode as
 * `<page>-<width>-<theme>.webp`.
 * @param {{ url: string, executablePath: string, folder: string }} setting
 * @returns {Promise<{ count: number, bytes: number }>}
 */
export async function takePictures({ url, executablePath, folder }) {
  mkdirSync(folder, { recursive: true });
  for (const file of readdirSync(folder)) if (file.endsWith('.webp')) rmSync(join(folder, file));
  const browser = await chromium.launch({
    executablePath,
    args: ['--no-sandbox', '--disable-gpu', '--no-first-run'],
  });
  let count = 0;
  let bytes = 0;
  try {
    for (const { width, height, deviceScaleFactor } of windows) {
      const context = await browser.newContext({
        baseURL: url,
        viewport: { width, height },
        deviceScaleFactor,
        reducedMotion: 'reduce',
        locale: 'en-US',
        timezoneId: 'America/Phoenix',
      });
      const page = await context.newPage();
      for (const { name, path, as } of pages) {
        await signIn(page, as);
        await page.goto(path.replace(':court', await shownCourt(page)));
        for (const colorScheme of themes) {
          await page.emulateMedia({ colorScheme });
          await settled(page);
          const picture = await asWebp(await page.screenshot());
          writeFileSync(join(folder, `${name}-${width}-${colorScheme}.webp`), picture);
          count += 1;
          bytes += picture.length;
        }
      }
      await context.close();
    }
  } finally {
    await browser.close();
  }
  return { count, bytes };
}

/** @param {Buffer} png */
const asWebp = (png) =>
  sharp(png)
    .resize({ width: WIDEST, withoutEnlargement: true })
    .webp({ quality: QUALITY })
    .toBuffer();

/**
 * @param {import('@playwright/test').Page} page
 * @param {string | undefined} username a demo user; signed out if omitted
 */
async function signIn(page, username) {
  await page.context().clearCookies();
  if (!username) return;
  const data = { email: `${username}@courtly.example`, password: 'courtly-demo' };
  await expect(await page.request.post('/api/auth/login', { data })).toBeOK();
}

/**
 * The id of the demo court, the same on every run.
 * @param {import('@playwright/test').Page} page
 */
async function shownCourt(page) {
  /** @type {{ id: string, name: string }[]} */
  const courts = await (await page.request.get('/api/courts')).json();
  const court = courts.find(({ name }) => name === SHOWN_COURT);
  if (!court) throw new Error(`The demo has no ${SHOWN_COURT}.`);
  return court.id;
}

/**
 * Waits for the page, its fonts and images.
 * @param {import('@playwright/test').Page} page
 */
async function settled(page) {
  await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1);
  await expect(page.locator('.animate-pulse, .animate-spin')).toHaveCount(0);
  await page.evaluate('document.fonts.ready');
  await page.waitForFunction(
    '[...document.images].every((image) => image.complete || image.loading === "lazy")',
  );
}
