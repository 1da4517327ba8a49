import { describe, expect, it } from '@jest/globals';
import { buildHostBooking } from '../../testing/booking';
import { splitAmounts } from './earnings-rows';

describe('the earnings of a booking', () => {
  it('splits the total to the cent', () => {
    const booking = buildHostBooking({
      totalAmount: '109.95',
      serviceFee: '10.00',
      payoutAmount: '98.95',
    });
    expect(splitAmounts(booking)).toEqual({
      rate: '99.95',
      fee: '10.00',
      total: '109.95',
      share: '11.00',
      payout: '98.95',
    });
  });
});
