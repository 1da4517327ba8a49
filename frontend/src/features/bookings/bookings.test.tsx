import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { act, cleanup, fireEvent, screen, within, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Route, Routes } from 'react-router-dom';
import { popReturnPath } from '../../resources/session/return-path';
import { buildBooking, buildHostBooking } from '../../testing/booking';
import { figuresLike } from '../../testing/earnings';
import { renderAt, robin } from '../../testing/render';
import { mockApi } from '../../testing/server';
import { LoginPage } from '../auth/login-page';
import { googleCalendarLink } from '../../resources/booking/calendar';
import { lastPlayedLabel } from './last-played-label';
import { BookingsPage } from './bookings-page';

const clickButton = async (name: string | RegExp) =>
  userEvent.click(await screen.findByRole('button', { name }));
const sessionHandlers = { 'GET /api/auth/me': () => [200, robin] as const };
const hostHandlers = {
  'GET /api/auth/me': () => [200, { ...robin, role: 'owner' }] as const,
  'GET /api/host/figures': () => [200, figuresLike()] as const,
};
const lateCancellation = {
  rule: 'late',
  refundAmount: '165.00',
  hostAmount: '148.50',
  platformAmount: '16.50',
  taxAmount: '0.00',
  totalAmount: '330.00',
  freeCancelUntil: '2099-03-12T17:00:00.000Z',
};

afterEach(cleanup);

