import { afterEach, describe, expect, it } from '@jest/globals';
import type { Conversation } from '@courtly/contracts/messages';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { buildHostBooking } from '../../testing/booking';
import { courtLike } from '../../testing/court';
import { analyticsLike, figuresLike, monthLike, payoutAccountLike } from '../../testing/earnings';
import { signedOut, renderAt, robin } from '../../testing/render';
import { mockApi } from '../../testing/server';
import { addMoney } from '../../lib/money';
import { averageRating } from '../../resources/court/court-labels';
import { HostDashboardPage } from './host-dashboard-page';

afterEach(cleanup);

const me = {
  'GET /api/auth/me': () => [200, { ...robin, role: 'owner' }] as const,
  'GET /api/host/figures': () => [200, figuresLike({ earned: '594.00' })] as const,
};

describe('host figures', () => {
  it('add amounts to the cent', () => expect(addMoney(['0.10', '0.20'])).toBe('0.30'));

  it('average the rating over all reviews', () => {
    const rated = (rating: number | null, count: number) => ({ rating: { rating, count } });
    expect(averageRating([rated(5, 3), rated(3, 1), rated(null, 0)])).toBe('4.5');
    expect(averageRating([rated(null, 0)])).toBe('New');
  });
});

describe('the host dashboard', () => {
  it('counts requests and confirmed bookings as upcoming, and shows their money separately', async () => {
    mockApi({
      ...me,
      'GET /api/host/courts': () => [200, [courtLike()]],
      'GET /api/host/payout-account': () => [200, payoutAccountLike()],
      'GET /api/host/figures': () => [
        200,
        { ...figuresLike({ expected: '198.00' }), pending: 1, upcoming: 2 },
      ],
      'GET /api/host/earnings': () => [200, [monthLike({ bookings: 2, expected: '198.00' })]],
      'GET /api/host/bookings': () => [200, []],
    });
    renderAt('/host-dashboard?tab=earnings', <HostDashboardPage />);
    expect(await screen.findByText('1 awaiting your response')).toBeTruthy();
    expect(screen.getByRole('tab', { name: 'Bookings 2' })).toBeTruthy();
    expect(screen.getByText('$0.00 in all, $198.00 upcoming')).toBeTruthy();
    const month = await screen.findByRole('region', { name: 'March 2027' });
    expect(within(month).getByText('Upcoming, not included')).toBeTruthy();
    expect(within(month).queryByRole('table')).toBeNull();
  });

  it('asks visitors to sign in', async () => {
    mockApi({ 'GET /api/auth/me': signedOut });
    renderAt('/host-dashboard', <HostDashboardPage />);
    expect(await screen.findByText('Please sign in to see your host dashboard')).toBeTruthy();
  });

  it('says that courts are not listed until their host is approved', async () => {
    mockApi({
      ...me,
      'GET /api/host/courts': () => [200, [courtLike({ ownerId: robin.id, awaitsApproval: true })]],
      'GET /api/host/bookings': () => [200, []],
      'GET /api/host/approval': () => [200, { state: 'missing' }],
    });
    renderAt('/host-dashboard', <HostDashboardPage />);
    expect(await screen.findByRole('heading', { name: 'Not listed' })).toBeTruthy();
    expect(screen.getAllByText('Not listed')).toHaveLength(2);
    const link = await screen.findByRole('link', { name: 'Apply to Host' });
    expect(link.getAttribute('href')).toBe('/host-application');
  });

  it('shows one heading while the session loads', () => {
    mockApi({ 'GET /api/auth/me': () => new Promise(() => undefined) });
    renderAt('/host-dashboard', <HostDashboardPage />);
    expect(screen.getByRole('status', { name: 'Loading' })).toBeTruthy();
    expect(screen.getAllByRole('heading', { level: 1 })).toHaveLength(1);
  });

  it('shows one error if the courts cannot be loaded', async () => {
    mockApi({
      ...me,
      'GET /api/host/courts': () => [500, {}],
      'GET /api/host/bookings': () => [200, []],
    });
    renderAt('/host-dashboard', <HostDashboardPage />);
    expect(await screen.findByText('Unable to load your courts')).toBeTruthy();
    expect(screen.queryByText('Unable to load your figures')).toBeNull();
  });

  it('shows an error on another tab if the rating of the courts cannot be loaded', async () => {
    let isServerBroken = true;
    mockApi({
      ...me,
      'GET /api/host/courts': () => (isServerBroken ? [500, {}] : [200, [courtLike()]]),
      'GET /api/host/bookings': () => [200, []],
    });
    renderAt('/host-dashboard?tab=bookings', <HostDashboardPage />);
    expect(await screen.findByText('Unable to load your figures')).toBeTruthy();
    isServerBroken = false;
    await userEvent.click(screen.getByRole('button', { name: 'Try Again' }));
    await waitFor(() => expect(screen.queryByText('Unable to load your figures')).toBeNull());
  });

  it('reloads courts after a second change while it reloads figures after the first', async () => {
    const courts = [
      courtLike({ isActive: false }),
      courtLike({ id: 'c2', name: 'Desert Hard', isActive: false }),
    ];
    const activate = (index: number) => () => {
      courts[index] = { ...courts[index]!, isActive: true };
      return [200, courts[index]] as const;
    };
    let figuresCount = 0;
    const { promise: heldFigures, resolve: releaseFigures } =
      Promise.withResolvers<Awaited<ReturnType<(typeof me)['GET /api/host/figures']>>>();
    const apiCalls = mockApi({
      ...me,
      'GET /api/host/figures': () =>
        figuresCount++ === 0 ? me['GET /api/host/figures']() : heldFigures,
      'GET /api/host/courts': () => [200, courts],
      'GET /api/host/bookings': () => [200, []],
      'PATCH /api/courts/c1/status': activate(0),
      'PATCH /api/courts/c2/status': activate(1),
    });
    const reloadCount = () =>
      apiCalls.filter(({ name }) => name === 'GET /api/host/courts').length - 1;
    renderAt('/host-dashboard', <HostDashboardPage />);
    await userEvent.click(await screen.findByRole('button', { name: 'Activate Camelback Clay' }));
    await waitFor(() => expect([reloadCount(), figuresCount]).toEqual([1, 2]));
    await userEvent.click(screen.getByRole('button', { name: 'Activate Desert Hard' }));
    await waitFor(() => expect(reloadCount()).toBe(2));
    releaseFigures(me['GET /api/host/figures']());
  });

  it('approves a request optimistically from its dialog', async () => {
    let status: 'pending' | 'confirmed' = 'pending';
    const { promise: answered, resolve: respond } = Promise.withResolvers<undefined>();
    mockApi({
      ...me,
      'GET /api/host/courts': () => [200, [courtLike()]],
      'GET /api/host/bookings': ({ query: searchParams }) => [
        200,
        searchParams.get('when') === 'past' ? [] : [buildHostBooking({ status })],
      ],
      'PATCH /api/bookings/b1/status': async () => {
        await answered;
        return [200, buildHostBooking({ status: (status = 'confirmed') })];
      },
    });
    renderAt('/host-dashboard?tab=bookings', <HostDashboardPage />);
    await userEvent.click(await screen.findByRole('button', { name: /^Details/ }));
    const dialog = await screen.findByRole('dialog', { name: 'Booking details' });
    expect(within(dialog).getByText('Tennis')).toBeTruthy();
    await userEvent.click(within(dialog).getByRole('button', { name: 'Approve' }));
    expect(screen.getByText('No pending bookings')).toBeTruthy();
    expect(screen.getByText('Confirmed')).toBeTruthy();
    expect(screen.queryByText('Booking Approved')).toBeNull();
    respond(undefined);
    expect(await screen.findByText('Booking Approved')).toBeTruthy();
    expect(document.activeElement).toBe(screen.getByRole('heading', { level: 1 }));
  });
});

