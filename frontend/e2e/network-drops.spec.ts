import { expect, test } from './journey';
import { PLAY_DAY, bookNow, bookingIdOf, chooseHour } from './steps';

test('a booking made offline is sent when the network returns', async ({
  host,
  player,
  expected,
}) => {
  expected.push(/^offline /);
  const { api, court } = await host('Kidneywood Court');
  const slot = (await api.slots(court.id, PLAY_DAY))[6]!;
  const { context, page, api: mine } = await player('Zora');
  await chooseHour(page, court, slot);
  await context.setOffline(true);
  const banner = page.getByText("You're offline.");
  await expect(banner).toBeVisible();
  await bookNow(page).click();
  await expect(page.getByRole('button', { name: 'Booking...' })).toBeVisible();
  await context.setOffline(false);
  await expect(banner).toHaveCount(0);
  const id = await bookingIdOf(page);
  expect((await mine.bookings()).map((booking) => booking.id)).toEqual([id]);
});

test('a booking whose response is lost is recovered, not duplicated', async ({
  host,
  player,
  expected,
  browserName,
}) => {
  test.skip(
    browserName === 'firefox',
    'Playwright does not know what a request of this Firefox carries.',
  );
  expected.push(/^failed POST \/api\/bookings$/);
  const { api, court } = await host('Lemonade Berry Court');
  const slot = (await api.slots(court.id, PLAY_DAY))[7]!;
  const { page, api: mine } = await player('Anton');
  await chooseHour(page, court, slot);
  let sent = 0;
  await page.route('**/api/bookings', async (route) => {
    if (route.request().method() !== 'POST') return route.fallback();
    if ((sent += 1) > 1) return route.continue();
    expect((await route.fetch()).status()).toBe(201);
    await route.abort();
  });
  await bookNow(page).click();
  const id = await bookingIdOf(page);
  expect(sent).toBe(2);
  expect((await mine.bookings()).map((booking) => booking.id)).toEqual([id]);
});