describe("a player's bookings", () => {
  it('appear in tabs for upcoming, past, and canceled with counts', async () => {
    const bookingsByTab = {
      upcoming: [buildBooking({ sport: 'pickleball' })],
      past: [buildBooking({ id: 'b2', status: 'completed', canCancel: false })],
    };
    mockApi({
      ...sessionHandlers,
      'GET /api/bookings': ({ query }) => [
        200,
        bookingsByTab[query.get('when') as keyof typeof bookingsByTab] ?? [],
      ],
    });
    renderAt('/bookings', <BookingsPage />);
    expect(
      screen.getByRole('heading', { level: 1, name: 'Your Upcoming Experiences' }),
    ).toBeTruthy();
    expect(await screen.findByRole('tab', { name: 'Upcoming 1' })).toBeTruthy();
    expect(screen.getByText(/· Pickleball$/)).toBeTruthy();
    expect(screen.getByRole('tab', { name: 'Past 1' })).toBeTruthy();
    await userEvent.click(screen.getByRole('tab', { name: 'Canceled 0' }));
    expect(screen.getByText('No canceled bookings')).toBeTruthy();
    await waitFor(() =>
      expect(screen.getByTestId('address').textContent).toBe('/bookings?tab=cancelled'),
    );
  });

  it('show the deadline of the host, and when a confirmed hour starts', async () => {
    jest.useFakeTimers({ advanceTimers: true, now: Date.parse('2099-03-12T20:00:00.000Z') });
    try {
      mockApi({
        ...sessionHandlers,
        'GET /api/bookings': ({ query }) => [
          200,
          query.get('when') === 'upcoming'
            ? [
                buildBooking(),
                buildBooking({
                  id: 'b2',
                  status: 'pending',
                  answerBy: '2099-03-13T01:00:00.000Z',
                }),
              ]
            : [],
        ],
      });
      renderAt('/bookings', <BookingsPage />);
      expect(await screen.findByText('Starts in 21 hours')).toBeTruthy();
      expect(screen.getByText(/^The host has until/).textContent).toBe(
        'The host has until Thu, Mar 12, 6:00 PM MST to respond. 5 hours left.',
      );
    } finally {
      jest.useRealTimers();
    }
  });

  it('show the next game first, and the others by their day at the court', async () => {
    jest.useFakeTimers({ advanceTimers: true, now: Date.parse('2099-03-12T20:00:00.000Z') });
    try {
      const at = (startTime: string) => ({
        startTime,
        endTime: new Date(Date.parse(startTime) + 3_600_000).toISOString(),
      });
      const upcoming = [
        buildBooking({ id: 'b1', status: 'pending', ...at('2099-03-12T23:00:00.000Z') }),
        buildBooking({
          id: 'b2',
          waivers: { rule: 'warn', people: 3, signed: 1 },
          ...at('2099-03-13T05:00:00.000Z'),
        }),
        buildBooking({ id: 'b3', ...at('2099-03-13T17:00:00.000Z') }),
        buildBooking({ id: 'b4', ...at('2099-03-13T19:00:00.000Z') }),
        buildBooking({ id: 'b5', ...at('2099-03-14T17:00:00.000Z') }),
      ];
      mockApi({
        ...sessionHandlers,
        'GET /api/bookings': ({ query }) => [200, query.get('when') === 'upcoming' ? upcoming : []],
      });
      renderAt('/bookings', <BookingsPage />);
      const eyebrow = await screen.findByText('Your next game');
      const [nextGame] = screen.getAllByRole('article');
      expect(nextGame!.contains(eyebrow)).toBe(true);
      expect(within(nextGame!).getByText('Starts in 9 hours')).toBeTruthy();
      expect(
        within(nextGame!).getByRole('link', { name: 'Directions to Camelback Clay' }),
      ).toBeTruthy();
      expect(within(nextGame!).getByText(/^Waiver: 1 of 3 signed/)).toBeTruthy();
      expect(within(nextGame!).getByRole('button', { name: /^Guests of / })).toBeTruthy();
      const counts = ['Today', 'Tomorrow', 'Saturday, Mar 14'].map(
        (name) => within(screen.getByRole('region', { name })).getAllByRole('article').length,
      );
      expect(counts).toEqual([1, 2, 1]);
    } finally {
      jest.useRealTimers();
    }
  });

  it('show the day at the court', async () => {
    jest.useFakeTimers({ advanceTimers: true, now: Date.parse('2099-03-12T20:00:00.000Z') });
    try {
      const inTokyo = buildBooking({
        status: 'pending',
        zone: 'Asia/Tokyo',
        startTime: '2099-03-13T01:00:00.000Z',
        endTime: '2099-03-13T02:00:00.000Z',
      });
      const inPhoenix = buildBooking({ id: 'b2', status: 'pending' });
      mockApi({
        ...sessionHandlers,
        'GET /api/bookings': ({ query }) => [
          200,
          query.get('when') === 'upcoming' ? [inTokyo, inPhoenix] : [],
        ],
      });
      renderAt('/bookings', <BookingsPage />);
      const today = await screen.findByRole('region', { name: 'Today' });
      expect(within(today).getAllByRole('article')).toHaveLength(1);
      const tomorrow = screen.getByRole('region', { name: 'Tomorrow' });
      expect(within(tomorrow).getAllByRole('article')).toHaveLength(1);
    } finally {
      jest.useRealTimers();
    }
  });

  it('show no price after a cancellation, and can be booked again', async () => {
    mockApi({
      ...sessionHandlers,
      'GET /api/bookings': ({ query }) => [
        200,
        query.get('status') === 'cancelled'
          ? [
              buildBooking({
                status: 'cancelled',
                cancelReason: 'player_cancelled',
                canCancel: false,
              }),
            ]
          : [],
      ],
    });
    renderAt('/bookings?tab=cancelled', <BookingsPage />);
    const link = await screen.findByRole('link', { name: /^Book Again: / });
    expect(link.getAttribute('href')).toBe(
      '/courts/c1?date=2099-03-20&slot=2099-03-20T17%3A00%3A00.000Z',
    );
    expect(screen.queryByText('$330.00')).toBeNull();
  });

  it('load page by page and show the total', async () => {
    mockApi({
      ...sessionHandlers,
      'GET /api/bookings': ({ query }) => {
        if (query.get('when') !== 'upcoming') return [200, []];
        if (query.get('cursor'))
          return [
            200,
            [buildBooking({ id: 'b2', court: { ...buildBooking().court, name: 'Second' } })],
          ];
        const pageHeaders = {
          'X-Total-Count': '2',
          Link: '</api/bookings?when=upcoming&cursor=abc>; rel="next"',
        };
        return [200, [buildBooking()], pageHeaders];
      },
    });
    renderAt('/bookings', <BookingsPage />);
    expect(await screen.findByRole('tab', { name: 'Upcoming 2' })).toBeTruthy();
    expect(screen.queryByText('Second')).toBeNull();
    await clickButton('Load more bookings');
    expect(await screen.findByText('Second')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Load more bookings' })).toBeNull();
  });

  it('link to the courts when the list is empty', async () => {
    mockApi({ ...sessionHandlers, 'GET /api/bookings': () => [200, []] });
    renderAt('/bookings', <BookingsPage />);
    expect(await screen.findByText('No upcoming bookings')).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Browse Elite Courts' }).getAttribute('href')).toBe(
      '/courts',
    );
  });

  it('reload after an error', async () => {
    let isServerBroken = true;
    mockApi({
      ...sessionHandlers,
      'GET /api/bookings': () => (isServerBroken ? [500, {}] : [200, [buildBooking()]]),
    });
    renderAt('/bookings', <BookingsPage />);
    expect(await screen.findByText('Unable to load your bookings data')).toBeTruthy();
    isServerBroken = false;
    await clickButton('Try Again');
    expect(await screen.findByText('Camelback Clay')).toBeTruthy();
  });

  it('show the lists that can be loaded when another one fails', async () => {
    mockApi({
      ...sessionHandlers,
      'GET /api/bookings': ({ query }) => {
        if (query.get('status') === 'cancelled') return [500, {}];
        return [200, query.get('when') === 'upcoming' ? [buildBooking()] : []];
      },
    });
    renderAt('/bookings', <BookingsPage />);
    expect(await screen.findByText('Camelback Clay')).toBeTruthy();
    expect(await screen.findByRole('tab', { name: 'Past 0' })).toBeTruthy();
    await userEvent.click(screen.getByRole('tab', { name: 'Canceled' }));
    expect((await screen.findByRole('alert')).textContent).toContain('Error loading bookings');
    expect(screen.queryByText('No canceled bookings')).toBeNull();
    await userEvent.click(screen.getByRole('tab', { name: 'Upcoming 1' }));
    expect(await screen.findByText('Camelback Clay')).toBeTruthy();
  });

  it('load for the open tab first, and then for the counts of the other tabs', async () => {
    const { promise: pastLoaded, resolve: loadPast } = Promise.withResolvers<undefined>();
    const apiCalls = mockApi({
      ...sessionHandlers,
      'GET /api/bookings': async ({ query }) => {
        if (query.get('when') === 'past') await pastLoaded;
        return [200, []];
      },
    });
    renderAt('/bookings?tab=past', <BookingsPage />);
    const listUrls = () =>
      apiCalls.filter(({ name }) => name === 'GET /api/bookings').map(({ url }) => url);
    await waitFor(() => expect(listUrls()).toEqual(['/api/bookings?when=past']));
    loadPast(undefined);
    expect(await screen.findByRole('tab', { name: 'Upcoming 0' })).toBeTruthy();
    expect(await screen.findByRole('tab', { name: 'Canceled 0' })).toBeTruthy();
    expect(listUrls()).toHaveLength(3);
  });

  it('show that canceling an unpaid request is free, and no refund', async () => {
    mockApi({
      ...sessionHandlers,
      'GET /api/bookings': () => [
        200,
        [buildBooking({ status: 'pending', paymentStatus: 'unpaid' })],
      ],
      'GET /api/bookings/b1/cancellation': () => [
        200,
        { ...lateCancellation, rule: 'pending', refundAmount: '330.00' },
      ],
    });
    renderAt('/bookings', <BookingsPage />);
    await clickButton(/^Cancel .*, 10:00 AM/);
    const cancelDialog = within(
      await screen.findByRole('dialog', { name: 'Cancel this booking?' }),
    );
    expect(await cancelDialog.findByText(/^You haven't paid, .* is free\.$/)).toBeTruthy();
    expect(cancelDialog.getByText('Not charged')).toBeTruthy();
    expect(cancelDialog.queryByText(/refund/i)).toBeNull();
    // The host never sees the request, so no one would read a note.
    expect(cancelDialog.queryByLabelText(/^Note/)).toBeNull();
  });

  it('show the refund before canceling and reappear if canceling fails', async () => {
    const apiCalls = mockApi({
      ...sessionHandlers,
      'GET /api/bookings': () => [200, [buildBooking()]],
      'GET /api/bookings/b1/cancellation': () => [200, lateCancellation],
      'POST /api/bookings/b1/cancel': () => [
        409,
        { code: 'wrong_status', message: 'The hour has begun.' },
      ],
    });
    renderAt('/bookings', <BookingsPage />);
    await clickButton(/^Cancel .*, 10:00 AM/);
    const cancelDialog = await screen.findByRole('dialog', { name: 'Cancel this booking?' });
    expect(await within(cancelDialog).findByText('$165.00')).toBeTruthy();
    expect(apiCalls.some(({ name }) => name.startsWith('POST'))).toBe(false);
    await userEvent.click(within(cancelDialog).getByRole('button', { name: 'Cancel Booking' }));
    expect(await screen.findByText('The hour has begun.')).toBeTruthy();
    await clickButton('Keep Booking');
    expect(await screen.findByRole('tab', { name: 'Upcoming 1' })).toBeTruthy();
  });
});

it('moves focus to the page heading after canceling a booking', async () => {
  let status: 'confirmed' | 'cancelled' = 'confirmed';
  mockApi({
    ...sessionHandlers,
    'GET /api/bookings': () => [200, [buildBooking({ status, canCancel: status === 'confirmed' })]],
    'GET /api/bookings/b1/cancellation': () => [200, lateCancellation],
    'POST /api/bookings/b1/cancel': () => [200, buildBooking({ status: (status = 'cancelled') })],
  });
  renderAt('/bookings', <BookingsPage />);
  await clickButton(/^Cancel .*, 10:00 AM/);
  await screen.findByText('$165.00');
  await clickButton('Cancel Booking');
  expect(await screen.findByText('No upcoming bookings')).toBeTruthy();
  expect(document.activeElement).toBe(screen.getByRole('heading', { level: 1 }));
});

describe('bookings that never load', () => {
  beforeEach(() => void jest.useFakeTimers());
  afterEach(() => void jest.useRealTimers());

  it('offer to sign in again, which returns to the page', async () => {
    mockApi({
      ...sessionHandlers,
      'GET /api/auth/providers': () => [200, []],
      'GET /api/bookings': () => new Promise(() => undefined),
    });
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
  const declinedFields = {
    cancelReason: 'host_declined',
    declineReason: 'maintenance',
    cancelNote: 'New lines',
  } as const;
  const booking = buildBooking({ status: 'cancelled', canCancel: false, ...declinedFields });
  mockApi({ ...sessionHandlers, 'GET /api/bookings': () => [200, [booking]] });
  renderAt('/bookings?tab=cancelled', <BookingsPage />);
  expect(await screen.findByText('Declined by the host')).toBeTruthy();
  expect(screen.getByText('The court needs maintenance')).toBeTruthy();
  expect(screen.getByText('“New lines”')).toBeTruthy();
});

describe("a host's bookings", () => {
  it('show as confirmed immediately when approved', async () => {
    let status: 'pending' | 'confirmed' = 'pending';
    const { promise: statusResolved, resolve: resolveStatus } = Promise.withResolvers<undefined>();
    const apiCalls = mockApi({
      ...hostHandlers,
      'GET /api/bookings': () => [200, []],
      'GET /api/host/courts': () => [200, []],
      'GET /api/host/bookings': () => [200, [buildHostBooking({ status })]],
      'PATCH /api/bookings/b1/status': async () => {
        await statusResolved;
        return [200, buildHostBooking({ status: (status = 'confirmed') })];
      },
    });
    renderAt('/bookings', <BookingsPage />);
    expect(await screen.findByText('Robin Base')).toBeTruthy();
    expect(await screen.findByRole('heading', { level: 1, name: 'Your Bookings' })).toBeTruthy();
    await clickButton(/^Approve .*, 10:00 AM/);
    expect(screen.getByText('Confirmed')).toBeTruthy();
    expect(screen.queryByRole('button', { name: /^Approve .*, 10:00 AM/ })).toBeNull();
    expect(screen.queryByText('Booking Approved')).toBeNull();
    resolveStatus(undefined);
    expect(await screen.findByText('Booking Approved')).toBeTruthy();
    expect(apiCalls.find(({ name }) => name.startsWith('PATCH'))!.body).toEqual({
      status: 'confirmed',
    });
  });

  it('are not the next game of the host, unlike one that the host booked', async () => {
    const own = buildBooking({
      id: 'b2',
      startTime: '2099-03-14T17:00:00.000Z',
      endTime: '2099-03-14T18:00:00.000Z',
    });
    const whenUpcoming = (query: URLSearchParams, booking: unknown) =>
      [200, query.get('when') === 'upcoming' ? [booking] : []] as const;
    mockApi({
      ...hostHandlers,
      'GET /api/bookings': ({ query }) => whenUpcoming(query, own),
      'GET /api/host/courts': () => [200, []],
      'GET /api/host/bookings': ({ query }) =>
        whenUpcoming(query, buildHostBooking({ status: 'confirmed' })),
    });
    renderAt('/bookings', <BookingsPage />);
    const hosted = await screen.findByRole('region', { name: 'Friday, Mar 13' });
    expect(within(hosted).getByText('Robin Base')).toBeTruthy();
    expect(screen.getAllByText('Your next game')).toHaveLength(1);
  });

  it('can be declined with a reason and a note', async () => {
    let hostBooking = buildHostBooking();
    const apiCalls = mockApi({
      ...hostHandlers,
      'GET /api/bookings': () => [200, []],
      'GET /api/host/courts': () => [200, []],
      'GET /api/host/bookings': () => [200, [hostBooking]],
      'PATCH /api/bookings/b1/status': () => [
        200,
        (hostBooking = buildHostBooking({ status: 'cancelled' })),
      ],
    });
    renderAt('/bookings', <BookingsPage />);
    await clickButton(/^Decline .*, 10:00 AM/);
    const declineDialog = await screen.findByRole('dialog', { name: 'Decline this request?' });
    await userEvent.selectOptions(
      within(declineDialog).getByLabelText('Reason'),
      'The court needs maintenance',
    );
    await userEvent.type(within(declineDialog).getByLabelText(/Note to the player/), ' New lines ');
    expect(apiCalls.some(({ name }) => name.startsWith('PATCH'))).toBe(false);
    await userEvent.click(within(declineDialog).getByRole('button', { name: 'Decline Request' }));
    expect(await screen.findByText('Booking Declined')).toBeTruthy();
    expect(apiCalls.find(({ name }) => name.startsWith('PATCH'))!.body).toEqual({
      status: 'cancelled',
      reason: 'maintenance',
      note: 'New lines',
    });
  });

  it('show no rating and no figures that could not be loaded', async () => {
    let isServerBroken = true;
    mockApi({
      ...hostHandlers,
      'GET /api/bookings': () => [200, []],
      'GET /api/host/bookings': () => [200, []],
      'GET /api/host/figures': () => (isServerBroken ? [500, {}] : [200, figuresLike()]),
      'GET /api/host/courts': () => (isServerBroken ? [500, {}] : [200, []]),
    });
    renderAt('/bookings', <BookingsPage />);
    const alert = await screen.findByRole('alert');
    expect(alert.textContent).toContain('Unable to load your figures');
    expect(screen.queryByText('New')).toBeNull();
    isServerBroken = false;
    await userEvent.click(screen.getByRole('button', { name: 'Try Again' }));
    expect(await screen.findByText('New')).toBeTruthy();
    expect(screen.queryByText('Unable to load your figures')).toBeNull();
  });

  it('keep the dialog and its note, and offer Approve again, after a failed request', async () => {
    mockApi({
      ...hostHandlers,
      'GET /api/bookings': () => [200, []],
      'GET /api/host/courts': () => [200, []],
      'GET /api/host/bookings': () => [200, [buildHostBooking()]],
      'PATCH /api/bookings/b1/status': () => [500, {}],
    });
    renderAt('/bookings', <BookingsPage />);
    await clickButton(/^Decline .*, 10:00 AM/);
    await userEvent.type(await screen.findByLabelText(/Note to the player/), 'The net tore.');
    await clickButton('Decline Request');
    expect(screen.getAllByText('Choose a reason')).toHaveLength(2);
    await userEvent.selectOptions(screen.getByLabelText('Reason'), 'maintenance');
    await clickButton('Decline Request');
    expect(await screen.findByText('Failed to decline booking.')).toBeTruthy();
    expect(await screen.findByRole('dialog', { name: 'Decline this request?' })).toBeTruthy();
    expect(screen.getByLabelText(/Note to the player/)).toHaveProperty('value', 'The net tore.');
    await clickButton('Keep Request');
    await clickButton('Discard Changes');
    expect(await screen.findByRole('button', { name: /^Approve .*, 10:00 AM/ })).toBeTruthy();
  });
});

describe('the Google Calendar link', () => {
  it('contains the hour of the booking', () => {
    const calendarLink = new URL(googleCalendarLink(buildBooking()));
    expect(calendarLink.searchParams.get('dates')).toBe('20990313T170000Z/20990313T180000Z');
  });
});

it('counts the days since a court was last played', () => {
  const playedBooking = buildBooking({ status: 'completed', endTime: '2027-03-01T10:00:00.000Z' });
  expect(lastPlayedLabel(buildBooking(), [playedBooking], '2027-03-13T09:00:00.000Z')).toBe(
    'Last played 12 days ago',
  );
  const lastNightBooking = buildBooking({
    status: 'completed',
    endTime: '2027-03-13T05:00:00.000Z',
  });
  expect(lastPlayedLabel(buildBooking(), [lastNightBooking], '2027-03-13T15:00:00.000Z')).toBe(
    'Last played 1 day ago',
  );
  expect(lastPlayedLabel(buildBooking(), [], '2027-03-13T09:00:00.000Z')).toBeUndefined();
});
