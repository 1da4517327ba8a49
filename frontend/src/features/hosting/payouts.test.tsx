import { afterEach, describe, expect, it } from '@jest/globals';
import type { CourtEarnings, StatementLine, StatementSummary } from '@courtly/contracts/statements';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { figuresLike, payoutAccountLike } from '../../testing/earnings';
import { renderAt, robin } from '../../testing/render';
import { mockApi } from '../../testing/server';
import { HostEarningsPage } from './host-earnings-page';
import { paidPerMonth } from './moved-earnings';

afterEach(cleanup);

const me = {
  'GET /api/auth/me': () => [200, { ...robin, role: 'owner' }] as const,
  'GET /api/host/figures': () => [200, figuresLike({ expected: '198.00' })] as const,
};
const march: CourtEarnings = {
  month: '2027-03',
  courtId: 'c1',
  court: 'Camelback Clay',
  payments: 2,
  gross: '660.00',
  refunded: '165.00',
  paid: '445.50',
  takenBack: '0.00',
  net: '445.50',
};
const june = { ...march, month: '2027-06', payments: 0, gross: '0.00', refunded: '330.00' };
const rows = [
  { ...june, paid: '0.00', takenBack: '297.00', net: '-297.00' },
  march,
  { ...march, courtId: 'c2', court: 'Roxbury', net: '0.01', month: '2026-12' },
];
const { month: _month, courtId: _courtId, court: _court, ...sums } = march;
const summary: StatementSummary = {
  due: '148.50',
  frozen: '0.00',
  disputed: '0.00',
  debt: '0.00',
  years: [
    { year: '2027', ...sums },
    { year: '2026', ...sums, payments: 1, gross: '330.00' },
  ],
};
const payoutLine: StatementLine = {
  id: 'e1',
  kind: 'payout',
  at: '2027-03-15T02:00:00.000Z',
  reference: 'tr_1',
  bookingId: 'b1',
  courtId: 'c1',
  court: 'Camelback Clay',
  startTime: '2027-03-13T18:00:00.000Z',
  endTime: '2027-03-13T19:00:00.000Z',
  zone: 'America/Phoenix',
  zoneOffsets: [],
  charged: '330.00',
  tax: '0.00',
  fees: '33.00',
  amount: '297.00',
  borne: '0.00',
  adjusted: '0.00',
  note: '',
  cause: null,
};
const account = payoutAccountLike({ isNeeded: true, state: 'active' });
const noBalance: StatementSummary = {
  due: '0.00',
  frozen: '0.00',
  disputed: '0.00',
  debt: '0.00',
  years: [],
};
const noEarnings = {
  'GET /api/host/earnings/courts': () => [200, [] as CourtEarnings[]] as const,
  'GET /api/host/statement/summary': () => [200, noBalance] as const,
};

const renderEarnings = (
  shownSummary: StatementSummary = summary,
  earningRows = rows,
  shownAccount = account,
) => {
  mockApi({
    ...me,
    'GET /api/host/payout-account': () => [200, shownAccount],
    'GET /api/host/approval': () => [200, { state: 'missing' }],
    'GET /api/host/earnings/courts': () => [200, earningRows],
    'GET /api/host/statement/summary': () => [200, shownSummary],
    'GET /api/host/statement': () => [
      200,
      [
        {
          ...payoutLine,
          id: 'e2',
          kind: 'reversal',
          reference: 'trr_1',
          amount: '-297.00',
          cause: 'dispute',
        },
        payoutLine,
        { ...payoutLine, id: 'e0', kind: 'refund_borne', amount: '0.00', borne: '20.00' },
        {
          ...payoutLine,
          id: 'e3',
          kind: 'adjustment',
          amount: '0.00',
          adjusted: '-15.00',
          note: 'You repaired the lights.',
        },
      ],
    ],
  });
  renderAt('/host/earnings', <HostEarningsPage />);
};
const cellsOf = (row: HTMLElement) =>
  within(row)
    .getAllByRole('cell')
    .map(({ lastChild }) => lastChild!.textContent);

