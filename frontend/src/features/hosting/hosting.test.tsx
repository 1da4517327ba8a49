import { afterEach, describe, expect, it } from '@jest/globals';
import { cleanup, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { hostBookingLike } from '../../testing/booking';
import { courtLike } from '../../testing/court';
import { nobody, renderAt, robin } from '../../testing/render';
import { serve } from '../../testing/server';
import { averageRating, earned, startsInMonthOf, sum } from '../../lib/earnings';
import { Page as HostDashboard } from './host-dashboard-page';
import { Page as OwnerDashboard } from './owner-dashboard-page';

afterEach(cleanup);

const me = { 'GET /api/auth/me': () => [200, { ...robin, role: 'owner' }] as const };

describe('what a host earns', () => {
  it('counts completed bookings alone, to the cent', () => {
    const played = { status: 'completed', payoutAmount: '98.95' } as const;
    expect(earned([hostBookingLike(played), hostBookingLike(played), hostBookingLike()])).toBe('197.90');
    expect(sum(['0.10', '0.20'])).toBe('0.30');
  });

  it('belongs to the month on the calendar of the court', () => {
    const lateInPhoenix = hostBookingLike({ startTime: '2027-04-01T05:00:00.000Z' });
    expect(startsInMonthOf('2027-03-15T12:00:00.000Z')(lateInPhoenix)).toBe(true);
    expect(startsInMonthOf('2027-04-15T12:00:00.000Z')(lateInPhoenix)).toBe(false);
  });

  it('has a rating that weighs every review alike, or none', () => {
    const rated = (rating: number | null, count: number) => ({ rating: { rating, count } });
    expect(averageRating([rated(5, 3), rated(3, 1), rated(null, 0)])).toBe('4.5');
    expect(averageRating([rated(null, 0)])).toBe('New');
  });
});

describe('the host dashboard', () => {
  it('asks visitors to sign in', async () => {
    serve({ 'GET /api/auth/me': nobody });
    renderAt('/host-dashboard', <HostDashboard />);
    expect(await screen.findByText('Please sign in to see your host dashboard')).toBeTruthy();
  });

  it('approves a request in its dialog, at once', async () => {
    let status: 'pending' | 'confirmed' = 'pending';
    serve({
      ...me,
      'GET /api/host/courts': () => [200, [courtLike()]],
      'GET /api/host/bookings': () => [200, [hostBookingLike({ status })]],
      'PATCH /api/bookings/b1/status': () => [200, hostBookingLike({ status: (status = 'confirmed') })],
    });
    renderAt('/host-dashboard?tab=bookings', <HostDashboard />);
    await userEvent.click(await screen.findByRole('button', { name: 'Details' }));
    const dialog = await screen.findByRole('dialog', { name: 'Booking details' });
    await userEvent.click(within(dialog).getByRole('button', { name: 'Approve' }));
    expect(await screen.findByText('Booking Approved')).toBeTruthy();
    expect(screen.getByText('No pending bookings')).toBeTruthy();
    expect(screen.getByText('Confirmed')).toBeTruthy();
  });
});

describe('the owner dashboard', () => {
  it('shows a court again when it could not be hidden', async () => {
    const calls = serve({
      ...me,
      'GET /api/host/courts': () => [200, [courtLike()]],
      'GET /api/host/bookings': () => [200, []],
      'PATCH /api/courts/c1/status': () => [500, {}],
    });
    renderAt('/owner/dashboard', <OwnerDashboard />);
    await userEvent.click(await screen.findByRole('button', { name: 'Deactivate Camelback Clay' }));
    expect(await screen.findByText('Failed to save court')).toBeTruthy();
    expect(await screen.findByRole('button', { name: 'Deactivate Camelback Clay' })).toBeTruthy();
    expect(calls.find(({ name }) => name.startsWith('PATCH'))!.body).toEqual({ isActive: false });
  });
});
