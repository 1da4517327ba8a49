import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { foldAll } from '../../platform/kernel/decider.js';
import {
  bookingApproved,
  bookingRequest,
  bookingCancelled,
  hoursClosed,
  bookingCompleted,
  bookingRequested,
} from '../../../testing/court-day.js';
import type { PaymentEvent } from '../../money/payments/payment.events.js';
import {
  paidBooking,
  paymentCaptured,
  paymentRefundFailed,
  paymentRefunded,
  settledOtherwise,
} from '../../../testing/paid-booking.js';
import { courtDayHistories } from '../../../testing/court-day-histories.js';
import { fold, inStream } from '../../../testing/projection.js';
import { bookings } from './bookings.projection.js';
import { courtDay } from './court-day.js';
import type { CourtDayEvent } from './court-day.events.js';

type BookingEvent = Exclude<CourtDayEvent, { type: 'HoursClosed' | 'HoursReopened' }>;

const after = (...events: CourtDayEvent[]) =>
  fold(bookings, ...inStream('courtDay-roxbury_2027-03-13', ...(events as BookingEvent[])));

const open = { approvedAt: null, completedAt: null, cancellation: null };
const requestedDocument = {
  ...bookingRequest(),
  status: 'pending',
  paymentStatus: 'not_required',
  ...open,
};

describe('the bookings read model', () => {
  it('adds a pending booking with its request', () =>
    expect(after(bookingRequested())).toEqual(new Map([['booking-1', requestedDocument]])));

  it('confirms an approved booking', () =>
    expect(after(bookingRequested(), bookingApproved()).get('booking-1')).toEqual({
      ...requestedDocument,
      status: 'confirmed',
      approvedAt: '2027-03-10T13:00:00.000Z',
    }));

  it('completes a booking at its end', () =>
    expect(
      after(bookingRequested(), bookingApproved(), bookingCompleted()).get('booking-1'),
    ).toMatchObject({
      status: 'completed',
      completedAt: '2027-03-13T19:00:00.000Z',
    }));

  it('keeps a canceled booking with its reason and amounts', () => {
    const { reason, declineReason, rule, excuse, cancelledAt, note, noteBy } =
      bookingCancelled().data;
    const { refundCents, hostCents, platformCents, taxCents } = bookingCancelled().data;
    const settledAmounts = { refundCents, hostCents, platformCents, taxCents };
    const settled = { reason, declineReason, rule, excuse, ...settledAmounts };
    expect(after(bookingRequested(), bookingCancelled()).get('booking-1')).toEqual({
      ...requestedDocument,
      status: 'cancelled',
      cancellation: { ...settled, cancelledAt, note, noteBy },
    });
  });

  it('adds the charge with its card and refunds, and keeps it after a cancellation', () => {
    const card = { brand: 'visa', last4: '4242' };
    const charge = { ...paymentCaptured.data, card };
    const booked = fold(
      bookings,
      ...inStream(
        'courtDay-roxbury_2027-03-13',
        ...([
          bookingRequested(),
          { type: 'PaymentCaptured', data: charge },
          paymentRefunded(500),
          bookingCancelled(),
          paymentRefunded(32_500, 're_2'),
          paymentRefundFailed(500),
        ] as BookingEvent[]),
      ),
    ).get('booking-1');
    expect(booked!.charge).toEqual({
      amountCents: 33_000,
      chargedAt: '2027-03-10T13:00:00.000Z',
      card,
      disputes: {},
      settledCents: 0,
      refunds: [
        {
          refundId: 're_1',
          orderId: null,
          amountCents: 500,
          refundedAt: '2027-03-13T10:00:00.000Z',
          hasFailed: true,
        },
        {
          refundId: 're_2',
          orderId: null,
          amountCents: 32_500,
          refundedAt: '2027-03-13T10:00:00.000Z',
          hasFailed: false,
        },
      ],
    });
  });

  it('shows an obligation as settled only after its last part', () => {
    const documentAfter = (...paymentEvents: readonly PaymentEvent[]) =>
      fold(
        bookings,
        ...inStream(
          'courtDay-roxbury_2027-03-13',
          ...([bookingRequested(), ...paymentEvents] as BookingEvent[]),
        ),
      ).get('booking-1')!;
    const statusAfter = (...paymentEvents: readonly PaymentEvent[]) =>
      documentAfter(...paymentEvents).paymentStatus;
    const overdue: PaymentEvent = {
      type: 'PaymentOverdue',
      data: { ...paidBooking, amountCents: 33_000, overdueAt: '2027-03-14T10:00:00.000Z' },
    };
    const part = settledOtherwise('charge', 10_000, { leftCents: 23_000 });
    expect(statusAfter(overdue, part)).toBe('overdue');
    expect(documentAfter(overdue).owedCents).toBe(33_000);
    expect(documentAfter(overdue, part).owedCents).toBe(23_000);
    expect(documentAfter(overdue, part, settledOtherwise('charge', 23_000)).owedCents).toBe(0);
    expect(documentAfter(part).owedCents).toBe(0);
    expect(statusAfter(overdue, part, settledOtherwise('charge', 23_000))).toBe('settled');
    expect(statusAfter(paymentCaptured, settledOtherwise('refund', 33_000))).toBe('refunded');
    expect(statusAfter(settledOtherwise('refund', 33_000))).toBe('settled');
  });

  it('stores one document per booking', () =>
    expect([
      ...after(
        bookingRequested(),
        hoursClosed('20:00', '21:00'),
        bookingRequested({ bookingId: 'booking-2' }),
      ).keys(),
    ]).toEqual(['booking-1', 'booking-2']));

  it('limits live updates to the player and the host', () =>
    expect(bookings.audience!(after(bookingRequested()).get('booking-1')!)).toEqual([
      'pavel',
      'hana',
    ]));

  it("matches the decider's state after any history", () =>
    fc.assert(
      fc.property(courtDayHistories, (history) =>
        expect(after(...history)).toEqual(new Map(foldAll(courtDay, history).bookings)),
      ),
      { numRuns: 300 },
    ));
});
