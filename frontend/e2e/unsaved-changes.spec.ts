import type { Page } from '@playwright/test';
import { expect, test } from './journey';
import { goBy, heading } from './steps';

/** Answers the next question of the browser, and says what it asked. */
const answerNext = (page: Page, leave: boolean): Promise<string> =>
  new Promise((resolve) =>
    page.once('dialog', (dialog) => {
      resolve(dialog.message());
      void (leave ? dialog.accept() : dialog.dismiss());
    }),
  );

test('a member who changed something is asked before Back, or a link, loses it', async ({ join }) => {
  const { page } = await join('Bela');
  await page.goto('/profile');
  await page.getByRole('link', { name: 'Edit Profile' }).click();
  await expect(heading(page, 'Edit Profile')).toBeVisible();
  const city = page.getByLabel('Home city');
  await city.fill('Tempe');

  const atBack = answerNext(page, false);
  await page.goBack();
  expect(await atBack).toContain('What you changed is lost.');
  await expect(page).toHaveURL('/profile/edit');
  await expect(city).toHaveValue('Tempe');
  const atLink = answerNext(page, false);
  await goBy(page, 'Explore');
  expect(await atLink).toContain('What you changed is lost.');
  await expect(page).toHaveURL('/profile/edit');
  await expect(city).toHaveValue('Tempe');
  const atReload = answerNext(page, false);
  await page.evaluate(() => setTimeout(() => location.reload()));
  await atReload;
  await expect(city).toHaveValue('Tempe');

  const left = answerNext(page, true);
  await page.goBack();
  await left;
  await expect(page).toHaveURL('/profile');
  await page.goForward();
  await expect(city).toHaveValue('');
});

test('a host who goes back from a court half written down is asked first', async ({ join }) => {
  const { page } = await join('Hollis', 'owner');
  await page.goto('/owner/dashboard');
  await page.getByRole('main').getByRole('link', { name: 'Calendar' }).click();
  await page.getByRole('link', { name: 'List Your Court' }).click();
  await page.getByLabel('Court name').fill('Half a court');
  const asked = answerNext(page, false);
  await page.goBack();
  await asked;
  await expect(page.getByLabel('Court name')).toHaveValue('Half a court');
  const left = answerNext(page, true);
  await page.goBack();
  await left;
  await expect(heading(page, 'Calendar')).toBeVisible();
});
