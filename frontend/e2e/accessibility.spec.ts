import type { Page } from '@playwright/test';
import { expectAccessible, settled } from './accessible';
import { expect, test } from './journey';
import { PLAY_DAY, bookNow, card, chooseHour } from './steps';

const walk = async (page: Page, addresses: readonly string[]) => {
  for (const address of addresses) {
    await page.goto(address);
    await settled(page);
    await expectAccessible(page, address);
  }
};

const open = [
  '/',
  '/courts',
  '/courts?surface=grass&maxRate=10',
  '/login',
  '/register?role=player',
  '/how-it-works',
  '/elite',
  '/request',
  '/host-dashboard',
  '/waiver-test',
];

const ofPlayers = [
  '/',
  '/dashboard',
  '/bookings',
  '/bookings?tab=past',
  '/bookings?tab=cancelled',
  '/profile',
  '/profile?tab=achievements',
  '/profile?tab=activity',
  '/profile?tab=preferences',
  '/profile?tab=settings',
  '/profile/edit',
  '/rankings',
  '/waiver-test',
];

const ofHosts = [
  '/bookings',
  '/profile',
  '/profile?tab=preferences',
  '/host-dashboard',
  '/host-dashboard?tab=bookings',
  '/host-dashboard?tab=earnings',
  '/owner/dashboard',
  '/owner/dashboard?tab=bookings',
  '/owner/dashboard?tab=analytics',
  '/owner/availability',
  '/courts/new',
];

test.describe('everybody can use', () => {
  test.setTimeout(240_000);

  test('the pages of visitors', async ({ arrive, host, expected }) => {
    expected.push(/^404 GET \/(no|courts)\//, /^404 GET \/api\/courts\/nowhere$/);
    const { page } = await arrive();
    const { court } = await host('Ocotillo Court');
    await walk(page, [...open, `/courts/${court.id}?date=${PLAY_DAY}`, '/courts/nowhere', '/no/such/page']);
  });

  test('the pages of players', async ({ signIn }) => {
    const { page } = await signIn('pavel');
    await walk(page, ofPlayers);
  });

  test('the pages of hosts', async ({ signIn }) => {
    const { page, api } = await signIn('hana');
    const [court] = await api.ownCourts();
    await walk(page, [...ofHosts, `/courts/${court!.id}/edit`]);
  });

  test('what opens over a page', async ({ arrive, host, join, expected }) => {
    expected.push(/^409 POST .*\/closures$/, /^net::ERR_INTERNET_DISCONNECTED /);
    const owner = await host('Palo Verde Court');
    const { page, api } = await join('Dalia');
    const [first, second] = await owner.api.slots(owner.court.id, PLAY_DAY);
    await chooseHour(page, owner.court, first!);
    await bookNow(page).click();
    await expect(page.getByLabel('Text of the waiver')).toBeVisible();
    await expectAccessible(page, 'the waiver');
    await api.acceptWaiver();
    const { id } = await api.book(owner.court.id, first!);
    await page.goto(`/checkout?bookingId=${id}`);
    await settled(page);
    await expectAccessible(page, 'the summary of a booking');

    await page.goto('/bookings');
    await card(page, owner.court).getByRole('button', { name: 'History' }).click();
    await expect(page.getByRole('dialog').getByRole('listitem')).toHaveCount(1);
    await expectAccessible(page, 'the history of a booking');
    await page.keyboard.press('Escape');
    await card(page, owner.court).getByRole('button', { name: 'Cancel' }).click();
    await expect(page.getByRole('dialog').getByRole('definition')).toHaveCount(2);
    await expectAccessible(page, 'the question before a cancellation');
    await page.keyboard.press('Escape');
    await page.getByRole('navigation', { name: 'Main' }).getByRole('button').click();
    await expect(page.getByRole('button', { name: 'Logout' })).toBeVisible();
    await expectAccessible(page, 'the menu of a member');

    await owner.page.goto('/host-dashboard?tab=bookings');
    await owner.page.getByRole('button', { name: 'Details' }).click();
    await expectAccessible(owner.page, 'the details of a booking');
    await owner.page.getByRole('dialog').getByRole('button', { name: 'Approve' }).click();
    await expect(owner.page.getByText('Booking Approved')).toBeVisible();
    await expectAccessible(owner.page, 'a message in the corner');

    await page.goto('/bookings');
    await card(page, owner.court)
      .getByRole('button', { name: /Calendar/ })
      .click();
    await expectAccessible(page, 'the choice of a calendar');

    await owner.page.goto(`/owner/availability?court=${owner.court.id}&date=${PLAY_DAY}`);
    await owner.page.getByRole('button', { name: 'More for Friday' }).click();
    await expect(owner.page.getByRole('button', { name: 'Copy to every day' })).toBeVisible();
    await expectAccessible(owner.page, 'the menu of a weekday');
    await owner.page.keyboard.press('Escape');
    await owner.page.getByRole('button', { name: 'Close Hours', exact: true }).click();
    await expect(owner.page.getByRole('dialog', { name: 'These hours are booked' })).toContainText('Dalia');
    await expectAccessible(owner.page, 'the question before hours are closed');
    await owner.page.goto('/owner/dashboard');
    await owner.page.getByRole('button', { name: 'Add Court' }).click();
    await expect(owner.page.getByLabel('Court name')).toBeVisible();
    await expectAccessible(owner.page, 'the form of a new court');

    const visitor = await arrive();
    await chooseHour(visitor.page, owner.court, second!);
    await visitor.page.getByRole('group', { name: 'Date' }).getByRole('button', { name: /^Date/ }).click();
    await expect(visitor.page.getByRole('grid')).toBeVisible();
    await expectAccessible(visitor.page, 'the calendar of a court');
    await visitor.page.keyboard.press('Escape');
    for (const tab of ['Location', 'Policies']) {
      await visitor.page.getByRole('tab', { name: tab }).click();
      await settled(visitor.page);
      await expectAccessible(visitor.page, `what a court says under ${tab}`);
    }
    await visitor.context.setOffline(true);
    await expect(visitor.page.getByText('You are offline.')).toBeVisible();
    await expectAccessible(visitor.page, 'the banner without a network');
  });
});
