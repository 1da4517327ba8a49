import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { act, cleanup, fireEvent, screen, within, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Route, Routes } from 'react-router-dom';
import { popReturnPath } from '../../resources/session/session';
import { buildBooking, buildHostBooking } from '../../testing/booking';
import { figuresLike } from '../../testing/earnings';
import { renderAt, robin } from '../../testing/render';
import { mockApi } from '../../testing/server';
import { LoginPage } from '../auth/login-page';
import { googleCalendarLink } from '../../resources/booking/calendar';
import { lastPlayedLabel } from './last-played-label';
import { BookingsPage } from './bookings-page';

const press = async (name: string | RegExp) =>
  userEvent.click(await screen.findByRole('button', { name }));
const me = { 'GET /api/auth/me': () => [200, robin] as const };
const host = {
  'GET /api/auth/me': () => [200, { ...robin, role: 'owner' }] as const,
  'GET /api/host/figures': () => [200, figuresLike()] as const,
};
const quote = {
  rule: 'late',
  refundAmount: '165.00',
  hostAmount: '148.50',
  platformAmount: '16.50',
  totalAmount: '330.00',
  freeCancelUntil: '2099-03-12T17:00:00.000Z',
};

afterEach(cleanup);

describe("a player's bookings", () => {
  it('appear in tabs for upcoming, past, and canceled with counts', async () => {
    const lists = {
      upcoming: [buildBooking()],
      past: [buildBooking({ id: 'b2', status: 'completed', canCancel: false })],
    };
    mockApi({
      ...me,
      'GET /api/bookings': ({ query }) => [
        200,
        lists[query.get('when') as keyof typeof lists] ?? [],
      ],
    });
    renderAt('/bookings', <BookingsPage />);
    expect(
      screen.getByRole('heading', { level: 1, name: 'Your Upcoming Experiences' }),
    ).toBeTruthy();
    expect(await screen.findByRole('tab', { name: 'Upcoming 1' })).toBeTruthy();
    expect(screen.getByRole('tab', { name: 'Past 1' })).toBeTruthy();
    await userEvent.click(screen.getByRole('tab', { name: 'Cancelled 0' }));
    expect(screen.getByText('No cancelled bookings')).toBeTruthy();
    await waitFor(() =>
      expect(screen.getByTestId('address').textContent).toBe('/bookings?tab=cancelled'),
    );
  });

  it('load page by page and show the total', async () => {
    mockApi({
      ...me,
      'GET /api/bookings': ({ query }) => {
        if (query.get('when') !== 'upcoming') return [200, []];
        if (query.get('cursor'))
          return [
            200,
            [buildBooking({ id: 'b2', court: { ...buildBooking().court, name: 'Second' } })],
          ];
        const headers = {
          'X-Total-Count': '2',
          Link: '</api/bookings?when=upcoming&cursor=abc>; rel="next"',
        };
        return [200, [buildBooking()], headers];
      },
    });
    renderAt('/bookings', <BookingsPage />);
    expect(await screen.findByRole('tab', { name: 'Upcoming 2' })).toBeTruthy();
    expect(screen.queryByText('Second')).toBeNull();
    await press('Load more bookings');
    expect(await screen.findByText('Second')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Load more bookings' })).toBeNull();
  });

  it('link to the courts when the list is empty', async () => {
    mockApi({ ...me, 'GET /api/bookings': () => [200, []] });
    renderAt('/bookings', <BookingsPage />);
    expect(await screen.findByText('No upcoming bookings')).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Browse Elite Courts' }).getAttribute('href')).toBe(
      '/courts',
    );
  });

  it('reload after an error', async () => {
    let broken = true;
    mockApi({ ...me, 'GET /api/bookings': () => (broken ? [500, {}] : [200, [buildBooking()]]) });
    renderAt('/bookings', <BookingsPage />);
    expect(await screen.findByText('Unable to load your bookings data')).toBeTruthy();
    broken = false;
    await press('Try Again');
    expect(await screen.findByText('Camelback Clay')).toBeTruthy();
  });

  it('show the refund before canceling and reappear if it fails', async () => {
    const calls = mockApi({
      ...me,
      'GET /api/bookings': () => [200, [buildBooking()]],
      'GET /api/bookings/b1/cancellation': () => [200, quote],
      'POST /api/bookings/b1/cancel': () => [
        409,
        { code: 'wrong_status', message: 'The hour has begun.' },
      ],
    });
    renderAt('/bookings', <BookingsPage />);
    await press(/^Cancel .*, 10:00 AM/);
    const dialog = await screen.findByRole('dialog', { name: 'Cancel this booking?' });
    expect(await within(dialog).findByText('$165.00')).toBeTruthy();
    expect(calls.some(({ name }) => name.startsWith('POST'))).toBe(false);
    await userEvent.click(within(dialog).getByRole('button', { name: 'Cancel Booking' }));
    expect(await screen.findByText('The hour has begun.')).toBeTruthy();
    expect(await screen.findByRole('tab', { name: 'Upcoming 1' })).toBeTruthy();
  });
});

