import { expect, test } from './journey';
import { PLAY_DAY, bookNow, bookingIdOf, chooseHour, pageHeading, hourRadio } from './steps';

test('a double click books once, and Back shows the court without that slot', async ({
  host,
  player,
}) => {
  const { api, court } = await host('Manzanita Court');
  const slot = (await api.slots(court.id, PLAY_DAY))[8]!;
  const { page, api: mine } = await player('Bruna');
  await chooseHour(page, court, slot);
  await bookNow(page).dblclick();
  const id = await bookingIdOf(page);

  await page.goBack();
  await expect(pageHeading(page, 'Manzanita Court')).toBeVisible();
  await expect(page).toHaveURL(new RegExp(`date=${PLAY_DAY}`));
  await expect(page.getByRole('radio')).toHaveCount(13);
  await expect(hourRadio(page, slot)).toHaveCount(0);
  await bookNow(page).click();
  await expect(page.getByText('Please select a time slot')).toBeVisible();

  await page.goForward();
  await expect(page).toHaveURL(new RegExp(`bookingId=${id}`));
  await expect(pageHeading(page, 'Confirm and pay')).toBeVisible();
  expect((await mine.bookings()).map((booking) => booking.id)).toEqual([id]);
});

test('two simultaneous clicks book once', async ({ host, player }) => {
  const { api, court } = await host('Nolina Court');
  const slot = (await api.slots(court.id, PLAY_DAY))[8]!;
  const { page, api: mine } = await player('Carlo');
  await chooseHour(page, court, slot);
  await bookNow(page).evaluate((button: HTMLButtonElement) => {
    button.click();
    button.click();
  });
  const id = await bookingIdOf(page);
  expect((await mine.bookings()).map((booking) => booking.id)).toEqual([id]);
});
