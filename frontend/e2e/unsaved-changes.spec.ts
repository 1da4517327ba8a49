import type { Page } from '@playwright/test';
import { expect, test } from './journey';
import { openFilters, pageHeading } from './steps';

const question = (page: Page) => page.getByRole('dialog', { name: 'Leave without saving?' });
const answer = async (page: Page, button: 'Keep Editing' | 'Discard Changes') => {
  await question(page).getByRole('button', { name: button }).click();
  await expect(question(page)).toHaveCount(0);
};
/** On unload, the browser shows a prompt. Dismissing it keeps the page open. */
const stayAtReload = async (page: Page) => {
  const dialogText = new Promise<string>((resolve) =>
    page.once('dialog', (dialog) => {
      resolve(dialog.type());
      void dialog.dismiss();
    }),
  );
  await page.evaluate(() => setTimeout(() => location.reload()));
  expect(await dialogText).toBe('beforeunload');
};

test('a user with unsaved changes is asked before leaving by Back or a link', async ({ join }) => {
  const { page } = await join('Bela');
  await page.goto('/profile');
  await page.getByRole('link', { name: 'Edit Profile' }).click();
  await expect(pageHeading(page, 'Edit Profile')).toBeVisible();
  const city = page.getByLabel('Home city');
  await city.fill('Tempe');

  await page.goBack();
  await expect(question(page)).toContainText('Your changes will be lost.');
  await answer(page, 'Keep Editing');
  await expect(page).toHaveURL('/profile/edit');
  await expect(city).toHaveValue('Tempe');
  await page
    .getByRole('link', { name: /^Explore/ })
    .locator('visible=true')
    .first()
    .click();
  await answer(page, 'Keep Editing');
  await expect(page).toHaveURL('/profile/edit');
  await expect(city).toHaveValue('Tempe');
  await stayAtReload(page);
  await expect(city).toHaveValue('Tempe');

  await page.goBack();
  await answer(page, 'Discard Changes');
  await expect(page).toHaveURL('/profile');
  await page.goForward();
  await expect(city).toHaveValue('');
});

test('a host with an unfinished court form is asked before going back', async ({ join }) => {
  const { page } = await join('Hollis', 'owner');
  await page.goto('/owner/dashboard');
  await page.getByRole('main').getByRole('link', { name: 'Calendar' }).click();
  await page.getByRole('link', { name: 'List Your Court' }).click();
  await page.getByLabel('Court name').fill('Half a court');
  await page.goBack();
  await answer(page, 'Keep Editing');
  await expect(page.getByLabel('Court name')).toHaveValue('Half a court');
  await page.goBack();
  await answer(page, 'Discard Changes');
  await expect(pageHeading(page, 'Calendar')).toBeVisible();
});

test('Back closes a dialog before it leaves the page', async ({ arrive }) => {
  const { page } = await arrive();
  await page.goto('/how-it-works');
  await page
    .getByRole('link', { name: /^Explore/ })
    .locator('visible=true')
    .first()
    .click();
  await expect(page).toHaveURL('/courts');
  const filters = await openFilters(page);
  await filters.getByLabel('Maximum $ per hour').fill('90');
  await page.goBack();
  await answer(page, 'Keep Editing');
  await expect(filters.getByLabel('Maximum $ per hour')).toHaveValue('90');
  await page.goBack();
  await answer(page, 'Discard Changes');
  await expect(filters).toHaveCount(0);
  await expect(page).toHaveURL('/courts');
  await openFilters(page);
  await page.goBack();
  await expect(filters).toHaveCount(0);
  await page.goBack();
  await expect(page).toHaveURL('/how-it-works');
});
