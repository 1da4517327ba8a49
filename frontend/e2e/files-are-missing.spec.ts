import type { Page } from '@playwright/test';
import { PASSWORD, newPerson } from './api';
import { expect, test } from './journey';
import { pageHeading, toastWith } from './steps';

/** Other projects create courts with the same name. */
const inList = (page: Page, { id }: { id: string }) => page.locator(`main a[href="/courts/${id}"]`);

/** Console messages about missing scripts. Playwright doesn't read Firefox's console errors. */
const notLoaded = [
  /dynamically imported module/,
  /^error: Loading module from/,
  /^NS_ERROR_CORRUPTED_CONTENT GET/,
  /^console: LoadError: /,
];

test('a page that fails to load shows an error below the header and recovers when the network returns', async ({
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
  await expect(pageHeading(page, "This page didn't load")).toBeFocused();
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible();
  await context.setOffline(false);
  await expect(pageHeading(page, court.name)).toBeVisible();
});

test('a tab from before a release reloads at its destination', async ({
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
  await expect(pageHeading(page, court.name)).toBeVisible();
  expect(isReleased).toBe(true);
});

test('a page with a missing chunk shows an error and reloads on retry', async ({
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
  await expect(pageHeading(page, "This page didn't load")).toBeFocused();
  expect(loads).toBe(0);
  await page.unrouteAll();
  await page.getByRole('button', { name: 'Try Again' }).click();
  await expect(pageHeading(page, court.name)).toBeVisible();
});

test('a page whose entry script fails says so, and loads on the next try', async ({
  arrive,
  expected,
}) => {
  expected.push(/^404 GET \/assets\/index-/, ...notLoaded);
  const { page } = await arrive();
  await page.route('**/assets/index-*.js', (route) => route.fulfill({ status: 404 }));
  await page.goto('/courts');
  await expect(page.getByRole('alert')).toContainText("Courtly didn't load.");
  await page.unrouteAll();
  await page.getByRole('link', { name: 'try again' }).click();
  await expect(pageHeading(page, 'Private courts')).toBeVisible();
  await expect(page.getByText("Courtly didn't load.")).toBeHidden();
});

test('a part that is missing after a release keeps the text on the page', async ({
  join,
  expected,
}) => {
  expected.push(/^404 GET \/assets\/delete-account-dialog-/, ...notLoaded);
  const { page } = await join('Quinn');
  await page.goto('/profile?tab=settings');
  await page.route('**/assets/delete-account-dialog-*.js', (route) =>
    route.fulfill({ status: 404 }),
  );
  await page.route(/\/$/, (route) =>
    route.fulfill({
      contentType: 'text/html',
      body: '<script type="module" src="/assets/index-new.js"></script>',
    }),
  );
  await page.getByRole('button', { name: 'Change Password' }).click();
  const newPassword = page.getByLabel('New password', { exact: true });
  await newPassword.fill('clay-court-rally-2');
  await page.getByRole('button', { name: 'Delete Account' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Try Again' }).click();
  const dialog = page.getByRole('dialog', { name: 'Reload the page to continue' });
  await dialog.getByRole('button', { name: 'Close' }).click();
  await expect(newPassword).toHaveValue('clay-court-rally-2');
});

test('a form whose checks fail to load sends nothing, and can be sent later', async ({
  arrive,
  expected,
  browserName,
}) => {
  // Playwright shows the reported error without its message.
  expected.push(/^404 GET \/assets\/repeated-password-schema-/, /^error: $/, ...notLoaded);
  const { page, api } = await arrive();
  await page.route('**/assets/repeated-password-schema-*.js', (route) =>
    route.fulfill({ status: 404 }),
  );
  await page.goto('/register');
  const visitor = newPerson('Odile');
  const createAccount = async () => {
    await page.getByLabel('First name').fill('Odile');
    await page.getByLabel('Last name').fill('Journey');
    await page.getByLabel('Username').fill(visitor.username);
    await page.getByLabel('Email').fill(visitor.email);
    await page.getByLabel('Phone').fill(visitor.phone);
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await page.getByRole('button', { name: 'Create Account' }).click();
  };
  await createAccount();
  await expect(toastWith(page, 'Not sent')).toBeVisible();
  await page.unrouteAll();
  if (browserName === 'firefox') {
    // This version of Firefox remembers failed imports until the page is reloaded.
    await page.reload();
    await createAccount();
  } else await page.getByRole('button', { name: 'Create Account' }).click();
  await expect(page).not.toHaveURL(/register/);
  expect(await api.me()).toMatchObject({ firstName: 'Odile' });
});

test('opening a court from the list focuses its heading', async ({ host, arrive }) => {
  const { court } = await host('Tesota Court');
  const { page } = await arrive();
  await page.goto('/courts?search=Tesota');
  await inList(page, court).click();
  await expect(pageHeading(page, court.name)).toBeFocused();
});
