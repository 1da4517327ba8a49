import { afterEach, expect, it } from '@jest/globals';
import type { FoundBooking } from '@courtly/contracts/admin-bookings';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Route, Routes } from 'react-router-dom';
import { renderAt, robin } from '../../testing/render';
import { mockApi } from '../../testing/server';
import { AdminRoutes } from './admin-routes';

afterEach(cleanup);

const booking: FoundBooking = {
  id: 'b1',
  court: { id: 'c1', name: 'Agave Court' },
  player: { id: 'p1', name: 'Nora Net' },
  host: { id: 'h1', name: 'Hana Host' },
  startTime: '2027-03-13T18:00:00.000Z',
  endTime: '2027-03-13T19:00:00.000Z',
  zone: 'America/Phoenix',
  zoneOffsets: [
    { from: '2027-01-01T00:00:00.000Z', until: '2028-01-01T00:00:00.000Z', offset: '-07:00' },
  ],
  status: 'confirmed',
  paymentStatus: 'refund_failed',
  totalAmount: '330.00',
  moneyCaseId: 'payment.b1',
};
const handlers = {
  'GET /api/auth/me': () => [200, { ...robin, role: 'admin' }] as const,
  'GET /api/admin/bookings': () => [200, [booking]] as const,
  'GET /api/admin/booking-counts': () =>
    [200, { pending: 2, confirmed: 1, completed: 0, cancelled: 4 }] as const,
};
const renderBookings = (query = '') =>
  renderAt(
    `/admin/bookings${query}`,
    <Routes>
      <Route path="/admin/*" element={<AdminRoutes />} />
    </Routes>,
  );

it('the booking search shows a payment, and links to the people, court, case, and timeline', async () => {
  mockApi(handlers);
  renderBookings();
  const list = await screen.findByRole('list', { name: 'Bookings' });
  const row = within(within(list).getByRole('listitem'));
  for (const text of ['$330.00', 'Confirmed', 'Refund failed'])
    expect(row.getByText(text)).toBeTruthy();
  const linkTo = (name: RegExp) => row.getByRole('link', { name }).getAttribute('href');
  expect(linkTo(/Nora Net/)).toBe('/admin/users?search=p1');
  expect(linkTo(/Hana Host/)).toBe('/admin/users?search=h1');
  expect(linkTo(/Agave Court/)).toBe('/admin/courts?search=c1');
  expect(linkTo(/Money Case/)).toBe('/admin/money');
  expect(linkTo(/Timeline/)).toBe('/admin/audit?tab=timeline&kind=booking&id=b1');
});

it('the booking search shows the number of results on each tab, and keeps its filters in the URL', async () => {
  const apiCalls = mockApi(handlers);
  renderBookings('?person=nora&amountFrom=300&amountTo=3x&to=2027-03-13');
  expect(await screen.findByRole('tab', { name: /All.*7/ })).toBeTruthy();
  expect(screen.getByLabelText('Player or host')).toHaveProperty('value', 'nora');
  const amountTo = screen.getByLabelText('Maximum total ($)');
  expect(amountTo.getAttribute('aria-invalid')).toBe('true');
  expect(screen.getAllByText('Enter an amount such as 120.00')).toHaveLength(1);
  await userEvent.click(screen.getByRole('tab', { name: /Canceled.*4/ }));
  await userEvent.selectOptions(screen.getByLabelText('Payment'), 'refund_failed');
  const lastQuery = () =>
    Object.fromEntries(
      new URL(apiCalls.findLast(({ name }) => name === 'GET /api/admin/bookings')!.url, 'http://x')
        .searchParams,
    );
  await waitFor(() =>
    expect(lastQuery()).toMatchObject({
      person: 'nora',
      amountFrom: '300',
      status: 'cancelled',
      payment: 'refund_failed',
      to: new Date(2027, 2, 14).toISOString(),
    }),
  );
  expect(lastQuery()).not.toHaveProperty('amountTo');
});

it('the booking search says when no bookings match, and why a search is refused', async () => {
  let response: readonly [number, unknown] = [200, []];
  mockApi({ ...handlers, 'GET /api/admin/bookings': () => response as never });
  renderBookings();
  expect(await screen.findByText('No bookings match your search.')).toBeTruthy();
  const message = 'More than 50 people match. Enter more of the name.';
  response = [400, { code: 'invalid_request', message }];
  await userEvent.type(screen.getByLabelText('Player or host'), 'a');
  expect(await screen.findByText(message)).toBeTruthy();
});

it('an admin erases a guest of a booking at their written request, after confirmation', async () => {
  const user = userEvent.setup();
  const gus = {
    id: 'g1',
    name: 'Gus Guest',
    signedAt: null,
    isRemoved: false,
    isErasureRequested: false,
  };
  const signedAt = '2027-03-10T18:00:00.000Z';
  let guests = [gus, { ...gus, id: 'g2', name: 'Eva Guest', signedAt, isRemoved: true }];
  const apiCalls = mockApi({
    ...handlers,
    'GET /api/admin/bookings/b1/guests': () => [200, guests],
    'POST /api/admin/bookings/b1/guests/g1/erasure': () => {
      guests = guests.map((guest) => ({ ...guest, isErasureRequested: guest.id === 'g1' }));
      return [202, undefined];
    },
  });
  renderBookings();
  await user.click(await screen.findByRole('button', { name: 'Guests' }));
  expect(await screen.findByRole('button', { name: 'Erase: Eva Guest' })).toBeTruthy();
  expect(screen.getByText(/^Signed .*, removed$/)).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Erase: Gus Guest' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Erase Gus Guest?' }));
  await user.type(dialog.getByLabelText('Where is the request filed?'), 'letter 14');
  await user.click(dialog.getByRole('button', { name: 'Erase Guest' }));
  expect(await screen.findByText('Erasing soon')).toBeTruthy();
  const erasure = apiCalls.find(({ name }) => name.endsWith('/erasure'));
  expect(erasure).toMatchObject({ body: { reference: 'letter 14' } });
});
