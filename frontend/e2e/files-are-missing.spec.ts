import type { Page } from '@playwright/test';
import { expect, test } from './journey';
import { heading } from './steps';

/** Courts of the same name are listed by those who walk this on another screen. */
const inList = (page: Page, { id }: { id: string }) => page.locator(`main a[href="/courts/${id}"]`);

/** What the page says about a script that did not come; Playwright does not read Firefox's errors in the console. */
const notLoaded = [
  /dynamically imported module/,
  /^error: Loading module from/,
  /^NS_ERROR_CORRUPTED_CONTENT GET/,
  /^console: Error$/,
];

test('a page that cannot be fetched says so below the header, and comes once the network is back', async ({
  host,
  arrive,
  expected,
}) => {
  expected.push(/^offline /, ...notLoaded);
  const { court } = await host('Boojum Court');
  const { context, page } = await arrive();
  await page.goto('/courts?search=Boojum');
  const link = inList(page, court);
  await expect(link).toBeVisible();
  await context.setOffline(true);
  await link.click();
  await expect(heading(page, "This page didn't load")).toBeFocused();
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible();
  await context.setOffline(false);
  await expect(heading(page, court.name)).toBeVisible();
});

test('a tab from before a release loads the new one where it was going', async ({
  host,
  arrive,
  expected,
}) => {
  expected.push(/^404 GET \/assets\/court-page-/, ...notLoaded);
  const { court } = await host('Agarita Court');
  const { page } = await arrive();
  await page.goto('/courts?search=Agarita');
  const link = inList(page, court);
  await expect(link).toBeVisible();
  let isReleased = false;
  await page.route('**/assets/court-page-*.js', (route) =>
    isReleased ? route.continue() : route.fulfill({ status: 404 }),
  );
  await page.route(/\/$/, (route) => {
    isReleased = true;
    return route.fulfill({
      contentType: 'text/html',
      body: '<script type="module" src="/assets/index-new.js"></script>',
    });
  });
  const reload = page.waitForEvent('load');
  await link.click();
  await reload;
  await expect(heading(page, court.name)).toBeVisible();
  expect(isReleased).toBe(true);
});

test('a page whose file is gone says so, and is loaded anew by whoever tries again', async ({
  host,
  arrive,
  expected,
}) => {
  expected.push(/^404 GET \/assets\/court-page-/, ...notLoaded);
  const { court } = await host('Jojoba Court');
  const { page } = await arrive();
  await page.goto('/courts?search=Jojoba');
  const link = inList(page, court);
  await expect(link).toBeVisible();
  let loads = 0;
  page.on('load', () => (loads += 1));
  await page.route('**/assets/court-page-*.js', (route) => route.fulfill({ status: 404 }));
  await link.click();
  await expect(heading(page, "This page didn't load")).toBeFocused();
  expect(loads).toBe(0);
  await page.unrouteAll();
  await page.getByRole('button', { name: 'Try Again' }).click();
  await expect(heading(page, court.name)).toBeVisible();
});

test('a court that is opened from the list has the focus on its heading', async ({
  host,
  arrive,
}) => {
  const { court } = await host('Tesota Court');
  const { page } = await arrive();
  await page.goto('/courts?search=Tesota');
  await inList(page, court).click();
  await expect(heading(page, court.name)).toBeFocused();
});