describe('a completed booking', () => {
  it('shows the payout that was taken back next to the agreed payout', async () => {
    const payout = {
      bookingId: 'b1',
      courtId: 'c1',
      startTime: '2026-03-13T16:00:00.000Z',
      endTime: '2026-03-13T17:00:00.000Z',
      zone: 'America/Phoenix',
      zoneOffsets: [],
      amount: '0.00',
      paid: '0.00',
      paidAt: '2026-03-14T17:00:00.000Z',
      dueAt: '2026-03-14T17:00:00.000Z',
      waitsFor: null,
      isDisputeLost: true,
      isDisputed: false,
    };
    const past = buildHostBooking({ status: 'completed', paymentStatus: 'captured' });
    mockApi({
      ...me,
      'GET /api/host/courts': () => [200, [courtLike()]],
      'GET /api/host/bookings': ({ query: searchParams }) => [
        200,
        searchParams.get('when') === 'past' ? [past] : [],
      ],
      'GET /api/host/payouts': () => [200, [payout]],
    });
    renderAt('/host-dashboard?tab=bookings', <HostDashboardPage />);
    await userEvent.click(await screen.findByRole('button', { name: /^Details/ }));
    const dialog = await screen.findByRole('dialog', { name: 'Booking details' });
    expect(within(dialog).getByText('Agreed payout')).toBeTruthy();
    expect(await within(dialog).findByText(/^Payout: reversed\. /)).toBeTruthy();
  });
});

