import { expect, it } from '@jest/globals';
import type { BookingPayout } from '@courtly/contracts/payouts';
import { payoutLabel } from './payout-labels';

const duePayout: BookingPayout = {
  bookingId: 'b1',
  courtId: 'c1',
  zone: 'America/Phoenix',
  amount: '297.00',
  paid: '0.00',
  paidAt: null,
  startTime: '2027-03-13T17:00:00.000Z',
  endTime: '2027-03-13T18:00:00.000Z',
  dueAt: '2027-03-14T18:00:00.000Z',
  waitsFor: 'not_due',
};
const paidAt = '2027-03-15T03:00:00.000Z';

it.each<[string, Partial<BookingPayout>]>([
  ['Payout: $297.00, due Sun, Mar 14', {}],
  ['Payout: $297.00, due Sun, Mar 14', { waitsFor: null }],
  ['Payout: $297.00, processed Sun, Mar 14', { paid: '297.00', paidAt, waitsFor: null }],
  [
    'Payout: $197.00, processed Sun, Mar 14',
    { amount: '197.00', paid: '197.00', paidAt, waitsFor: null },
  ],
  ['Payout: reversed', { amount: '0.00', paidAt, waitsFor: null }],
  ['Payout: none', { amount: '0.00', waitsFor: null }],
  ['Payout: $297.00, waiting until you set up payouts', { waitsFor: 'account' }],
  ['Payout: $297.00, on hold while the player’s bank reviews a dispute', { waitsFor: 'disputed' }],
  ['Payout: $297.00, Stripe could not pay it yet; we will try again soon', { waitsFor: 'refused' }],
])('shows %s', (label, changes) => expect(payoutLabel({ ...duePayout, ...changes })).toBe(label));
