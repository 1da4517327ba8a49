import { expect, test } from './journey';
import {
  PAYING_CARD,
  PLAY_DAY,
  bookNow,
  bookingIdOf,
  pageHeading,
  hourRadio,
  payBy,
} from './steps';

test('a challenged player is notified only once the booking is confirmed', async ({
  host,
  player,
  join,
}) => {
  const owner = await host('Ironwood Court');
  const { page } = await player('Petra');
  const rival = await join('Rivka');
  const slot = (await owner.api.slots(owner.court.id, PLAY_DAY))[2]!;
  await page.goto(`/courts/${owner.court.id}?date=${PLAY_DAY}&challenge=${rival.me.id}`);
  await expect(
    page.getByRole('status').filter({ hasText: "You're challenging Rivka" }),
  ).toBeVisible();
  await hourRadio(page, slot).check();
  const challenged = page.waitForResponse(/\/api\/challenges$/);
  await bookNow(page).click();
  expect((await challenged).status()).toBe(201);
  const id = await bookingIdOf(page);
  await expect(page.getByText("we'll let them know the time once it is confirmed")).toBeVisible();
  await payBy(page, PAYING_CARD);
  await expect(pageHeading(page, 'Your request is with the host')).toBeVisible();

  await rival.page.goto('/notices');
  await expect(rival.page.getByText('No notifications yet')).toBeVisible();
  await owner.api.answer(id, 'confirmed');
  const notification = rival.page.getByRole('main').getByRole('listitem');
  await expect(notification).toHaveText([
    /^Petra Journey booked a court to play you \(new\)Ironwood Court, /,
  ]);
});
