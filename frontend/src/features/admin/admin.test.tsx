import { afterEach, describe, expect, it } from '@jest/globals';
import type { MonthOfRevenue } from '@courtly/contracts/revenue';
import { cleanup, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { renderAt, robin } from '../../testing/render';
import { mockApi } from '../../testing/server';
import { AdminPage } from './admin-page';
import { netPerMonth } from './revenue-card';

afterEach(cleanup);

const noApplications = { total: 0, pending: 0, overdue: 0 };
const adminHandlers = {
  'GET /api/auth/me': () => [200, { ...robin, role: 'admin' }] as const,
  'GET /api/admin/applications': () =>
    [200, { player: noApplications, host: noApplications }] as const,
};
const march: MonthOfRevenue = {
  month: '2027-03',
  commission: '363.00',
  memberships: '199.00',
  fees: '9.87',
  refunds: '330.00',
  disputes: '0.00',
  net: '222.13',
};
const february = {
  ...march,
  month: '2027-02',
  memberships: '0.00',
  net: '-9.87',
  commission: '330.00',
};

describe('platform revenue', () => {
  it('lists months newest first with the total of the year', async () => {
    mockApi({ ...adminHandlers, 'GET /api/admin/revenue': () => [200, [march, february]] });
    renderAt('/admin/dashboard?tab=revenue', <AdminPage />);
    const revenueTable = await screen.findByRole('table', { name: 'Revenue by month' });
    const [, firstRow, secondRow] = within(revenueTable).getAllByRole('row');
    const cellTexts = (rowElement: HTMLElement) =>
      within(rowElement)
        .getAllByRole('cell')
        .map(({ lastChild }) => lastChild!.textContent);
    expect(within(firstRow!).getByRole('rowheader').textContent).toBe('March 2027');
    expect(cellTexts(firstRow!)).toEqual([
      '$363.00',
      '$199.00',
      '$9.87',
      '$330.00',
      '$0.00',
      '$222.13',
    ]);
    expect(cellTexts(secondRow!).at(-1)).toBe('-$9.87');
    expect(screen.getAllByText('$212.26').length).toBeGreaterThan(0);
  });

  it('charts months from the earliest to the latest', () =>
    expect(
      netPerMonth([march, february]).map(({ label, value, words }) => [label, value, words]),
    ).toEqual([
      ['Feb', -9.87, '-$9.87'],
      ['Mar', 222.13, '$222.13'],
    ]));

  it('shows an empty state before anything was earned', async () => {
    mockApi({ ...adminHandlers, 'GET /api/admin/revenue': () => [200, []] });
    renderAt('/admin/dashboard?tab=revenue', <AdminPage />);
    expect(await screen.findByText('Nothing earned yet')).toBeTruthy();
  });

  it('offers a retry when revenue fails to load', async () => {
    let isServerUp = false;
    mockApi({
      ...adminHandlers,
      'GET /api/admin/revenue': () => (isServerUp ? [200, [march]] : [500, {}]),
    });
    renderAt('/admin/dashboard?tab=revenue', <AdminPage />);
    const retryButton = await screen.findByRole('button', { name: 'Try Again' });
    expect(screen.getByText('Unable to load revenue')).toBeTruthy();
    isServerUp = true;
    await userEvent.click(retryButton);
    expect(await screen.findByRole('table', { name: 'Revenue by month' })).toBeTruthy();
  });
});
