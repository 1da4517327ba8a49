import { expect, test } from './journey';
import {
  followLink,
  openFilters,
  openSearchPart,
  pageHeading,
  searchPlace,
  showCourts,
} from './steps';

test('a visitor browses from the home page to a court and back', async ({ arrive }) => {
  const { page } = await arrive();
  await page.goto('/');
  await expect(pageHeading(page, 'Where the Elite Play Tennis')).toBeVisible();
  await page.getByRole('link', { name: 'Browse Courts' }).first().click();
  await expect(pageHeading(page, 'Private courts')).toBeVisible();

  await searchPlace(page, 'palm');
  const sheet = await openFilters(page);
  await sheet.getByRole('radio', { name: 'Clay Court' }).check();
  await sheet.getByLabel('Maximum $ per hour').fill('270');
  await sheet.getByRole('button', { name: 'Apply' }).click();
  await expect(page).toHaveURL('/courts?search=palm&surface=clay&maxRate=270');
  await expect(page.getByRole('status').filter({ hasText: '1 court' })).toBeVisible();
  await page.getByRole('link', { name: 'Ocean Breeze Clay', exact: true }).click();

  await expect(pageHeading(page, 'Ocean Breeze Clay')).toBeVisible();
  await expect(
    page
      .getByRole('tabpanel', { name: /^Reviews/ })
      .getByRole('listitem')
      .first(),
  ).toContainText('of 5');
  await page.getByRole('tab', { name: 'Location' }).click();
  await expect(page.getByRole('tabpanel').getByText('Seabreeze Ave')).toBeVisible();
  await page.keyboard.press('ArrowRight');
  await expect(page.getByRole('tab', { name: 'Policies' })).toBeFocused();
  await expect(page.getByText('The host reviews each request before confirming it.')).toBeVisible();

  await page.goBack();
  await expect(page).toHaveURL('/courts?search=palm&surface=clay&maxRate=270');
  await expect(page.getByRole('link', { name: 'Mummy Mountain Clay', exact: true })).toHaveCount(0);
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await expect(page).toHaveURL('/courts');
  const more = page.getByRole('button', { name: 'Load more courts' });
  const oneOfTheFirst = page.getByRole('link', { name: 'Mummy Mountain Clay', exact: true });
  await expect(async () => {
    if (await more.isEnabled({ timeout: 500 }).catch(() => false)) await more.click();
    await expect(oneOfTheFirst).toBeVisible({ timeout: 500 });
  }).toPass();
  await page.goBack();
  await expect(pageHeading(page, 'Where the Elite Play Tennis')).toBeVisible();
});

test('a visitor searches from the home page', async ({ arrive }) => {
  const { page } = await arrive();
  await page.goto('/');
  const sports = await openSearchPart(page, 'Sport');
  await sports.getByRole('radio', { name: 'Pickleball' }).check();
  await showCourts(page);
  // The sheet on the phone applies the search itself.
  const button = page.getByRole('button', { name: 'Search', exact: true });
  if (await button.isVisible()) await button.click();
  await expect(page).toHaveURL('/courts?sport=pickleball');
  await expect(page.getByRole('link', { name: 'Pinnacle Pickleball', exact: true })).toBeVisible();
  await page.goBack();
  await expect(pageHeading(page, 'Where the Elite Play Tennis')).toBeVisible();
});

test('a visitor whose filters match nothing sees which filter was dropped', async ({ arrive }) => {
  const { page } = await arrive();
  await page.goto('/courts?surface=grass&maxRate=10');
  await expect(
    page.getByText(/No court matches all filters\. Without “up to \$10”: \d+ courts?\./),
  ).toBeVisible();
});

test('a visitor on an unknown page finds the way back', async ({ arrive, expected }) => {
  expected.push(/^404 GET \/no\/such\/page$/, /^404 GET (\/api)?\/courts\/nowhere$/);
  const { page } = await arrive();
  await page.goto('/no/such/page');
  await expect(pageHeading(page, 'Page Not Found')).toBeVisible();
  await page.goto('/courts/nowhere');
  await expect(pageHeading(page, 'Court Not Found')).toBeVisible();

  await followLink(page, 'Sign In');
  await expect(pageHeading(page, 'Sign in')).toBeVisible();
  await page.getByRole('button', { name: 'Sign In' }).click();
  await expect(page.getByText('Please enter a valid email')).toBeVisible();
  await expect(page.getByText('Password must be at least 6 characters')).toBeVisible();
});

test('a visitor is asked to sign in before seeing a page that requires it', async ({ arrive }) => {
  const { page } = await arrive();
  await page.goto('/bookings?tab=past');
  await expect(pageHeading(page, 'Sign in')).toBeVisible();
});

test('a page scrolled before its scripts load keeps its position', async ({ arrive }) => {
  const { page } = await arrive();
  let go = () => {};
  const released = new Promise<void>((resolve) => (go = resolve));
  await page.route('**/assets/index-*.js', async (route) => {
    await released;
    await route.continue();
  });
  await page.goto('/', { waitUntil: 'commit' });
  await expect(pageHeading(page, 'Where the Elite Play Tennis')).toBeVisible();
  // Once the fonts have loaded, lines may wrap differently. The browser then keeps the visible
  // content in place.
  const fontsAreThere = () =>
    ['Fraunces', '"Source Sans 3"'].every((font) => document.fonts.check(`1em ${font}`));
  await expect.poll(() => page.evaluate(fontsAreThere)).toBe(true);
  await page.evaluate(() => scrollTo({ top: 300, behavior: 'instant' }));
  go();
  // The router sets this when it hydrates.
  await expect.poll(() => page.evaluate(() => history.scrollRestoration)).toBe('manual');
  expect(await page.evaluate(() => scrollY)).toBe(300);
});
