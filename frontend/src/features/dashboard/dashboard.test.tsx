import { afterEach, expect, it } from '@jest/globals';
import { cleanup, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { buildBooking } from '../../testing/booking';
import { renderAt, robin } from '../../testing/render';
import { mockApi } from '../../testing/server';
import { DashboardPage } from './dashboard-page';

afterEach(cleanup);

it('loads upcoming bookings and the latest past ones, labeled Completed', async () => {
  const apiCalls = mockApi({
    'GET /api/auth/me': () => [200, robin],
    'GET /api/bookings': ({ query: searchParams }) => [
      200,
      [
        searchParams.get('when') === 'past'
          ? buildBooking({ id: 'game' })
          : buildBooking({ id: 'next', status: 'pending' }),
      ],
    ],
  });
  renderAt('/dashboard', <DashboardPage />);
  expect(await screen.findByText('Pending')).toBeTruthy();
  expect(await screen.findByText('Completed')).toBeTruthy();
  expect(
    screen.getByRole('link', { name: /^Book Again: Camelback Clay, / }).getAttribute('href'),
  ).toBe('/courts/c1?date=2099-03-20&slot=2099-03-20T17%3A00%3A00.000Z');
  expect(apiCalls.map(({ url }) => url)).toEqual(
    expect.arrayContaining(['/api/bookings?when=upcoming', '/api/bookings?when=past&limit=3']),
  );
});

it('opens on the bookings tab with an empty state', async () => {
  mockApi({ 'GET /api/auth/me': () => [200, robin], 'GET /api/bookings': () => [200, []] });
  renderAt('/dashboard', <DashboardPage />);
  expect(await screen.findByText('No upcoming bookings')).toBeTruthy();
  expect(screen.getByText('No recent activity')).toBeTruthy();
});

it('shows an empty state when there are no courts to discover', async () => {
  mockApi({
    'GET /api/auth/me': () => [200, robin],
    'GET /api/bookings': () => [200, []],
    'GET /api/courts': () => [200, []],
  });
  renderAt('/dashboard', <DashboardPage />);
  await userEvent.click(screen.getByRole('tab', { name: 'Discover Courts' }));
  expect(await screen.findByText('No courts available')).toBeTruthy();
});
