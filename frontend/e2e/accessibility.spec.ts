import type { Page } from '@playwright/test';
import { expectAccessible, waitUntilSettled } from './accessible';
import { expect, test } from './journey';
import { PLAY_DAY } from './steps';

const walk = async (page: Page, addresses: readonly string[]) => {
  for (const address of addresses) {
    await page.goto(address);
    await waitUntilSettled(page);
    await expectAccessible(page, address);
  }
};

const open = [
  '/',
  '/courts',
  '/courts?surface=grass&maxRate=10',
  '/login',
  '/register?role=player',
  '/forgot-password',
  '/reset-password?token=none',
  '/how-it-works',
  '/elite',
  '/request',
  '/rankings',
  '/how-ratings-work',
  '/terms',
  '/cancellation-policy',
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
  '/confirm-email?token=none',
  '/verify-email#none.1.none',
  '/rankings',
  '/rankings?tab=local&discipline=doubles',
  '/rankings?tab=clay',
  '/waiver-test',
];

const ofHosts = [
  '/bookings',
  '/profile',
  '/profile?tab=preferences',
  '/host-dashboard',
  '/host-dashboard?tab=bookings',
  '/host-dashboard?tab=earnings',
  '/host/earnings',
  '/owner/dashboard',
  '/owner/dashboard?tab=bookings',
  '/owner/dashboard?tab=analytics',
  '/owner/calendar?view=day',
  '/owner/calendar?view=week',
  '/owner/calendar?view=month',
  '/owner/availability',
  '/courts/new',
];

test.describe('pages meet WCAG 2.2 AA', () => {
  test.slow();

  test('for visitors', async ({ arrive, host, expected }) => {
    expected.push(/^404 GET \/(no|courts)\//, /^404 GET \/api\/courts\/nowhere$/);
    const { page } = await arrive();
    const { court } = await host('Ocotillo Court');
    await walk(page, [
      ...open,
      `/courts/${court.id}?date=${PLAY_DAY}`,
      '/courts/nowhere',
      '/no/such/page',
    ]);
  });

  test('for players', async ({ signIn }) => {
    const { page } = await signIn('pavel');
    await walk(page, ofPlayers);
  });

  test('for hosts', async ({ signIn }) => {
    const { page, api } = await signIn('hana');
    const [court] = await api.ownCourts();
    await walk(page, [...ofHosts, `/courts/${court!.id}/edit`]);
  });

  test('for admins', async ({ signIn }) => {
    const { page } = await signIn('avery');
    await walk(page, ['/admin', '/admin/dashboard?tab=host', '/admin/accounting']);
    await expect(page.getByRole('table', { name: 'Revenue by month' })).toBeVisible();
    await walk(page, [
      '/admin/users',
      '/admin/courts',
      '/admin/reviews',
      '/admin/disputes',
      '/admin/cities',
    ]);
    await walk(page, ['/admin/rating-flags', '/admin/policies', '/admin/replay']);
    await walk(page, ['/admin/audit', '/admin/audit?tab=timeline', '/admin/audit?tab=as-of']);
  });
});