it('moves focus to the page heading after canceling a booking', async () => {
  let status: 'confirmed' | 'cancelled' = 'confirmed';
  mockApi({
    ...me,
    'GET /api/bookings': () => [200, [buildBooking({ status, canCancel: status === 'confirmed' })]],
    'GET /api/bookings/b1/cancellation': () => [200, quote],
    'POST /api/bookings/b1/cancel': () => [200, buildBooking({ status: (status = 'cancelled') })],
  });
  renderAt('/bookings', <BookingsPage />);
  await press(/^Cancel .*, 10:00 AM/);
  await screen.findByText('$165.00');
  await press('Cancel Booking');
  expect(await screen.findByText('No upcoming bookings')).toBeTruthy();
  expect(document.activeElement).toBe(screen.getByRole('heading', { level: 1 }));
});

describe('bookings that never load', () => {
  beforeEach(() => void jest.useFakeTimers());
  afterEach(() => void jest.useRealTimers());

  it('let a member sign in again and return', async () => {
    mockApi({ ...me, 'GET /api/bookings': () => new Promise(() => undefined) });
    renderAt(
      '/bookings',
      <Routes>
        <Route path="/bookings" element={<BookingsPage />} />
        <Route path="/login" element={<LoginPage />} />
        <Route path="*" element={null} />
      </Routes>,
    );
    await act(() => jest.advanceTimersByTimeAsync(8_000));
    fireEvent.click(screen.getByRole('button', { name: 'Sign In Again' }));
    await act(() => jest.advanceTimersByTimeAsync(0));
    expect(screen.getByRole('heading', { name: 'Sign in' })).toBeTruthy();
    expect(popReturnPath()).toBe('/bookings');
  });
});

it('shows the player why a booking was declined', async () => {
  const declined = {
    cancelReason: 'host_declined',
    declineReason: 'maintenance',
    cancelNote: 'New lines',
  } as const;
  const booking = buildBooking({ status: 'cancelled', canCancel: false, ...declined });
  mockApi({ ...me, 'GET /api/bookings': () => [200, [booking]] });
  renderAt('/bookings?tab=cancelled', <BookingsPage />);
  expect(await screen.findByText('Declined by the host')).toBeTruthy();
  expect(screen.getByText('The court needs maintenance')).toBeTruthy();
  expect(screen.getByText('“New lines”')).toBeTruthy();
});

