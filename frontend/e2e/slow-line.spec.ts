import type { Page } from '@playwright/test';
import { PASSWORD, newPerson } from './api';
import { expect, test } from './journey';
import { PLAY_DAY, courtCard, followLink, pageHeading } from './steps';

/** Delays all responses until they are released, as a very slow connection would. */
const holdBack = async (page: Page): Promise<() => void> => {
  let go = () => {};
  const released = new Promise<void>((resolve) => (go = resolve));
  await page.route(/\/(assets|api)\//, async (route) => {
    await released;
    await route.continue();
  });
  return go;
};

/** A loading indicator. */
const waiting = (page: Page) =>
  page.locator('.animate-pulse, .animate-spin').locator('visible=true').first();

test('court and bookings pages show a loading indicator on a slow connection', async ({
  host,
  player,
}) => {
  const owner = await host('Sotol Court');
  const { page, api } = await player('Jutta');
  const [slot] = await owner.api.slots(owner.court.id, PLAY_DAY);
  await api.book(owner.court.id, slot!);
  await page.goto('/notices/preferences');
  await expect(page.getByRole('switch').first()).toBeVisible();
  await expect(waiting(page)).toHaveCount(0);
  const go = await holdBack(page);
  await followLink(page, 'My Bookings');
  await expect(waiting(page)).toBeVisible();
  go();
  await expect(courtCard(page, owner.court)).toBeVisible();
  await expect(waiting(page)).toHaveCount(0);

  const goOn = await holdBack(page);
  await courtCard(page, owner.court).getByRole('link', { name: owner.court.name }).click();
  await expect(waiting(page)).toBeVisible();
  goOn();
  await expect(pageHeading(page, owner.court.name)).toBeVisible();
});

test('a reloaded page shows its layout while its data loads', async ({ host, player }) => {
  const owner = await host('Beargrass Court');
  const { page, api } = await player('Karin');
  const [slot] = await owner.api.slots(owner.court.id, PLAY_DAY);
  await api.book(owner.court.id, slot!);
  let go = () => {};
  const released = new Promise<void>((resolve) => (go = resolve));
  await page.route(/\/api\/bookings/, async (route) => {
    await released;
    await route.continue();
  });
  await page.goto('/bookings');
  await expect(pageHeading(page, 'Your Upcoming Experiences')).toBeVisible();
  await expect(page.getByRole('status', { name: 'Loading your bookings' })).toBeVisible();
  await expect(waiting(page)).toBeVisible();
  go();
  await expect(courtCard(page, owner.court)).toBeVisible();
});

test('a visitor registers on a page whose scripts have not loaded yet', async ({ arrive }) => {
  const { page, api } = await arrive();
  const go = await holdBack(page);
  await page.goto('/register', { waitUntil: 'commit' });
  const visitor = newPerson('Ines');
  await page.getByLabel('First name').fill('Ines');
  await page.getByLabel('Last name').fill('Journey');
  await page.getByLabel('Username').fill(visitor.username);
  await page.getByLabel('Email').fill(visitor.email);
  await page.getByLabel('Phone').fill(visitor.phone);
  await page.getByRole('radio', { name: 'Become a host' }).check();
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Create Account' }).click();
  go();
  await expect(page).not.toHaveURL(/register/);
  expect(await api.me()).toMatchObject({ firstName: 'Ines', role: 'owner' });
});