describe('a confirmed booking', () => {
  it('lets the host cancel with a reason and a full refund', async () => {
    let status: 'confirmed' | 'cancelled' = 'confirmed';
    const apiCalls = mockApi({
      ...me,
      'GET /api/host/courts': () => [200, [courtLike()]],
      'GET /api/host/bookings': ({ query: searchParams }) => [
        200,
        searchParams.get('when') === 'past' ? [] : [buildHostBooking({ status })],
      ],
      'GET /api/bookings/b1/cancellation': () => [
        200,
        {
          rule: 'by_host',
          refundAmount: '330.00',
          hostAmount: '0.00',
          platformAmount: '0.00',
          taxAmount: '0.00',
          totalAmount: '330.00',
          freeCancelUntil: '2099-03-12T17:00:00.000Z',
        },
      ],
      'POST /api/bookings/b1/cancel': () => [
        200,
        buildHostBooking({ status: (status = 'cancelled') }),
      ],
    });
    renderAt('/host-dashboard?tab=bookings', <HostDashboardPage />);
    await userEvent.click(await screen.findByRole('button', { name: /^Details/ }));
    await userEvent.click(screen.getByRole('button', { name: 'Cancel Booking' }));
    const dialog = await screen.findByRole('dialog', { name: 'Cancel this booking?' });
    expect(await within(dialog).findByText('Refund to the player')).toBeTruthy();
    await userEvent.selectOptions(within(dialog).getByLabelText('Reason'), 'weather');
    await userEvent.click(within(dialog).getByRole('button', { name: 'Cancel Booking' }));
    expect(await screen.findByText('No upcoming bookings')).toBeTruthy();
    expect(apiCalls.find(({ name }) => name.endsWith('/cancel'))!.body).toEqual({
      expectedRefund: '330.00',
      excuse: 'weather',
    });
  });
});

