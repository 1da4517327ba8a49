import { afterEach, describe, expect, it } from '@jest/globals';
import type { Receipt } from '@courtly/contracts/receipts';
import { cleanup, screen } from '@testing-library/react';
import { Route, Routes } from 'react-router-dom';
import { buildBooking, buildHostBooking } from '../../testing/booking';
import { figuresLike } from '../../testing/earnings';
import { renderAt, robin } from '../../testing/render';
import { mockApi } from '../../testing/server';
import { BookingsPage } from './bookings-page';
import { ReceiptPage } from './receipt-page';

afterEach(cleanup);

const sessionHandlers = { 'GET /api/auth/me': () => [200, robin] as const };
const receipt: Receipt = {
  receiptNumber: '20270310-ABCDEFGH',
  issuedAt: '2027-03-10T17:00:00.000Z',
  seller: 'Courtly, Inc.\n1 Main St, Phoenix, AZ 85001',
  bookingId: 'b1',
  court: 'Camelback Clay',
  address: 'Paradise Valley',
  player: 'Robin Base',
  startTime: '2027-03-13T17:00:00.000Z',
  endTime: '2027-03-13T18:00:00.000Z',
  zone: 'America/Phoenix',
  lines: [
    { what: 'rate', amount: '300.00' },
    { what: 'fee', amount: '30.00' },
  ],
  tax: null,
  card: { brand: 'visa', last4: '4242' },
  totalAmount: '330.00',
  moved: [
    { what: 'paid', amount: '330.00', at: '2027-03-10T17:00:00.000Z' },
    { what: 'refunded', amount: '165.00', at: '2027-03-13T04:00:00.000Z' },
  ],
  netAmount: '165.00',
  netTax: '0.00',
  policyId: 'standard-1',
};
const receiptRoutes = (
  <Routes>
    <Route path="/bookings/:bookingId/receipt" element={<ReceiptPage />} />
  </Routes>
);

describe('a receipt', () => {
  it.each([
    ['added', false, 'Sales tax (8.25%)$27.23'],
    ['included', true, 'Includes Sales tax (8.25%)$25.15'],
  ])('has a line for an %s tax and for the tax in what stays paid', async (_, included, line) => {
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

  it('lists price, charges, and refunds on court-local dates', async () => {
    mockApi({ ...sessionHandlers, 'GET /api/bookings/b1/receipt': () => [200, { receipt }] });
    renderAt('/bookings/b1/receipt', receiptRoutes);
    await screen.findByText('Camelback Clay');
    const receiptLines = screen
      .getAllByRole('term')
      .map((term) => [term.textContent, term.nextSibling!.textContent]);
    expect(receiptLines.slice(-6)).toEqual([
      ['Court, one hour', '$300.00'],
      ['Service fee', '$30.00'],
      ['Total', '$330.00'],
      ['Charged to Visa ending in 4242, Mar 10, 2027', '$330.00'],
      ['Refunded, Mar 12, 2027On your card between Fri, Mar 19 and Fri, Mar 26', '$165.00'],
      ['You paid', '$165.00'],
    ]);
    expect(receiptLines.slice(0, 2)).toEqual([
      ['Receipt', '20270310-ABCDEFGHWednesday, March 10, 2027'],
      ['Sold by', 'Courtly, Inc.1 Main St, Phoenix, AZ 85001'],
    ]);
    expect(screen.getByText(/policy standard-1/)).toBeTruthy();
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
    const receiptLink = await screen.findByRole('link', { name: /^Receipt of/ });
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
      amount: '297.00',
      paid: '0.00',
      paidAt: null,
      dueAt: '2099-03-14T18:00:00.000Z',
      waitsFor: 'account',
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
      'GET /api/bookings/b1/payout': () => [200, { payout: hostPayout }],
    });
    renderAt('/bookings?tab=past', <BookingsPage />);
    expect(
      await screen.findByText('Payout: $297.00, waiting until your payout account is ready'),
    ).toBeTruthy();
    expect(screen.queryByRole('link', { name: /^Receipt of/ })).toBeNull();
  });
});
