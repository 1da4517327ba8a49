import { afterEach, expect, it } from '@jest/globals';
import { cleanup, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { ahead, played } from '../../lib/bookings';
import { bookingLike } from '../../testing/booking';
import { renderAt, robin } from '../../testing/render';
import { serve } from '../../testing/server';
import { Page } from './dashboard-page';

afterEach(cleanup);

const NOW = '2027-03-13T12:00:00.000Z';
const ended = (id: string, hour: string, status: 'confirmed' | 'completed') =>
  bookingLike({ id, status, startTime: `2027-03-10T${hour}:00:00.000Z`, endTime: `2027-03-10T${hour}:59:00.000Z` });

it('counts a confirmed booking whose end has passed as played, the latest first', () => {
  const all = [
    ended('a', '08', 'completed'),
    ended('b', '09', 'confirmed'),
    ended('c', '10', 'completed'),
    ended('d', '11', 'completed'),
    bookingLike({ id: 'next' }),
  ];
  expect(played(all, NOW).map(({ id }) => id)).toEqual(['d', 'c', 'b', 'a']);
  expect(played(all, NOW).every(({ status }) => status === 'completed')).toBe(true);
  expect(ahead(all, NOW).map(({ id }) => id)).toEqual(['next']);
});

it('opens with the bookings and says so when there are none', async () => {
  serve({ 'GET /api/auth/me': () => [200, robin], 'GET /api/bookings': () => [200, []] });
  renderAt('/dashboard', <Page />);
  expect(await screen.findByText('No upcoming bookings')).toBeTruthy();
  expect(screen.getByText('No recent activity')).toBeTruthy();
});

it('shows that no courts are there to discover', async () => {
  serve({
    'GET /api/auth/me': () => [200, robin],
    'GET /api/bookings': () => [200, []],
    'GET /api/courts': () => [200, []],
  });
  renderAt('/dashboard', <Page />);
  await userEvent.click(screen.getByRole('tab', { name: 'Discover Courts' }));
  expect(await screen.findByText('No courts available')).toBeTruthy();
});
