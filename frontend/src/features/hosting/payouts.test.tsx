import { afterEach, describe, expect, it } from '@jest/globals';
import type { CourtEarnings } from '@courtly/contracts/payouts';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { payoutAccountLike } from '../../testing/earnings';
import { renderAt, robin } from '../../testing/render';
import { mockApi } from '../../testing/server';
import { HostEarningsPage } from './host-earnings-page';
import { earnedPerMonth, earningYears } from './moved-earnings';

afterEach(cleanup);

const me = { 'GET /api/auth/me': () => [200, { ...robin, role: 'owner' }] as const };
const march: CourtEarnings = {
  month: '2027-03',
  courtId: 'c1',
  court: 'Camelback Clay',
  bookings: 2,
  earned: '445.50',
  paid: '297.00',
  due: '148.50',
  frozen: '0.00',
};
const rows = [
  { ...march, month: '2027-04' },
  march,
  { ...march, courtId: 'c2', court: 'Roxbury', earned: '0.01', month: '2026-12' },
];
const account = payoutAccountLike({ isNeeded: true, state: 'active' });

describe('the host earnings page', () => {
  it('lists earnings by court and month, with totals and yearly downloads', async () => {
    mockApi({
      ...me,
      'GET /api/host/payout-account': () => [200, account],
      'GET /api/host/earnings/courts': () => [200, rows],
    });
    renderAt('/host/earnings', <HostEarningsPage />);
    const table = await screen.findByRole('table', { name: 'Earnings by court and month' });
    const cells = within(within(table).getAllByRole('row')[2]!).getAllByRole('cell');
    expect(cells.map(({ lastChild }) => lastChild!.textContent)).toEqual([
      '$445.50',
      '$297.00',
      '$148.50',
      '$0.00',
    ]);
    expect(within(table).getByText('March 2027, 2 bookings')).toBeTruthy();
    expect(screen.getAllByText('$891.01').length).toBeGreaterThan(0);
    const files = screen
      .getAllByRole('link', { name: /^Download/ })
      .map((link) => link.getAttribute('href'));
    expect(files).toEqual(['/api/host/earnings.csv?year=2027', '/api/host/earnings.csv?year=2026']);
    expect(screen.getByText('Payouts are set up')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Set up payouts' })).toBeNull();
  });

  it('shows an empty state before the first earnings', async () => {
    mockApi({
      ...me,
      'GET /api/host/payout-account': () => [200, payoutAccountLike()],
      'GET /api/host/earnings/courts': () => [200, []],
    });
    renderAt('/host/earnings', <HostEarningsPage />);
    expect(await screen.findByText('Nothing earned yet')).toBeTruthy();
    expect(screen.queryByText('Set up payouts')).toBeNull();
  });

  it('sums earnings of all courts by month, earliest first', () => {
    const second = { ...march, courtId: 'c2', earned: '0.01' };
    expect(earnedPerMonth([...rows, second]).map(({ name, words }) => [name, words])).toEqual([
      ['December 2026', '$0.01'],
      ['March 2027', '$445.51'],
      ['April 2027', '$445.50'],
    ]);
    expect(earningYears(rows)).toEqual(['2027', '2026']);
  });
});

describe('the payout status', () => {
  it('shows the waiting amount and reports that Stripe failed to open', async () => {
    const waiting = { bookings: 2, amount: '445.50' };
    const apiCalls = mockApi({
      ...me,
      'GET /api/host/payout-account': () => [200, payoutAccountLike({ isNeeded: true, waiting })],
      'GET /api/host/earnings/courts': () => [200, []],
      'POST /api/host/payout-account': () => [
        409,
        { code: 'conflict', message: 'Please try again.' },
      ],
    });
    renderAt('/host/earnings?payouts=again', <HostEarningsPage />);
    expect(
      await screen.findByText('$445.50 from 2 bookings is waiting to be paid out.'),
    ).toBeTruthy();
    expect(screen.getByText('That page expired. Please open it again.')).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Set up payouts' }));
    expect(await screen.findByText('Please try again.')).toBeTruthy();
    expect(apiCalls.filter(({ name }) => name === 'POST /api/host/payout-account')).toHaveLength(1);
  });

  it('refreshes when the host returns from Stripe', async () => {
    let state: 'onboarding' | 'active' = 'onboarding';
    const apiCalls = mockApi({
      ...me,
      'GET /api/host/payout-account': () => [200, payoutAccountLike({ isNeeded: true, state })],
      'GET /api/host/earnings/courts': () => [200, []],
      'POST /api/host/payout-account/check': () => {
        state = 'active';
        return [202];
      },
    });
    renderAt('/host/earnings?payouts=back', <HostEarningsPage />);
    expect(await screen.findByText('Payouts are set up')).toBeTruthy();
    await waitFor(() => expect(apiCalls.some(({ name }) => name.endsWith('/check'))).toBe(true));
  });
});
