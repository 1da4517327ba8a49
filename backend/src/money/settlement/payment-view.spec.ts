import { describe, expect, it } from '@jest/globals';
import { booking } from '../../booking/bookings/booking.js';
import type { BookingEvent } from '../../booking/bookings/booking.events.js';
import { foldAll } from '../../platform/kernel/decider.js';
import type { Payment } from '../payments/payment.js';
import {
  bookingAuthorised,
  bookingCancelled,
  bookingRequested,
} from '../../../testing/court-day.js';
import { paymentState } from '../../../testing/paid-booking.js';
import { paymentView } from './payment-view.js';

const payBy = '2027-03-10T12:15:00.000Z';
const unpaid = bookingRequested({ payBy });
const open = paymentState();
const view = (payment: Payment | null, ...events: BookingEvent[]) =>
  paymentView(foldAll(booking, events)!, payment);

describe("the player's view of a payment", () => {
  it('has no secret before there is an intent', () =>
    expect(view(null, unpaid)).toEqual({
      bookingId: 'booking-1',
      paymentStatus: 'unpaid',
      totalAmount: '330.00',
      payBy,
      clientSecret: null,
      declineCode: null,
    }));

  it('has the secret while a payment is open', () => {
    expect(view(open, unpaid)).toMatchObject({ clientSecret: 'pi_1_secret', payBy });
    expect(view({ ...open, status: 'authorised' }, unpaid)).toMatchObject({ clientSecret: null });
    expect(
      view({ ...open, status: 'authorised' }, unpaid, bookingAuthorised({ payBy })),
    ).toMatchObject({
      clientSecret: null,
      payBy: null,
    });
    expect(view(open, unpaid, bookingCancelled({ payBy, neverPaid: true }))).toMatchObject({
      clientSecret: null,
      payBy: null,
    });
    expect(view({ ...open, isMismatched: true }, unpaid)).toMatchObject({ clientSecret: null });
  });

  it('shows why the last card was declined', () => {
    const declines = [
      { chargeId: 'ch_0', code: 'generic_decline' },
      { chargeId: 'ch_1', code: 'insufficient_funds' },
    ];
    expect(view({ ...open, declines }, unpaid)).toMatchObject({
      declineCode: 'insufficient_funds',
    });
  });

  it('has no deadline for a free booking', () =>
    expect(view(null, bookingRequested())).toMatchObject({
      paymentStatus: 'not_required',
      payBy: null,
      clientSecret: null,
    }));
});
