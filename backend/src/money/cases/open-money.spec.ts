import { describe, expect, it } from '@jest/globals';
import { booking } from '../../booking/bookings/booking.js';
import { foldAll } from '../../platform/kernel/decider.js';
import {
  disputeClosed,
  freeCancellation,
  paymentAfter,
  paymentDisputed,
  paymentRefunded,
  playedBooking,
} from '../../../testing/paid-booking.js';
import { payout } from '../payouts/payout.js';
import { isMoneyOpen } from './open-money.js';

const cancelled = foldAll(booking, freeCancellation)!;
const played = foldAll(booking, playedBooking)!;
const money = { booking: played, payment: paymentAfter(), payout: payout.initial };
const lost = paymentAfter(paymentDisputed(), disputeClosed('lost'));

describe('the money of a case', () => {
  it('is open until a refused refund is made or a bank takes the amount', () => {
    const refused = { ...money, booking: cancelled };
    expect(isMoneyOpen('payments', refused)).toBe(true);
    expect(isMoneyOpen('payments', { ...refused, payment: lost })).toBe(false);
    const refunded = paymentAfter(paymentRefunded(33_000));
    expect(isMoneyOpen('payments', { ...refused, payment: refunded })).toBe(false);
  });

  it('is open while the host is owed a refused payout, even during a dispute', () => {
    expect(isMoneyOpen('payouts', money)).toBe(true);
    expect(isMoneyOpen('payouts', { ...money, payment: paymentAfter(paymentDisputed()) })).toBe(
      true,
    );
    expect(isMoneyOpen('payouts', { ...money, payment: lost })).toBe(false);
  });

  it('stays open in a dispute, but not after a mismatch, which an admin closes', () => {
    expect(isMoneyOpen('disputes', { ...money, payment: lost })).toBe(true);
    expect(isMoneyOpen('mismatches', money)).toBe(false);
  });
});