describe('the host earnings page', () => {
  it('lists movements by court and month, with totals', async () => {
    renderEarnings();
    await screen.findByRole('button', { name: 'Export CSV' });
    const table = await screen.findByRole('table', { name: 'Earnings by court and month' });
    const [, juneRow, marchRow] = within(table).getAllByRole('row');
    expect(cellsOf(marchRow!).slice(1)).toEqual([
      'March 2027',
      '$660.00',
      '$165.00',
      '$445.50',
      '$0.00',
      '$445.50',
    ]);
    expect(cellsOf(juneRow!).slice(2)).toEqual([
      '$0.00',
      '$330.00',
      '$0.00',
      '$297.00',
      '-$297.00',
    ]);
    expect(within(marchRow!).getByText('2 card payments')).toBeTruthy();
    expect(screen.getAllByText('$148.51').length).toBeGreaterThan(0);
    expect(screen.getByText('Payouts are set up')).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Open Stripe Dashboard' })).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Set Up Payouts' })).toBeNull();
  });

  it('says that payouts start after approval, and how to apply', async () => {
    renderEarnings(summary, rows, { ...account, needsApproval: true });
    expect(await screen.findByText("Payouts start once you're approved")).toBeTruthy();
    const link = await screen.findByRole('link', { name: 'Apply to Host' });
    expect(link.getAttribute('href')).toBe('/host-application');
    expect(screen.getByText('Payouts are set up')).toBeTruthy();
  });

  it('shows gross payments by year with a file for each year', async () => {
    renderEarnings();
    const table = await screen.findByRole('table', { name: 'Earnings by year' });
    expect(cellsOf(within(table).getAllByRole('row')[2]!)[0]).toBe('$330.00');
    const files = screen
      .getAllByRole('link', { name: /^Download/ })
      .map((link) => link.getAttribute('href'));
    expect(files).toEqual(['/api/host/earnings.csv?year=2027', '/api/host/earnings.csv?year=2026']);
  });

  it('first shows only the latest rows by court and month, and all rows on request', async () => {
    const months = Array.from({ length: 9 }, (_, index) => ({
      ...rows[0]!,
      month: `2027-0${9 - index}`,
    }));
    renderEarnings(summary, months);
    await screen.findByRole('button', { name: 'Export CSV' });
    const table = await screen.findByRole('table', { name: 'Earnings by court and month' });
    expect(within(table).getAllByRole('row')).toHaveLength(7);
    // Selecting and exporting include the rows that are not shown.
    await userEvent.click(within(table).getByRole('checkbox', { name: 'Select all' }));
    expect(screen.getByRole('button', { name: 'Export 9 as CSV' })).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Show all 9 rows' }));
    expect(within(table).getAllByRole('row')).toHaveLength(10);
    expect(screen.queryByRole('button', { name: /^Show all/ })).toBeNull();
  });

  it('lists each transfer and reversal with its booking and fees', async () => {
    renderEarnings();
    const table = await screen.findByRole('table', { name: 'Statement' });
    const [, reversal, payout, refund, adjustment] = within(table).getAllByRole('row');
    expect(cellsOf(reversal!)).toEqual(['–', '–', '-$297.00']);
    expect(
      within(reversal!).getByText("A dispute about the player's payment was lost."),
    ).toBeTruthy();
    expect(cellsOf(payout!)).toEqual(['$330.00', '$33.00', '$297.00']);
    expect(within(payout!).getByText('Payout, Sun, Mar 14, 2027')).toBeTruthy();
    expect(cellsOf(refund!)).toEqual(['–', '–', '–']);
    expect(within(refund!).getByText(/^Refund, your share \$20.00/)).toBeTruthy();
    expect(within(adjustment!).getByText(/^Courtly deducted \$15.00/)).toBeTruthy();
    expect(within(adjustment!).getByText('You repaired the lights.')).toBeTruthy();
  });

  it.each([
    ['debt', 'To be taken back'],
    ['disputed', 'Disputed'],
  ] as const)('shows a %s amount only if there is one', async (field, label) => {
    renderEarnings();
    await screen.findByRole('table', { name: 'Statement' });
    expect(screen.queryByText(label)).toBeNull();
    cleanup();
    renderEarnings({ ...summary, [field]: '297.00' });
    expect(await screen.findByText(label)).toBeTruthy();
  });

  it('shows upcoming earnings before the first payout', async () => {
    mockApi({
      ...me,
      'GET /api/host/payout-account': () => [200, payoutAccountLike()],
      ...noEarnings,
    });
    renderAt('/host/earnings', <HostEarningsPage />);
    expect(await screen.findByText('Nothing paid out yet')).toBeTruthy();
    const upcoming = (await screen.findByText('Upcoming')).parentElement!;
    expect(upcoming.textContent).toContain('$198.00');
    expect(screen.queryByText('Set up payouts')).toBeNull();
  });

  it('sums payouts of all courts by month, earliest first', () => {
    const second = { ...march, courtId: 'c2', net: '0.01' };
    expect(paidPerMonth([...rows, second]).map(({ name, words }) => [name, words])).toEqual([
      ['December 2026', '$0.01'],
      ['March 2027', '$445.51'],
      ['June 2027', '-$297.00'],
    ]);
  });
});

describe('the payout status', () => {
  it('shows the waiting amount and reports that Stripe failed to open', async () => {
    const waiting = { bookings: 2, amount: '445.50' };
    const apiCalls = mockApi({
      ...me,
      'GET /api/host/payout-account': () => [200, payoutAccountLike({ isNeeded: true, waiting })],
      ...noEarnings,
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
    await userEvent.click(screen.getByRole('button', { name: 'Set Up Payouts' }));
    expect(await screen.findByText('Please try again.')).toBeTruthy();
    expect(apiCalls.filter(({ name }) => name === 'POST /api/host/payout-account')).toHaveLength(1);
  });

  it('refreshes when the host returns from Stripe', async () => {
    let state: 'onboarding' | 'active' = 'onboarding';
    const apiCalls = mockApi({
      ...me,
      'GET /api/host/payout-account': () => [200, payoutAccountLike({ isNeeded: true, state })],
      ...noEarnings,
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