describe("a host's bookings", () => {
  it('show as confirmed immediately when accepted', async () => {
    let status: 'pending' | 'confirmed' = 'pending';
    const { promise: answered, resolve: answer } = Promise.withResolvers<undefined>();
    const calls = mockApi({
      ...host,
      'GET /api/bookings': () => [200, []],
      'GET /api/host/courts': () => [200, []],
      'GET /api/host/bookings': () => [200, [buildHostBooking({ status })]],
      'PATCH /api/bookings/b1/status': async () => {
        await answered;
        return [200, buildHostBooking({ status: (status = 'confirmed') })];
      },
    });
    renderAt('/bookings', <BookingsPage />);
    expect(await screen.findByText('Robin Base')).toBeTruthy();
    expect(await screen.findByRole('heading', { level: 1, name: 'Your Bookings' })).toBeTruthy();
    await press(/^Accept .*, 10:00 AM/);
    expect(screen.getByText('Confirmed')).toBeTruthy();
    expect(screen.queryByRole('button', { name: /^Accept .*, 10:00 AM/ })).toBeNull();
    expect(screen.queryByText('Booking Approved')).toBeNull();
    answer(undefined);
    expect(await screen.findByText('Booking Approved')).toBeTruthy();
    expect(calls.find(({ name }) => name.startsWith('PATCH'))!.body).toEqual({
      status: 'confirmed',
    });
  });

  it('send a reason and a note when declined', async () => {
    let booking = buildHostBooking();
    const calls = mockApi({
      ...host,
      'GET /api/bookings': () => [200, []],
      'GET /api/host/courts': () => [200, []],
      'GET /api/host/bookings': () => [200, [booking]],
      'PATCH /api/bookings/b1/status': () => [
        200,
        (booking = buildHostBooking({ status: 'cancelled' })),
      ],
    });
    renderAt('/bookings', <BookingsPage />);
    await press(/^Decline .*, 10:00 AM/);
    const dialog = await screen.findByRole('dialog', { name: 'Decline this request?' });
    await userEvent.selectOptions(
      within(dialog).getByLabelText('Reason'),
      'The court needs maintenance',
    );
    await userEvent.type(within(dialog).getByLabelText(/Note to the player/), ' New lines ');
    expect(calls.some(({ name }) => name.startsWith('PATCH'))).toBe(false);
    await userEvent.click(within(dialog).getByRole('button', { name: 'Decline Request' }));
    expect(await screen.findByText('Booking Declined')).toBeTruthy();
    expect(calls.find(({ name }) => name.startsWith('PATCH'))!.body).toEqual({
      status: 'cancelled',
      reason: 'maintenance',
      note: 'New lines',
    });
  });

  it('offer the answer buttons again after a failed request', async () => {
    mockApi({
      ...host,
      'GET /api/bookings': () => [200, []],
      'GET /api/host/courts': () => [200, []],
      'GET /api/host/bookings': () => [200, [buildHostBooking()]],
      'PATCH /api/bookings/b1/status': () => [500, {}],
    });
    renderAt('/bookings', <BookingsPage />);
    await press(/^Decline .*, 10:00 AM/);
    await press('Decline Request');
    expect(await screen.findByText('Failed to decline booking.')).toBeTruthy();
    expect(await screen.findByRole('button', { name: /^Accept .*, 10:00 AM/ })).toBeTruthy();
  });
});

describe('the Google Calendar link', () => {
  it('carries the hour of the booking', () => {
    const link = new URL(googleCalendarLink(buildBooking()));
    expect(link.searchParams.get('dates')).toBe('20990313T170000Z/20990313T180000Z');
  });
});

it('counts the days since a court was last played', () => {
  const played = buildBooking({ status: 'completed', endTime: '2027-03-01T10:00:00.000Z' });
  expect(lastPlayedLabel(buildBooking(), [played], '2027-03-13T09:00:00.000Z')).toBe(
    'Last played 12 days ago',
  );
  const lastNight = buildBooking({ status: 'completed', endTime: '2027-03-13T05:00:00.000Z' });
  expect(lastPlayedLabel(buildBooking(), [lastNight], '2027-03-13T15:00:00.000Z')).toBe(
    'Last played 1 day ago',
  );
  expect(lastPlayedLabel(buildBooking(), [], '2027-03-13T09:00:00.000Z')).toBeUndefined();
});
