import { describe, expect, it } from '@jest/globals';
import type { BookingEvent } from '../../booking/bookings/booking.events.js';
import { type Booking, booking } from '../../booking/bookings/booking.js';
import { foldAll } from '../../platform/kernel/decider.js';
import { newDispute } from '../payments/disputes.js';
import type { Payment } from '../payments/payment.js';
import {
  bookingApproved,
  bookingAuthorised,
  bookingCancelled,
  bookingCompleted,
  bookingRequested,
} from '../../../testing/court-day.js';
import { nextSettlementStep } from './next-step.js';

const PAY_BY = '2027-03-10T12:15:00.000Z';
const after = (...events: BookingEvent[]): Booking => foldAll(booking, events)!;
const unpaid = bookingRequested({ payBy: PAY_BY });
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
  capturedCents: status === 'captured' ? 33_000 : 0,
  disputes: {},
  byHand: { hostCents: 0, platformCents: 0 },
});

const stepOf = (settled: Booking, paid: Payment | null, at = '2027-03-20T12:00:00.000Z') =>
  nextSettlementStep(settled, paid, at);

describe('the next settlement step', () => {
  it('creates an intent for an unpaid request', () =>
    expect(stepOf(after(unpaid), null)).toEqual({ type: 'createIntent' }));

  it('does nothing for a free booking or a request that ended without an intent', () => {
    expect(stepOf(after(bookingRequested()), null)).toBeNull();
    expect(stepOf(after(bookingRequested(), bookingApproved()), null)).toBeNull();
    expect(stepOf(after(unpaid, bookingCancelled({ neverPaid: true })), null)).toBeNull();
  });

  it("waits for the player's payment and the host's response", () => {
    expect(stepOf(after(unpaid), payment('open'), '2027-03-10T12:14:59.999Z')).toBeNull();
    expect(stepOf(after(unpaid, bookingAuthorised()), payment('authorised'))).toBeNull();
  });

  it('expires an unpaid request at its deadline, unless a card is authorized', () => {
    expect(stepOf(after(unpaid), payment('open'), PAY_BY)).toEqual({ type: 'ExpirePayment' });
    expect(stepOf(after(unpaid), payment('authorised'), PAY_BY)).toEqual({
      type: 'AuthorisePayment',
    });
  });

  it('reports the authorization to the booking', () =>
    expect(stepOf(after(unpaid), payment('authorised'))).toEqual({
      type: 'AuthorisePayment',
    }));

  it('captures the payment once the host approves, even after the hour', () => {
    expect(
      stepOf(after(unpaid, bookingAuthorised(), bookingApproved()), payment('authorised')),
    ).toEqual({ type: 'capture', amountCents: 33_000 });
    expect(
      stepOf(
        after(unpaid, bookingAuthorised(), bookingApproved(), bookingCompleted()),
        payment('authorised'),
      ),
    ).toEqual({ type: 'capture', amountCents: 33_000 });
  });

  it('cancels the intent of an ended booking, authorized or not', () => {
    const endedBooking = after(
      unpaid,
      bookingCancelled({ reason: 'not_paid', rule: 'not_paid', neverPaid: true }),
    );
    expect(stepOf(endedBooking, payment('open'))).toEqual({ type: 'cancelIntent' });
    expect(stepOf(endedBooking, payment('authorised'))).toEqual({
      type: 'cancelIntent',
    });
  });

  it('charges only what a late cancellation keeps', () => {
    const cancelledBeforeCapture = after(
      unpaid,
      bookingAuthorised(),
      bookingApproved(),
      cancelledLate,
    );
    expect(stepOf(cancelledBeforeCapture, payment('authorised'))).toEqual({
      type: 'capture',
      amountCents: 16_500,
    });
    const partlyCaptured = { ...payment('captured'), capturedCents: 16_500 };
    expect(stepOf(cancelledBeforeCapture, partlyCaptured)).toBeNull();
  });

  it('refunds exactly what the cancellation says', () => {
    const endedBooking = after(unpaid, bookingAuthorised(), bookingApproved(), cancelledLate);
    expect(stepOf(endedBooking, payment('captured'))).toEqual({
      type: 'refund',
      amountCents: 16_500,
      refunds: 0,
    });
    const part = payment('captured', { re_1: { amountCents: 10_000, failed: false } });
    expect(stepOf(endedBooking, part)).toEqual({
      type: 'refund',
      amountCents: 6_500,
      refunds: 1,
    });
    expect(
      stepOf(endedBooking, payment('captured', { re_1: { amountCents: 16_500, failed: false } })),
    ).toBeNull();
    const nothingBack = after(
      unpaid,
      bookingAuthorised(),
      bookingApproved(),
      bookingCancelled({ rule: 'started', refundCents: 0 }),
    );
    expect(stepOf(nothingBack, payment('captured'))).toBeNull();
  });

  it('does not repeat a failed refund', () => {
    const endedBooking = after(unpaid, bookingAuthorised(), bookingApproved(), cancelledLate);
    expect(
      stepOf(endedBooking, payment('captured', { re_1: { amountCents: 16_500, failed: true } })),
    ).toBeNull();
  });

  it('does not refund a disputed amount, and refunds it once the dispute is won', () => {
    const endedBooking = after(unpaid, bookingAuthorised(), bookingApproved(), cancelledLate);
    const disputedAmounts = {
      ...newDispute,
      takenCents: 33_000,
      feeCents: 1_500,
      returnedCents: 0,
      returnedFeeCents: 0,
    };
    const disputed = (status: 'open' | 'won' | 'lost', returnedCents: number) => ({
      ...payment('captured'),
      disputes: { du_1: { ...disputedAmounts, status, returnedCents } },
    });
    expect(stepOf(endedBooking, disputed('open', 0))).toBeNull();
    expect(stepOf(endedBooking, disputed('lost', 0))).toBeNull();
    expect(stepOf(endedBooking, disputed('won', 33_000))).toEqual({
      type: 'refund',
      amountCents: 16_500,
      refunds: 0,
    });
  });

  it('fails a booking whose authorization is gone', () => {
    expect(stepOf(after(unpaid, bookingAuthorised()), payment('cancelled'))).toEqual({
      type: 'FailPayment',
    });
    expect(
      stepOf(after(unpaid, bookingAuthorised(), bookingApproved()), payment('cancelled')),
    ).toEqual({
      type: 'FailPayment',
    });
    expect(
      stepOf(
        after(unpaid, bookingAuthorised(), bookingApproved(), cancelledLate),
        payment('cancelled'),
      ),
    ).toBeNull();
  });

  it('keeps the payment of a played hour', () => {
    expect(
      stepOf(after(unpaid, bookingAuthorised(), bookingApproved()), payment('captured')),
    ).toBeNull();
    expect(
      stepOf(
        after(unpaid, bookingAuthorised(), bookingApproved(), bookingCompleted()),
        payment('captured'),
      ),
    ).toBeNull();
  });

  it('does nothing if the amount is wrong', () =>
    expect(stepOf(after(unpaid), { ...payment('authorised'), isMismatched: true })).toBeNull());
});
