import { expectAccessible } from './accessible';
import { expect, test } from './journey';
import {
  PLAY_DAY,
  bookNow,
  hourRadio,
  openFilters,
  openSearchPart,
  pageHeading,
  searchDay,
  showCourts,
} from './steps';

const PHONE_PX = 390;

test('a player finds a slot by date, saves the court as a favorite, and books from the list', async ({
  host,
  player,
}) => {
  const { court } = await host('Mesquite Court');
  const { page, api } = await player('Farah');
  const nine = (await api.slots(court.id, PLAY_DAY)).find(({ time }) => time === '09:00 AM')!;

  await page.goto('/courts');
  const filters = await openFilters(page);
  await expectAccessible(page, 'the filters');
  await filters.getByRole('button', { name: 'Close' }).click();
  await openSearchPart(page, 'Time');
  await expectAccessible(page, 'the time of a search');
  const where = await openSearchPart(page, 'Where');
  await expectAccessible(page, 'the place of a search');
  await where.getByLabel('City').fill('scotts');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await searchDay(page, PLAY_DAY);
  const time = await openSearchPart(page, 'Time');
  await time.getByLabel('From', { exact: true }).selectOption('9 AM');
  await time.getByLabel('To', { exact: true }).selectOption('11 AM');
  await showCourts(page);
  const searchUrl = `/courts?search=Scottsdale&date=${PLAY_DAY}&from=9&to=11`;
  await expect(page).toHaveURL(searchUrl);

  const card = page
    .getByRole('article')
    .filter({ has: page.locator(`a[href^="/courts/${court.id}"]`) });
  const heart = card.getByRole('button', { name: `Favorite: ${court.name}` });
  await heart.click();
  await expect(heart).toHaveAttribute('aria-pressed', 'true');
  await card.getByRole('link', { name: `9:00 AM at ${court.name}` }).click();
  await expect(pageHeading(page, court.name)).toBeVisible();
  await expect(hourRadio(page, nine)).toBeChecked();
  await expect(bookNow(page)).toBeVisible();

  await page.goBack();
  await expect(page).toHaveURL(searchUrl);
  await page.reload();
  await expect(heart).toHaveAttribute('aria-pressed', 'true');
  await page.goto('/courts?favourites=1');
  await expect(page.getByRole('article')).toHaveCount(1);
});

test('a visitor signs in before saving a favorite', async ({ arrive }) => {
  const { page } = await arrive();
  await page.goto('/courts?sport=tennis');
  await page
    .getByRole('button', { name: /^Favorite: / })
    .first()
    .click();
  await expect(pageHeading(page, 'Sign in')).toBeVisible();
  expect(await page.evaluate(() => sessionStorage.getItem('courtly:redirect'))).toContain(
    '"/courts?sport=tennis"',
  );
});

test('the first court is visible without scrolling on a phone', async ({ arrive, viewport }) => {
  test.skip(viewport!.width > PHONE_PX, 'A desk has room.');
  const { page } = await arrive();
  await page.goto('/courts');
  const first = page.getByRole('article').first().getByRole('heading');
  await expect(first).toBeInViewport();
});

test('a very long word makes no page wider than a narrow phone', async ({
  arrive,
  host,
  viewport,
}) => {
  test.skip(viewport!.width > PHONE_PX, 'A desk has room.');
  const { court } = await host(`Court${'long'.repeat(14)}`);
  const { page } = await arrive();
  await page.setViewportSize({ width: 320, height: 700 });
  for (const path of ['/courts', `/courts/${court.id}`]) {
    await page.goto(path);
    await expect(page.getByRole('heading', { name: court.name })).toBeVisible();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(
      320,
    );
  }
});
