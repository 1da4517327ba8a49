import { describe, expect, it } from '@jest/globals';
import type { BookingEvent } from '../../booking/bookings/booking.events.js';
import { type Booking, booking } from '../../booking/bookings/booking.js';
import { foldAll } from '../../platform/kernel/decider.js';
import type { Payment } from '../payments/payment.js';
import {
  bookingApproved,
  bookingAuthorised,
  bookingCancelled,
  bookingCompleted,
  bookingRequested,
} from '../../../testing/court-day.js';
import { nextSettlementStep } from './next-step.js';

const after = (...events: BookingEvent[]): Booking => foldAll(booking, events)!;
const unpaid = bookingRequested({ payBy: '2027-03-10T12:15:00.000Z' });
const late = {
  approvedAt: '2027-03-10T13:00:00.000Z',
  rule: 'late',
  refundCents: 16_500,
  hostCents: 14_850,
} as const;
const cancelledLate = bookingCancelled({ ...late, platformCents: 1_650 });

const payment = (status: Payment['status'], refunds: Payment['refunds'] = {}): Payment => ({
  intentId: 'pi_1',
  clientSecret: 'pi_1_secret',
  status,
  declines: [],
  isMismatched: false,
  refunds,
  chargeId: 'ch_1',
  disputes: {},
  byHand: { hostCents: 0, platformCents: 0 },
});

describe('the next settlement step', () => {
  it('creates an intent for an unpaid request', () =>
    expect(nextSettlementStep(after(unpaid), null)).toEqual({ type: 'createIntent' }));

  it('does nothing for a free booking or a request that ended without an intent', () => {
    expect(nextSettlementStep(after(bookingRequested()), null)).toBeNull();
    expect(nextSettlementStep(after(bookingRequested(), bookingApproved()), null)).toBeNull();
    expect(
      nextSettlementStep(after(unpaid, bookingCancelled({ neverPaid: true })), null),
    ).toBeNull();
  });

  it("waits for the player's payment and the host's response", () => {
    expect(nextSettlementStep(after(unpaid), payment('open'))).toBeNull();
    expect(
      nextSettlementStep(after(unpaid, bookingAuthorised()), payment('authorised')),
    ).toBeNull();
  });

  it('reports the authorization to the booking', () =>
    expect(nextSettlementStep(after(unpaid), payment('authorised'))).toEqual({
      type: 'AuthorisePayment',
    }));

  it('captures the payment once the host approves, even after the hour', () => {
    expect(
      nextSettlementStep(
        after(unpaid, bookingAuthorised(), bookingApproved()),
        payment('authorised'),
      ),
    ).toEqual({
      type: 'capture',
    });
    expect(
      nextSettlementStep(
        after(unpaid, bookingAuthorised(), bookingApproved(), bookingCompleted()),
        payment('authorised'),
      ),
    ).toEqual({
      type: 'capture',
    });
  });

  it('cancels the intent of an ended booking, authorized or not', () => {
    const endedBooking = after(
      unpaid,
      bookingCancelled({ reason: 'not_paid', rule: 'not_paid', neverPaid: true }),
    );
    expect(nextSettlementStep(endedBooking, payment('open'))).toEqual({ type: 'cancelIntent' });
    expect(nextSettlementStep(endedBooking, payment('authorised'))).toEqual({
      type: 'cancelIntent',
    });
  });

  it('refunds exactly what the cancellation says', () => {
    const endedBooking = after(unpaid, bookingAuthorised(), bookingApproved(), cancelledLate);
    expect(nextSettlementStep(endedBooking, payment('captured'))).toEqual({
      type: 'refund',
      amountCents: 16_500,
      refunds: 0,
    });
    const part = payment('captured', { re_1: { amountCents: 10_000, failed: false } });
    expect(nextSettlementStep(endedBooking, part)).toEqual({
      type: 'refund',
      amountCents: 6_500,
      refunds: 1,
    });
    expect(
      nextSettlementStep(
        endedBooking,
        payment('captured', { re_1: { amountCents: 16_500, failed: false } }),
      ),
    ).toBeNull();
    const nothingBack = after(
      unpaid,
      bookingAuthorised(),
      bookingApproved(),
      bookingCancelled({ rule: 'started', refundCents: 0 }),
    );
    expect(nextSettlementStep(nothingBack, payment('captured'))).toBeNull();
  });

  it('does not repeat a failed refund', () => {
    const endedBooking = after(unpaid, bookingAuthorised(), bookingApproved(), cancelledLate);
    expect(
      nextSettlementStep(
        endedBooking,
        payment('captured', { re_1: { amountCents: 16_500, failed: true } }),
      ),
    ).toBeNull();
  });

  it('does not refund a disputed amount, and refunds it once the dispute is won', () => {
    const endedBooking = after(unpaid, bookingAuthorised(), bookingApproved(), cancelledLate);
    const disputedAmounts = {
      takenCents: 33_000,
      feeCents: 1_500,
      returnedCents: 0,
      returnedFeeCents: 0,
    };
    const disputed = (status: 'open' | 'won' | 'lost', returnedCents: number) => ({
      ...payment('captured'),
      disputes: { du_1: { ...disputedAmounts, status, returnedCents } },
    });
    expect(nextSettlementStep(endedBooking, disputed('open', 0))).toBeNull();
    expect(nextSettlementStep(endedBooking, disputed('lost', 0))).toBeNull();
    expect(nextSettlementStep(endedBooking, disputed('won', 33_000))).toEqual({
      type: 'refund',
      amountCents: 16_500,
      refunds: 0,
    });
  });

  it('fails a booking whose authorization is gone', () => {
    expect(nextSettlementStep(after(unpaid, bookingAuthorised()), payment('cancelled'))).toEqual({
      type: 'FailPayment',
    });
    expect(
      nextSettlementStep(
        after(unpaid, bookingAuthorised(), bookingApproved()),
        payment('cancelled'),
      ),
    ).toEqual({
      type: 'FailPayment',
    });
    expect(
      nextSettlementStep(
        after(unpaid, bookingAuthorised(), bookingApproved(), cancelledLate),
        payment('cancelled'),
      ),
    ).toBeNull();
  });

  it('keeps the payment of a played hour', () => {
    expect(
      nextSettlementStep(
        after(unpaid, bookingAuthorised(), bookingApproved()),
        payment('captured'),
      ),
    ).toBeNull();
    expect(
      nextSettlementStep(
        after(unpaid, bookingAuthorised(), bookingApproved(), bookingCompleted()),
        payment('captured'),
      ),
    ).toBeNull();
  });

  it('does nothing if the amount is wrong', () =>
    expect(
      nextSettlementStep(after(unpaid), { ...payment('authorised'), isMismatched: true }),
    ).toBeNull());
});
