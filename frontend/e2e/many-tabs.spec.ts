import type { Page, Request } from '@playwright/test';
import { PASSWORD } from './api';
import { expect, test } from './journey';
import { PLAY_DAY, courtCard, followLink, pageHeading, signInAs, toastWith } from './steps';

test('signing in as another user in one tab switches all tabs and keeps no data of the previous user', async ({
  host,
  player,
  expected,
}) => {
  expected.push(/^401 GET /);
  const owner = await host('Ephedra Court');
  const first = await player('Cora');
  const second = await player('Dana');
  const [slot] = await owner.api.slots(owner.court.id, PLAY_DAY);
  await first.api.book(owner.court.id, slot!);
  await first.page.goto('/bookings');
  await expect(courtCard(first.page, owner.court)).toBeVisible();

  const tab = await first.context.newPage();
  await tab.goto('/profile?tab=settings');
  await tab.getByRole('button', { name: 'Log Out' }).click();
  await expect(toastWith(tab, 'Logged out successfully')).toBeVisible();
  await expect(pageHeading(first.page, 'Sign in')).toBeVisible();
  await expect(courtCard(first.page, owner.court)).toHaveCount(0);

  await tab.goto('/login');
  await signInAs(tab, second.me.email, PASSWORD);
  await expect(tab.getByRole('button', { name: 'Dana' })).toBeVisible();
  await expect(first.page.getByRole('button', { name: 'Dana' })).toBeVisible();
  await followLink(first.page, 'My Bookings');
  await expect(first.page.getByText('No upcoming bookings')).toBeVisible();
});

const upcoming = (page: Page) => page.getByRole('tab', { name: 'Upcoming' });

test('seven tabs of one browser load, update live, and book', async ({ host, player }) => {
  const owner = await host('Fairyduster Court');
  const { context, page, api } = await player('Edda');
  const [slot] = await owner.api.slots(owner.court.id, PLAY_DAY);
  const tabs = [page];
  while (tabs.length < 7) tabs.push(await context.newPage());
  for (const tab of tabs) {
    await tab.goto('/bookings');
    await expect(upcoming(tab)).toHaveText('Upcoming0');
  }
  const { id } = await api.book(owner.court.id, slot!);
  for (const tab of tabs) await expect(courtCard(tab, owner.court)).toContainText('Pending');
  await courtCard(tabs[6]!, owner.court).getByRole('button', { name: 'Cancel' }).click();
  await tabs[6]!.getByRole('dialog').getByRole('button', { name: 'Cancel Booking' }).click();
  await expect(toastWith(tabs[6]!, 'Booking Canceled')).toBeVisible();
  await expect(upcoming(tabs[0]!)).toHaveText('Upcoming0');
  expect((await api.bookings()).map((booking) => [booking.id, booking.status])).toEqual([
    [id, 'cancelled'],
  ]);
});

test('a tab that was in the background catches up on changes', async ({ host, player }) => {
  const owner = await host('Globe Chamomile Court');
  const { page, api } = await player('Finn');
  const [slot] = await owner.api.slots(owner.court.id, PLAY_DAY);
  const underway = new Set<Request>();
  page.on('request', (request) => underway.add(request));
  page.on('requestfinished', (request) => underway.delete(request));
  page.on('requestfailed', (request) => underway.delete(request));
  await page.clock.install();
  await page.addInitScript(() => {
    const isHidden = () => document.documentElement.dataset['hidden'] === 'yes';
    Object.defineProperty(document, 'hidden', { get: isHidden });
    Object.defineProperty(document, 'visibilityState', {
      get: () => (isHidden() ? 'hidden' : 'visible'),
    });
  });
  const setHidden = (hidden: boolean) =>
    page.evaluate((value) => {
      document.documentElement.dataset['hidden'] = value ? 'yes' : 'no';
      document.dispatchEvent(new Event('visibilitychange'));
    }, hidden);
  await page.goto('/bookings');
  await expect(upcoming(page)).toHaveText('Upcoming0');
  await setHidden(true);
  await page.clock.fastForward(61_000);
  await expect
    .poll(() => underway.size, { message: 'the connection has ended and nothing is on its way' })
    .toBe(0);
  await api.book(owner.court.id, slot!);
  await page.clock.fastForward(10_000);
  await expect(upcoming(page)).toHaveText('Upcoming0');
  await setHidden(false);
  await expect(courtCard(page, owner.court)).toContainText('Pending');
});
