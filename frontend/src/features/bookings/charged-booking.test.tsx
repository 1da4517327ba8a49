import { afterEach, describe, expect, it } from '@jest/globals';
import { cleanup, screen } from '@testing-library/react';
import { buildBooking, buildHostBooking } from '../../testing/booking';
import { figuresLike } from '../../testing/earnings';
import { renderAt, robin } from '../../testing/render';
import { mockApi } from '../../testing/server';
import { BookingsPage } from './bookings-page';

afterEach(cleanup);

const sessionHandlers = { 'GET /api/auth/me': () => [200, robin] as const };

describe('a charged booking', () => {
  const chargedBookingFields = {
    status: 'completed',
    paymentStatus: 'captured',
    canCancel: false,
  } as const;

  it('links its player to the receipt', async () => {
    mockApi({
      ...sessionHandlers,
      'GET /api/bookings': ({ query }) => [
        200,
        query.get('when') === 'past' ? [buildBooking(chargedBookingFields)] : [],
      ],
    });
    renderAt('/bookings?tab=past', <BookingsPage />);
    const receiptLink = await screen.findByRole('link', { name: /^Receipt for/ });
    expect(receiptLink.getAttribute('href')).toBe('/bookings/b1/receipt');
  });

  it('shows its host the payout status', async () => {
    const { startTime, endTime, zone } = buildBooking();
    const hostPayout = {
      bookingId: 'b1',
      courtId: 'c1',
      startTime,
      endTime,
      zone,
      zoneOffsets: [],
      amount: '297.00',
      paid: '0.00',
      paidAt: null,
      dueAt: '2099-03-14T18:00:00.000Z',
      waitsFor: 'account',
      isDisputeLost: false,
      isDisputed: false,
    } as const;
    mockApi({
      'GET /api/auth/me': () => [200, { ...robin, role: 'owner' }],
      'GET /api/host/figures': () => [200, figuresLike()],
      'GET /api/bookings': () => [200, []],
      'GET /api/host/courts': () => [200, []],
      'GET /api/host/bookings': ({ query }) => [
        200,
        query.get('when') === 'past' ? [buildHostBooking(chargedBookingFields)] : [],
      ],
      'GET /api/host/payouts': () => [200, [hostPayout]],
    });
    renderAt('/bookings?tab=past', <BookingsPage />);
    expect(
      await screen.findByText('Payout: $297.00, waiting until your payout account is ready'),
    ).toBeTruthy();
    expect(screen.queryByRole('link', { name: /^Receipt for/ })).toBeNull();
  });
});
