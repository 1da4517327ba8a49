import { PASSWORD } from './api';
import { expect, test } from './journey';
import { PLAY_DAY, bookNow, bookingIdOf, chooseHour, pageHeading, hourRadio } from './steps';

test('a user whose session expires is asked to sign in again and keeps the selected slot', async ({
  host,
  player,
  expected,
}) => {
  expected.push(/^401 (GET|POST) /);
  const { api, court } = await host('Jojoba Court');
  const slot = (await api.slots(court.id, PLAY_DAY))[5]!;
  const { context, page, api: mine, me } = await player('Yara');
  await chooseHour(page, court, slot);
  await context.clearCookies({ name: 'courtly' });
  await bookNow(page).click();
  await expect(page.getByText('You need to be logged in to book a court')).toBeVisible();
  await expect(pageHeading(page, 'Sign in')).toBeVisible();

  await page.getByLabel('Email').fill(me.email);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Sign In' }).click();
  await expect(pageHeading(page, 'Jojoba Court')).toBeVisible();
  await expect(hourRadio(page, slot)).toBeChecked();
  await bookNow(page).click();
  await bookingIdOf(page);
  expect((await mine.bookings()).map(({ startTime }) => startTime)).toEqual([slot.start]);
});
