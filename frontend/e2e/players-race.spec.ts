import { expect, test } from './journey';
import { PLAY_DAY, bookNow, bookingIdOf, chooseHour } from './steps';

test('two players race for a slot: one books it, and the other books a suggested slot', async ({
  host,
  player,
  expected,
}) => {
  expected.push(/^409 POST \/api\/bookings$/);
  const { api, court } = await host('Ironwood Court');
  const players = [await player('Wanda'), await player('Xaver')];
  const slot = (await api.slots(court.id, PLAY_DAY))[4]!;

  // Both requests must be pending at the same time. Otherwise, the slot would disappear from the
  // slower page.
  let waiting = 0;
  let start = () => {};
  const bothSent = new Promise<void>((resolve) => (start = resolve));
  for (const { page } of players) {
    await chooseHour(page, court, slot);
    await page.route('**/api/bookings', async (route) => {
      if ((waiting += 1) === players.length) start();
      await bothSent;
      await route.continue();
    });
  }
  await Promise.all(players.map(({ page }) => bookNow(page).click()));
  const lost = (page: (typeof players)[number]['page']) =>
    page.getByText('That hour was just taken.');
  const outcome = await Promise.all(
    players.map(({ page }) =>
      Promise.race([
        bookingIdOf(page).then(() => 'booked'),
        lost(page)
          .waitFor()
          .then(() => 'refused'),
      ]),
    ),
  );
  expect(outcome.toSorted()).toEqual(['booked', 'refused']);

  const { page, api: theirs } = players[outcome.indexOf('refused')]!;
  await expect(page).toHaveURL(new RegExp(`/courts/${court.id}`));
  const offers = page
    .getByRole('status')
    .filter({ hasText: 'That hour was just taken.' })
    .getByRole('button');
  await expect(offers).toHaveCount(3);
  await offers.first().click();
  await expect(lost(page)).toHaveCount(0);
  await bookNow(page).click();
  await bookingIdOf(page);
  const bookedSlot = await Promise.all(players.map(({ api }) => api.bookings()));
  expect(bookedSlot.map((list) => list.length)).toEqual([1, 1]);
  const [instead] = await theirs.bookings();
  expect(Math.abs(Date.parse(instead!.startTime) - Date.parse(slot.start))).toBe(3_600_000);
});
