import { describe, expect, it } from '@jest/globals';
import { buildHostBooking } from '../../testing/booking';
import { splitAmounts } from './earnings-rows';

describe('the earnings breakdown of a booking', () => {
  it('splits the total to the cent', () => {
    const booking = buildHostBooking({
      hourlyRate: '99.95',
      totalAmount: '109.95',
      serviceFee: '10.00',
      payoutAmount: '98.95',
    });
    expect(splitAmounts(booking)).toEqual({
      rate: '99.95',
      fee: '10.00',
      tax: '0.00',
      total: '109.95',
      share: '11.00',
      payout: '98.95',
    });
  });

  it.each([
    ['added', false, '356.40', '26.40', '33.00'],
    ['included', true, '330.00', '24.44', '8.56'],
  ])('keeps an %s tax out of both shares', (_, included, totalAmount, amount, share) => {
    const tax = { name: 'Sales tax', rate: 800, included, amount };
    expect(splitAmounts(buildHostBooking({ tax, totalAmount }))).toMatchObject({
      tax: amount,
      share,
      payout: '297.00',
    });
  });
});
