import { afterEach, describe, expect, it, jest } from '@jest/globals';
import type { MembershipReceipt, Receipt } from '@courtly/contracts/receipts';
import { act, cleanup, screen } from '@testing-library/react';
import { Route, Routes } from 'react-router-dom';
import { MINUTE_MS } from '../../lib/durations';
import { buildBooking } from '../../testing/booking';
import { renderAt, robin } from '../../testing/render';
import { mockApi } from '../../testing/server';
import { ReceiptPage } from './receipt-page';

afterEach(cleanup);

const sessionHandlers = {
  'GET /api/auth/me': () => [200, robin] as const,
  'GET /api/bookings/b1': () => [200, buildBooking()] as const,
};
const sale = {
  issuedAt: '2027-03-10T17:00:00.000Z',
  seller: 'Courtly, Inc.\n1 Main St, Phoenix, AZ 85001',
  card: { brand: 'visa', last4: '4242' },
};
const receipt: Receipt = {
  ...sale,
  receiptNumber: '20270310-ABCDEFGH',
  bookingId: 'b1',
  court: 'Camelback Clay',
  address: 'Paradise Valley',
  sport: 'pickleball',
  player: 'Robin Base',
  startTime: '2027-03-13T17:00:00.000Z',
  endTime: '2027-03-13T18:00:00.000Z',
  zone: 'America/Phoenix',
  zoneOffsets: [],
  lines: [
    { what: 'rate', amount: '300.00' },
    { what: 'fee', amount: '30.00' },
  ],
  tax: null,
  totalAmount: '330.00',
  moved: [
    { what: 'paid', amount: '330.00', at: '2027-03-10T17:00:00.000Z' },
    { what: 'refunded', amount: '165.00', at: '2027-03-13T04:00:00.000Z' },
  ],
  netAmount: '165.00',
  netTax: '0.00',
  policyId: 'standard-1',
};
const receiptLines = () =>
  screen.getAllByRole('term').map((term) => [term.textContent, term.nextSibling!.textContent]);
const receiptRoutes = (
  <Routes>
    <Route path="/bookings/:bookingId/receipt" element={<ReceiptPage />} />
    <Route path="/elite/receipts/:receiptNumber" element={<ReceiptPage />} />
  </Routes>
);

describe('a receipt', () => {
  it.each([
    ['added', false, 'Sales tax (8.25%)$27.23'],
    ['included', true, 'Includes Sales tax (8.25%)$25.15'],
  ])('has a line for an %s tax and for the tax in the net amount', async (_, included, line) => {
    const amount = included ? '25.15' : '27.23';
    const tax = { name: 'Sales tax', rate: 825, included, amount };
    const taxed = { ...receipt, tax, netTax: '12.58' };
    mockApi({
      ...sessionHandlers,
      'GET /api/bookings/b1/receipt': () => [200, { receipt: taxed }],
    });
    renderAt('/bookings/b1/receipt', receiptRoutes);
    await screen.findByText('Camelback Clay');
    const lines = screen.getAllByText(/Sales tax/).map((label) => label.parentElement!.textContent);
    expect(lines).toEqual([line, 'Includes Sales tax (8.25%)$12.58']);
  });

  it('offers to book the court again once the booking has ended', async () => {
    mockApi({
      ...sessionHandlers,
      'GET /api/bookings/b1/receipt': () => [200, { receipt }],
      'GET /api/bookings/b1': () => [200, buildBooking({ status: 'completed' })],
    });
    renderAt('/bookings/b1/receipt', receiptRoutes);
    const link = await screen.findByRole('link', { name: /^Book Again: Camelback Clay, / });
    expect(link.getAttribute('href')).toContain('/courts/c1?date=2099-03-20&slot=');
  });

  it('does not poll for the booking', async () => {
    jest.useFakeTimers({ advanceTimers: true });
    try {
      const calls = mockApi({
        ...sessionHandlers,
        'GET /api/bookings/b1/receipt': () => [200, { receipt }],
        'GET /api/bookings/b1': () => [200, buildBooking({ status: 'completed' })],
      });
      renderAt('/bookings/b1/receipt', receiptRoutes);
      await screen.findByRole('link', { name: /^Book Again: / });
      await act(() => jest.advanceTimersByTimeAsync(2 * MINUTE_MS));
      expect(calls.filter(({ name }) => name === 'GET /api/bookings/b1')).toHaveLength(1);
    } finally {
      jest.useRealTimers();
    }
  });

  it('lists price, charges, and refunds on court-local dates', async () => {
    mockApi({ ...sessionHandlers, 'GET /api/bookings/b1/receipt': () => [200, { receipt }] });
    renderAt('/bookings/b1/receipt', receiptRoutes);
    await screen.findByText('Camelback Clay');
    expect(receiptLines().slice(-6)).toEqual([
      ['Court, one hour', '$300.00'],
      ['Service fee', '$30.00'],
      ['Total', '$330.00'],
      ['Charged to Visa ending in 4242, Mar 10, 2027', '$330.00'],
      ['Refunded, Mar 12, 2027On your card between Fri, Mar 19 and Fri, Mar 26', '$165.00'],
      ['You paid', '$165.00'],
    ]);
    expect(receiptLines().slice(0, 2)).toEqual([
      ['Receipt', '20270310-ABCDEFGHWednesday, March 10, 2027'],
      ['Sold by', 'Courtly, Inc.1 Main St, Phoenix, AZ 85001'],
    ]);
    expect(screen.getByText('Pickleball')).toBeTruthy();
    expect(screen.getByText(/policy standard-1/)).toBeTruthy();
  });

  it('omits the sport of a booking that did not record one', async () => {
    mockApi({
      ...sessionHandlers,
      'GET /api/bookings/b1/receipt': () => [200, { receipt: { ...receipt, sport: null } }],
    });
    renderAt('/bookings/b1/receipt', receiptRoutes);
    await screen.findByText('Camelback Clay');
    expect(screen.queryByText(/^(Tennis|Pickleball)$/)).toBeNull();
  });

  it('expects only the repeated refund after the bank returned the first one', async () => {
    const moved = [
      ...receipt.moved,
      { what: 'refund_failed', amount: '165.00', at: '2027-03-14T17:00:00.000Z' } as const,
      { what: 'refunded', amount: '165.00', at: '2027-03-15T17:00:00.000Z' } as const,
    ];
    mockApi({
      ...sessionHandlers,
      'GET /api/bookings/b1/receipt': () => [200, { receipt: { ...receipt, moved } }],
    });
    renderAt('/bookings/b1/receipt', receiptRoutes);
    await screen.findByText('Failed refund, Mar 14, 2027');
    expect(screen.getAllByText(/^On your card/).map((hint) => hint.textContent)).toEqual([
      'On your card between Mon, Mar 22 and Mon, Mar 29',
    ]);
  });

  it('shows an empty state when nothing was charged', async () => {
    mockApi({ ...sessionHandlers, 'GET /api/bookings/b1/receipt': () => [200, { receipt: null }] });
    renderAt('/bookings/b1/receipt', receiptRoutes);
    expect(await screen.findByText('Nothing was charged')).toBeTruthy();
  });
});

