import { PASSWORD } from './api';
import { expect, test } from './journey';
import { PLAY_DAY, bookNow, bookingIdOf, chooseHour } from './steps';

test('a user whose session expires signs in over the page, and the booking goes through', async ({
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
  const dialog = page.getByRole('dialog', { name: 'Sign in again' });
  await expect(dialog.getByLabel('Email')).toHaveValue(me.email);
  await dialog.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await dialog.getByRole('button', { name: 'Sign In' }).click();
  await bookingIdOf(page);
  expect((await mine.bookings()).map(({ startTime }) => startTime)).toEqual([slot.start]);
});
