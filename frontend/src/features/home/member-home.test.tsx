import { afterEach, expect, it } from '@jest/globals';
import { act, cleanup, screen } from '@testing-library/react';
import { invalidateBookings } from '../../resources/booking/booking-mutations';
import { buildBooking } from '../../testing/booking';
import { renderAt, robin } from '../../testing/render';
import { mockApi } from '../../testing/server';
import { MemberHome } from './member-home';

afterEach(cleanup);

it('greets members by first name, or by username without one', () => {
  mockApi({ 'GET /api/bookings': () => [200, []] });
  renderAt('/', <MemberHome user={{ ...robin, username: 'robin.base', firstName: 'Robin' }} />);
  expect(screen.getByRole('heading', { level: 1, name: 'Robin' })).toBeTruthy();
  cleanup();
  renderAt('/', <MemberHome user={{ ...robin, username: 'robin.base', firstName: '' }} />);
  expect(screen.getByRole('heading', { level: 1, name: 'robin.base' })).toBeTruthy();
});

it('offers to book the last courts again', async () => {
  mockApi({ 'GET /api/bookings': () => [200, [buildBooking()]] });
  renderAt('/', <MemberHome user={robin} />);
  const link = await screen.findByRole('link', { name: /^Book Again: Camelback Clay, / });
  expect(link.getAttribute('href')).toContain('/courts/c1?date=2099-03-20&slot=');
});

it('reloads the last games after a change of a booking', async () => {
  let courtName = 'Camelback Clay';
  mockApi({
    'GET /api/bookings': () => [
      200,
      [buildBooking({ court: { ...buildBooking().court, name: courtName } })],
    ],
  });
  const client = renderAt('/', <MemberHome user={robin} />);
  await screen.findByText('Camelback Clay');
  courtName = 'Cholla Court';
  await act(() => invalidateBookings(client));
  expect(await screen.findByText('Cholla Court')).toBeTruthy();
});
