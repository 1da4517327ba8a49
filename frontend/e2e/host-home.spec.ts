import type { Page } from '@playwright/test';
import { expect, test } from './journey';
import { PLAY_DAY, toastWith } from './steps';

/** The link to the host pages on this screen size. */
const hosting = (page: Page) =>
  page
    .getByRole('navigation', { name: /^(Main|Shortcuts)$/ })
    .getByRole('link', { name: /^(Host Dashboard|Hosting)/ })
    .locator('visible=true');

test('a host sees the player and time of a new request on the home page and approves it there', async ({
  host,
  player,
}) => {
  const { page, api, court } = await host('Screwbean Court');
  const guest = await player('Zeno');
  const [bookedSlot, requestedSlot] = await api.slots(court.id, PLAY_DAY);
  const { id } = await guest.api.book(court.id, bookedSlot!);
  await api.answer(id, 'confirmed');
  await guest.api.cancel(id);
  await page.goto('/');
  const requests = page.getByRole('region', { name: 'Requests awaiting your response' });
  await expect(requests).toContainText('No requests are waiting.');
  const way = hosting(page);
  await expect(way).not.toContainText('awaiting your response');

  await guest.api.book(court.id, requestedSlot!);
  const request = requests.getByRole('listitem');
  await expect(request).toContainText(/(hours|days|minutes) left to respond/);
  await expect(request).toContainText('no hours played yet · 1 booking canceled');
  await expect(way).toContainText('1 request awaiting your response');
  await request.getByRole('button', { name: /^Approve Zeno Journey/ }).click();
  await expect(toastWith(page, 'Booking Approved')).toBeVisible();
  await expect(requests).toContainText('No requests are waiting.');
  await expect(page.getByRole('region', { name: 'This week' })).toContainText('Zeno Journey');
  await expect(way).not.toContainText('awaiting your response');
});

test('an owner responds to a request on the dashboard', async ({ host, player }) => {
  const { page, api, court } = await host('Hackberry Court');
  const guest = await player('Adele');
  const [slot] = await api.slots(court.id, PLAY_DAY);
  await page.goto('/owner/dashboard');
  const bookings = page.getByRole('tab', { name: 'Bookings' });
  await expect(bookings).toHaveText('Bookings0');
  await guest.api.book(court.id, slot!);
  await expect(bookings).toHaveText('Bookings1');
  await bookings.click();
  const request = page.getByRole('listitem').filter({ hasText: 'Adele Journey' });
  await expect(request).toContainText('left to respond');
  await request.getByRole('button', { name: /^Approve/ }).click();
  await expect(bookings).toHaveText('Bookings1');
  await expect(request).toContainText('Confirmed');
});