describe('a membership receipt', () => {
  const membershipReceipt: MembershipReceipt = {
    ...sale,
    receiptNumber: '20270310-ABCDEFGH-1',
    member: 'Robin Base',
    plan: 'founding',
    period: { from: '2027-03-10T17:00:00.000Z', until: '2028-03-10T17:00:00.000Z' },
    amount: '199.00',
    moved: [
      { what: 'paid', amount: '199.00', at: '2027-03-10T17:00:00.000Z' },
      { what: 'refunded', amount: '50.00', at: '2027-03-13T04:00:00.000Z' },
      { what: 'dispute_open', amount: '149.00', at: '2027-04-01T04:00:00.000Z' },
    ],
    netAmount: '0.00',
  };
  const handlers = {
    ...sessionHandlers,
    'GET /api/membership/receipts': () => [200, [membershipReceipt]] as const,
  };

  it('names the period and the member, and lists the charged and returned amounts', async () => {
    mockApi(handlers);
    renderAt('/elite/receipts/20270310-ABCDEFGH-1', receiptRoutes);
    await screen.findByText('Courtly Elite');
    expect(receiptLines()).toEqual([
      ['Receipt', '20270310-ABCDEFGH-1Wednesday, March 10, 2027'],
      ['Sold by', 'Courtly, Inc.1 Main St, Phoenix, AZ 85001'],
      ['Membership', 'Courtly EliteMar 10, 2027 to Mar 10, 2028'],
      ['Member', 'Robin Base'],
      ['Elite, founding year', '$199.00'],
      ['Total', '$199.00'],
      ['Charged to Visa ending in 4242, Mar 10, 2027', '$199.00'],
      ['Refunded, Mar 13, 2027On your card between Fri, Mar 19 and Fri, Mar 26', '$50.00'],
      ["Disputed, and your bank hasn't decided yet, Apr 1, 2027", '$149.00'],
      ['You paid', '$0.00'],
    ]);
  });

  it('is not found under a number that does not belong to the member', async () => {
    mockApi(handlers);
    renderAt('/elite/receipts/20270310-OTHER-1', receiptRoutes);
    expect(await screen.findByText('Receipt not found')).toBeTruthy();
    expect(screen.queryByText('Courtly Elite')).toBeNull();
  });
});
