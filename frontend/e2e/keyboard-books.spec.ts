import { type Locator, expect } from '@playwright/test';
import { test } from './journey';
import { PLAY_DAY, bookingIdOf, courtCard, pageHeading, hourRadio, toastWith } from './steps';

const FAR = 60;

/** Presses Tab until an element has the focus. */
const tabTo = async (target: Locator): Promise<void> => {
  for (let presses = 0; presses < FAR; presses += 1) {
    await target.page().keyboard.press('Tab');
    if (await target.evaluate((element) => element === document.activeElement)) return;
  }
  await expect(target).toBeFocused();
};

test('a player books and cancels using only the keyboard', async ({ host, player }) => {
  const { api, court } = await host('Tamarisk Court');
  const [firstSlot, secondSlot] = await api.slots(court.id, PLAY_DAY);
  const { page, api: mine } = await player('Magda');
  await page.goto(`/courts/${court.id}?date=${PLAY_DAY}`);
  await expect(hourRadio(page, firstSlot!)).toBeVisible();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused();
  await page.keyboard.press('Enter');
  await tabTo(hourRadio(page, firstSlot!));
  await page.keyboard.press('Space');
  await page.keyboard.press('ArrowRight');
  await expect(hourRadio(page, secondSlot!)).toBeChecked();
  await tabTo(page.getByRole('button', { name: 'Book Now' }));
  await page.keyboard.press('Enter');
  await bookingIdOf(page);
  await tabTo(page.getByLabel('Card number'));
  await page.keyboard.type('4242424242424242');
  await page.keyboard.press('Tab');
  await page.keyboard.type('1231');
  await page.keyboard.press('Tab');
  await page.keyboard.type('123');
  await page.keyboard.press('Tab');
  await page.keyboard.type('85253');
  await page.keyboard.press('Enter');
  await expect(pageHeading(page, 'Your request is with the host')).toBeFocused();

  await tabTo(page.getByRole('main').getByRole('link', { name: 'My Bookings' }));
  await page.keyboard.press('Enter');
  await expect(courtCard(page, court)).toBeVisible();
  await tabTo(courtCard(page, court).getByRole('button', { name: 'Cancel' }));
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Cancel this booking?' });
  await expect(dialog.getByRole('heading')).toBeFocused();
  const confirm = dialog.getByRole('button', { name: 'Cancel Booking' });
  await expect(confirm).toBeEnabled();
  await tabTo(confirm);
  await page.keyboard.press('Enter');
  await expect(toastWith(page, 'Booking Canceled')).toBeVisible();
  await expect(page.getByText('No upcoming bookings')).toBeVisible();
  expect((await mine.bookings()).map(({ status, startTime }) => [status, startTime])).toEqual([
    ['cancelled', secondSlot!.start],
  ]);
});