it.each(['pending', 'confirmed', 'completed'] as const)(
  'opens the conversation with the player of a %s booking and marks it as read',
  async (status) => {
    const conversation: Conversation = {
      bookingId: 'b1',
      side: 'host',
      unread: 1,
      canWrite: true,
      messages: [
        {
          number: 1,
          side: 'player',
          text: 'Is there a tap?',
          gone: null,
          sentAt: '2027-03-01T17:00:00.000Z',
          hidesContacts: false,
          isReported: false,
        },
      ],
    };
    const booking = () => buildHostBooking({ status, unreadMessages: 1 });
    mockApi({
      ...me,
      'GET /api/host/courts': () => [200, [courtLike()]],
      'GET /api/host/bookings': ({ query: searchParams }) => [
        200,
        searchParams.get('status') === status ||
        (searchParams.get('when') === 'past' && status === 'completed')
          ? [booking()]
          : [],
      ],
      'GET /api/bookings/b1': () => [200, booking()],
      'GET /api/bookings/b1/messages': () => [200, conversation],
      'POST /api/bookings/b1/messages/read': () => [200, { ...conversation, unread: 0 }],
    });
    renderAt('/host-dashboard?tab=bookings', <HostDashboardPage />);
    await userEvent.click(
      await screen.findByRole('button', { name: /^Message Player, 1 new: Robin Base, / }),
    );
    expect(await screen.findByText('Is there a tap?')).toBeTruthy();
    expect(screen.getByTestId('address').textContent).toBe(
      '/host-dashboard?tab=bookings&conversation=b1',
    );
    await userEvent.click(
      within(await screen.findByRole('dialog', { name: 'Messages' })).getByRole('button', {
        name: 'Close',
      }),
    );
    expect(
      await screen.findByRole('button', { name: /^Message Player: Robin Base, / }),
    ).toBeTruthy();
    await waitFor(() =>
      expect(screen.getByTestId('address').textContent).toBe('/host-dashboard?tab=bookings'),
    );
  },
);

