import { describe, expect, it } from '@jest/globals';
import { hostBookingLike } from '../../testing/booking';
import { earningsByMonth, splitOf } from './earnings-rows';

describe('the earnings of a host', () => {
  it('are explained to the cent', () => {
    const booking = hostBookingLike({ totalAmount: '109.95', serviceFee: '10.00', payoutAmount: '98.95' });
    expect(splitOf(booking)).toEqual({ rate: '99.95', fee: '10.00', total: '109.95', share: '11.00', payout: '98.95' });
  });

  it('stand under the month of the court, the latest first, with what it pays', () => {
    const completed = (id: string, startTime: string) =>
      hostBookingLike({ id, startTime, status: 'completed', payoutAmount: '98.95' });
    const months = earningsByMonth([
      completed('a', '2027-03-10T17:00:00.000Z'),
      completed('b', '2027-04-01T03:00:00.000Z'),
      completed('c', '2027-04-02T17:00:00.000Z'),
      hostBookingLike({ id: 'd', startTime: '2027-04-03T17:00:00.000Z', status: 'confirmed' }),
    ]);
    expect(months.map(({ month, total, bookings }) => [month, total, bookings.map(({ id }) => id)])).toEqual([
      ['2027-04', '98.95', ['c']],
      ['2027-03', '197.90', ['b', 'a']],
    ]);
  });
});
