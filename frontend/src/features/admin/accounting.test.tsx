import { afterEach, describe, expect, it } from '@jest/globals';
import type { MonthOfRevenue } from '@courtly/contracts/revenue';
import { cleanup, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { renderAt, robin } from '../../testing/render';
import { mockApi } from '../../testing/server';
import { AccountingPage, closableMonth, netPerMonth } from './accounting-page';

afterEach(cleanup);

const adminHandlers = {
  'GET /api/auth/me': () => [200, { ...robin, role: 'admin' }] as const,
  'GET /api/admin/accounting/taxes': () => [200, { cities: [], payments: [] }] as const,
};
const march: MonthOfRevenue = {
  month: '2027-03',
  closedAt: null,
  earned: {
    commission: '363.00',
    memberships: '199.00',
    refunds: '330.00',
    disputes: '0.00',
    fees: '9.87',
    canceledFees: '1.20',
    net: '222.13',
  },
  cards: { charged: '660.00', refunded: '330.00' },
  balances: {
    taxOwed: '0.00',
    held: '1650.00',
    refundsDue: '0.00',
    owedToHosts: '297.00',
    deferred: '182.42',
    owedByPlayers: '0.00',
    owedByHosts: '0.00',
    disputed: '0.00',
    stripeCash: '2100.00',
    stripeReserve: '50.00',
    bank: '0.00',
  },
  corrections: '0.00',
};
const february: MonthOfRevenue = {
  ...march,
  month: '2027-02',
  earned: {
    ...march.earned,
    commission: '0.00',
    memberships: '0.00',
    refunds: '0.00',
    net: '-9.87',
  },
};
const january: MonthOfRevenue = {
  ...february,
  month: '2027-01',
  closedAt: '2027-02-02T10:00:00.000Z',
  earned: { ...february.earned, fees: '0.00', net: '0.00' },
};

const cellTexts = (rowElement: HTMLElement) =>
  within(rowElement)
    .getAllByRole('cell')
    .map(({ lastChild }) => lastChild!.textContent);

describe('accounting', () => {
  it("lists months, newest first, with the year's total", async () => {
    mockApi({ ...adminHandlers, 'GET /api/admin/revenue': () => [200, [march, february]] });
    renderAt('/admin/accounting', <AccountingPage />);
    const revenueTable = await screen.findByRole('table', { name: 'Revenue by month' });
    const [, firstRow, secondRow] = within(revenueTable).getAllByRole('row');
    expect(within(firstRow!).getByRole('rowheader').textContent).toBe('March 2027');
    expect(cellTexts(firstRow!)).toEqual([
      '$363.00',
      '$199.00',
      '$330.00',
      '$0.00',
      '$9.87',
      '$222.13',
    ]);
    expect(cellTexts(secondRow!).at(-1)).toBe('-$9.87');
    expect(screen.getAllByText('$212.26').length).toBeGreaterThan(0);
    expect(screen.getByText('$2.40 of free cancellations')).toBeTruthy();
  });

  it('separates held, owed, and deferred amounts', async () => {
    mockApi({ ...adminHandlers, 'GET /api/admin/revenue': () => [200, [march]] });
    renderAt('/admin/accounting', <AccountingPage />);
    const table = await screen.findByRole('table', { name: 'Balances by month' });
    expect(cellTexts(within(table).getAllByRole('row')[1]!).slice(0, 3)).toEqual([
      '$1,650.00',
      '$297.00',
      '$182.42',
    ]);
    const files = screen
      .getAllByRole('link', { name: /\(CSV\)$/ })
      .map((link) => link.getAttribute('href'));
    expect(files).toEqual([
      '/api/admin/accounting/journal.csv?from=2027-01&to=2027-12',
      '/api/admin/accounting/tax.csv?from=2027-01&to=2027-12',
      '/api/admin/accounting/hosts.csv?year=2027',
    ]);
  });

  it('shows what each city is owed, and records a payment', async () => {
    const apiCalls = mockApi({
      ...adminHandlers,
      'GET /api/admin/revenue': () => [200, [march, february]],
      'GET /api/admin/accounting/taxes': () => [
        200,
        {
          cities: [
            { city: 'Austin', collected: '39.60', remitted: '26.40', owed: '13.20' },
            { city: 'Tempe', collected: '5.00', remitted: '5.00', owed: '0.00' },
          ],
          payments: [
            {
              id: 'p1',
              city: 'Austin',
              month: '2027-02',
              amount: '26.40',
              paidOn: '2027-03-15',
              note: 'Confirmation 4711',
            },
          ],
        },
      ],
      'POST /api/admin/accounting/tax-payments': () => [201, { paymentId: 'p2' }],
    });
    renderAt('/admin/accounting', <AccountingPage />);
    const cities = await screen.findByRole('table', { name: 'Tax by city' });
    const [, austin, tempe] = within(cities).getAllByRole('row');
    expect(cellTexts(austin!)).toEqual(['$39.60', '$26.40', '$13.20', 'Record Payment']);
    expect(cellTexts(tempe!).slice(2)).toEqual(['$0.00', '–']);
    const payments = await screen.findByRole('table', { name: 'Payments to cities' });
    expect(within(payments).getByText('Confirmation 4711')).toBeTruthy();
    await userEvent.click(within(austin!).getByRole('button', { name: 'Record Payment' }));
    await userEvent.type(screen.getByLabelText('Note'), 'Confirmation 4712');
    const paidOn = screen.getByLabelText<HTMLInputElement>('Paid on').value;
    const dialog = within(await screen.findByRole('dialog'));
    await userEvent.click(dialog.getByRole('button', { name: 'Record Payment' }));
    expect(await screen.findByText('Tax payment recorded')).toBeTruthy();
    expect(
      apiCalls.find(({ name }) => name === 'POST /api/admin/accounting/tax-payments')?.body,
    ).toEqual({
      city: 'Austin',
      month: '2027-02',
      amount: '13.20',
      paidOn,
      note: 'Confirmation 4712',
    });
  });

  it('closes the earliest open month, never the current one', async () => {
    const apiCalls = mockApi({
      ...adminHandlers,
      'GET /api/admin/revenue': () => [200, [march, february, january]],
      'POST /api/admin/accounting/periods': () => [201, { month: '2027-02' }],
    });
    renderAt('/admin/accounting', <AccountingPage />);
    await userEvent.click(await screen.findByRole('button', { name: 'Close February 2027' }));
    await userEvent.click(screen.getByRole('button', { name: 'Close Month' }));
    expect(await screen.findByText('February 2027 is closed.')).toBeTruthy();
    expect(
      apiCalls.find(({ name }) => name === 'POST /api/admin/accounting/periods')?.body,
    ).toEqual({ month: '2027-02' });
    expect(closableMonth([march])).toBeNull();
    expect(closableMonth([march, january])).toBeNull();
  });

  it('charts months from the earliest to the latest', () =>
    expect(
      netPerMonth([march, february]).map(({ label, value, words }) => [label, value, words]),
    ).toEqual([
      ['Feb', -9.87, '-$9.87'],
      ['Mar', 222.13, '$222.13'],
    ]));

  it('shows an empty state until something is earned', async () => {
    mockApi({ ...adminHandlers, 'GET /api/admin/revenue': () => [200, []] });
    renderAt('/admin/accounting', <AccountingPage />);
    expect(await screen.findByText('Nothing earned yet')).toBeTruthy();
  });

  it('offers a retry when revenue fails to load', async () => {
    let isServerUp = false;
    mockApi({
      ...adminHandlers,
      'GET /api/admin/revenue': () => (isServerUp ? [200, [march]] : [500, {}]),
    });
    renderAt('/admin/accounting', <AccountingPage />);
    const retryButton = await screen.findByRole('button', { name: 'Try Again' });
    expect(screen.getByText('Unable to load revenue')).toBeTruthy();
    isServerUp = true;
    await userEvent.click(retryButton);
    expect(await screen.findByRole('table', { name: 'Revenue by month' })).toBeTruthy();
  });
});