describe('a completed booking', () => {
  const over = {
    status: 'completed',
    startTime: '2027-04-01T03:00:00.000Z',
    canCancel: false,
  } as const;

  it('lets the host review the player once', async () => {
    let needsReview = true;
    const apiCalls = mockApi({
      ...me,
      'GET /api/host/courts': () => [200, [courtLike()]],
      'GET /api/host/bookings': ({ query: searchParams }) => [
        200,
        searchParams.get('when') === 'past' ? [buildHostBooking({ ...over, needsReview })] : [],
      ],
      'POST /api/reviews': () => {
        needsReview = false;
        return [
          201,
          {
            bookingId: 'b1',
            player: null,
            host: null,
            revealedAt: null,
            revealBy: null,
            editableUntil: null,
          },
        ];
      },
    });
    renderAt('/host-dashboard?tab=bookings', <HostDashboardPage />);
    await userEvent.click(
      await screen.findByRole('button', { name: /^Review Player: Robin Base/ }),
    );
    const dialog = within(await screen.findByRole('dialog', { name: 'How was Robin Base?' }));
    expect(
      dialog.getByText(/^Your review stays hidden until the player's review is final/),
    ).toBeTruthy();
    await userEvent.click(dialog.getByRole('button', { name: 'Submit Review' }));
    expect(dialog.getByText('Choose 1 to 5 stars')).toBeTruthy();
    await userEvent.click(dialog.getByRole('radio', { name: '4' }));
    await userEvent.type(dialog.getByLabelText(/^Comment/), 'On time.');
    await userEvent.click(dialog.getByRole('button', { name: 'Submit Review' }));
    expect(await screen.findByText('Review submitted successfully!')).toBeTruthy();
    await waitFor(() =>
      expect(screen.queryByRole('button', { name: /^Review Player: Robin/ })).toBeNull(),
    );
    const sent = apiCalls.filter(({ name }) => name === 'POST /api/reviews');
    expect(sent.map(({ body }) => body)).toEqual([
      { courtId: 'c1', bookingId: 'b1', rating: 4, comment: 'On time.' },
    ]);
  });
});

describe('the record of a requesting player', () => {
  it('shows the average rating from host reviews', async () => {
    mockApi({
      ...me,
      'GET /api/host/courts': () => [200, [courtLike()]],
      'GET /api/host/bookings': ({ query: searchParams }) => [
        200,
        searchParams.get('status') === 'pending' ? [buildHostBooking()] : [],
      ],
    });
    renderAt('/host-dashboard?tab=bookings', <HostDashboardPage />);
    expect(await screen.findByText(/4\.5 of 5 from 2 host reviews/)).toBeTruthy();
  });
});

describe('earnings', () => {
  const played = { status: 'completed', startTime: '2027-04-01T03:00:00.000Z' } as const;

  it('are grouped by month, with a breakdown of each loaded payout', async () => {
    const apiCalls = mockApi({
      ...me,
      'GET /api/host/courts': () => [200, [courtLike()]],
      'GET /api/host/payout-account': () => [200, payoutAccountLike()],
      'GET /api/host/earnings': () => [
        200,
        [monthLike({ completed: 2, earned: '594.00', lateFees: '148.50' })],
      ],
      'GET /api/host/bookings': ({ query: searchParams }) =>
        searchParams.get('cursor') === 'more'
          ? [200, [buildHostBooking({ ...played, id: 'b' })]]
          : [
              200,
              [buildHostBooking({ ...played, id: 'a' })],
              { Link: '</api/host/bookings?cursor=more>; rel="next"' },
            ],
    });
    renderAt('/host-dashboard?tab=earnings', <HostDashboardPage />);
    const month = await screen.findByRole('region', { name: 'March 2027' });
    expect(within(month).getByText('$594.00')).toBeTruthy();
    expect(within(month).getByText('Including your share of late cancellations')).toBeTruthy();
    expect(within(month).getByText('$148.50')).toBeTruthy();
    const table = await within(month).findByRole('table', { name: 'Bookings in March 2027' });
    const heads = within(table)
      .getAllByRole('columnheader')
      .map(({ textContent }) => textContent);
    const amounts = within(table)
      .getAllByRole('cell')
      .map(({ lastChild }) => lastChild!.textContent);
    expect(heads.slice(1).map((head, index) => [head, amounts[index]])).toEqual([
      ['Rate', '$300.00'],
      ['Service fee', '$30.00'],
      ["Player's total", '$330.00'],
      ["Courtly's share", '$33.00'],
      ['Your payout', '$297.00'],
    ]);
    expect(within(table).getByRole('rowheader').textContent).toContain('Camelback Clay');
    await userEvent.click(screen.getByRole('button', { name: 'Load more bookings' }));
    await waitFor(() => expect(within(month).getAllByRole('rowheader')).toHaveLength(2));
    expect(within(month).getByText('$594.00')).toBeTruthy();
    expect(apiCalls.some(({ url }) => url === '/api/host/bookings?status=completed')).toBe(true);
    expect(screen.queryByRole('button', { name: 'Load more bookings' })).toBeNull();
  });
});

it('does not say that payments are off when it could not load the payout account', async () => {
  mockApi({
    ...me,
    'GET /api/host/courts': () => [200, [courtLike()]],
    'GET /api/host/payout-account': () => [500, {}],
    'GET /api/host/earnings': () => [200, [monthLike({ completed: 2, earned: '594.00' })]],
    'GET /api/host/bookings': () => [200, []],
  });
  renderAt('/host-dashboard?tab=earnings', <HostDashboardPage />);
  expect(await screen.findByText('Unable to load your payouts')).toBeTruthy();
  expect((await screen.findByText(/These are the agreed amounts/)).textContent).toMatch(
    /agreed amounts\.$/,
  );
});

it('shows an error for figures that could not be loaded', async () => {
  mockApi({
    ...me,
    'GET /api/host/figures': () => [500, {}],
    'GET /api/host/courts': () => [200, [courtLike()]],
    'GET /api/host/bookings': () => [200, []],
  });
  renderAt('/host-dashboard', <HostDashboardPage />);
  expect(await screen.findByText('Unable to load your figures')).toBeTruthy();
});

describe('the courts and analytics tabs', () => {
  it('show a court again when hiding it fails', async () => {
    const apiCalls = mockApi({
      ...me,
      'GET /api/host/courts': () => [200, [courtLike()]],
      'GET /api/host/bookings': () => [200, []],
      'PATCH /api/courts/c1/status': () => [500, {}],
    });
    renderAt('/owner/dashboard', <HostDashboardPage />);
    await userEvent.click(await screen.findByRole('button', { name: 'Deactivate Camelback Clay' }));
    const dialog = await screen.findByRole('dialog', { name: 'Hide this court?' });
    expect(await within(dialog).findByText('It has no bookings or requests.')).toBeTruthy();
    await userEvent.click(within(dialog).getByRole('button', { name: 'Deactivate' }));
    expect(await screen.findByText('Failed to save court')).toBeTruthy();
    await userEvent.click(within(dialog).getByRole('button', { name: 'Keep Active' }));
    expect(await screen.findByRole('button', { name: 'Deactivate Camelback Clay' })).toBeTruthy();
    expect(apiCalls.find(({ name }) => name.startsWith('PATCH'))!.body).toEqual({
      isActive: false,
    });
  });

  it('keep other changes in the list when one of them fails', async () => {
    const { promise: failed, resolve: fail } = Promise.withResolvers<undefined>();
    const { promise: activated, resolve: activate } = Promise.withResolvers<undefined>();
    const hiddenCourts = [
      courtLike({ isActive: false }),
      courtLike({ id: 'c2', name: 'Mummy Mountain', isActive: false }),
    ];
    mockApi({
      ...me,
      'GET /api/host/courts': () => [200, hiddenCourts],
      'GET /api/host/bookings': () => [200, []],
      'PATCH /api/courts/c1/status': async () => {
        await failed;
        return [500, {}];
      },
      'PATCH /api/courts/c2/status': async () => {
        await activated;
        return [200, (hiddenCourts[1] = { ...hiddenCourts[1]!, isActive: true })];
      },
    });
    renderAt('/owner/dashboard', <HostDashboardPage />);
    await userEvent.click(await screen.findByRole('button', { name: 'Activate Camelback Clay' }));
    await userEvent.click(screen.getByRole('button', { name: 'Activate Mummy Mountain' }));
    expect(await screen.findByRole('button', { name: 'Deactivate Mummy Mountain' })).toBeTruthy();
    fail(undefined);
    expect(await screen.findByRole('button', { name: 'Activate Camelback Clay' })).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Deactivate Mummy Mountain' })).toBeTruthy();
    activate(undefined);
    expect(await screen.findByText('Court activated')).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Deactivate Mummy Mountain' })).toBeTruthy();
  });

  it('open the court form to add or edit a court', async () => {
    mockApi({
      ...me,
      'GET /api/host/courts': () => [200, [courtLike()]],
      'GET /api/host/bookings': () => [200, []],
    });
    renderAt('/owner/dashboard', <HostDashboardPage />);
    await userEvent.click(await screen.findByRole('button', { name: 'Add Court' }));
    const dialog = await screen.findByRole('dialog', { name: 'Add Court' });
    await userEvent.click(within(dialog).getByRole('button', { name: 'Close' }));
    await userEvent.click(await screen.findByRole('button', { name: 'Edit Camelback Clay' }));
    expect(
      await screen.findByRole('dialog', { name: 'Edit Court', description: 'Camelback Clay' }),
    ).toBeTruthy();
  });

  it('explain that there is too little data for the period in the URL', async () => {
    const apiCalls = mockApi({
      ...me,
      'GET /api/host/courts': () => [200, [courtLike()]],
      'GET /api/host/bookings': () => [200, []],
      'GET /api/host/analytics': () => [
        200,
        analyticsLike([monthLike({ bookings: 1 })], { bookings: 1 }),
      ],
    });
    renderAt('/owner/dashboard?tab=analytics&months=3', <HostDashboardPage />);
    expect(await screen.findByText('Not enough data to chart yet')).toBeTruthy();
    expect(
      screen.getByText('There is one booking in these months. Charts appear once you have three.'),
    ).toBeTruthy();
    expect(apiCalls.some(({ url }) => url === '/api/host/analytics?months=3')).toBe(true);
    expect(screen.getByRole('radio', { name: '3 months', checked: true })).toBeTruthy();
    await userEvent.click(screen.getByRole('radio', { name: '12 months' }));
    await waitFor(() =>
      expect(screen.getByTestId('address').textContent).toBe(
        '/owner/dashboard?tab=analytics&months=12',
      ),
    );
  });
});
