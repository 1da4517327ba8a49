import { describe, expect, it } from '@jest/globals';
import type { BookingEvent } from '../booking/bookings/booking.events.js';
import type { RecordedEvent } from '../platform/kernel/events.js';
import type { PaymentEvent } from '../money/payments/payment.events.js';
import {
  bookingApproved,
  bookingAuthorised,
  bookingCancelled,
  bookingRequested,
} from '../../testing/court-day.js';
import {
  ofWrongCharge,
  paymentMismatched,
  refundOf,
  refundOrdered,
  wronglyCharged,
} from '../../testing/paid-booking.js';
import { paymentChecker } from './payment-checker.js';
import { openSpill } from '../platform/stores/spilled-map.js';

const payBy = '2027-03-10T12:15:00.000Z';
const recordedAt = '2027-03-10T12:05:00.000Z';
const {
  bookingId,
  courtId,
  hostId,
  playerId,
  startTime,
  endTime,
  zone,
  totalCents,
  payoutCents,
  policyId,
} = bookingRequested().data;
const intentFields = {
  bookingId,
  courtId,
  hostId,
  playerId,
  startTime,
  endTime,
  zone,
  totalCents,
  payoutCents,
  policyId,
};
const charge = { ...intentFields, intentId: 'pi_1', chargeId: 'ch_1', amountCents: totalCents };

const created: PaymentEvent = {
  type: 'PaymentIntentCreated',
  data: { ...intentFields, intentId: 'pi_1', clientSecret: 's', createdAt: recordedAt },
};
const authorisedPayment: PaymentEvent = {
  type: 'PaymentAuthorised',
  data: { ...charge, captureBefore: null, authorisedAt: recordedAt },
};
const captured: PaymentEvent = {
  type: 'PaymentCaptured',
  data: { ...charge, processorFeeCents: 987, capturedAt: recordedAt },
};
const released: PaymentEvent = {
  type: 'PaymentReleased',
  data: { ...intentFields, intentId: 'pi_1', wasAuthorised: true, releasedAt: recordedAt },
};
const refunded = (
  amountCents: number,
  refundId = 're_1',
  changes: Parameters<typeof refundOf>[1] = {},
): PaymentEvent => {
  const { source, orderId } = refundOf(amountCents, changes);
  return {
    type: 'PaymentRefunded',
    data: { ...intentFields, refundId, amountCents, source, orderId, refundedAt: recordedAt },
  };
};
const inDashboard = { source: 'dashboard' } as const;
const ordered = refundOrdered({ platformCents: 5_000 });
const failed = (refundId = 're_1'): PaymentEvent => ({
  type: 'PaymentRefundFailed',
  data: { ...intentFields, refundId, amountCents: 16_500, failedAt: recordedAt },
});

const unpaid = bookingRequested({ payBy });
const authorisedBooking = bookingAuthorised({ payBy });
const approvedBooking = bookingApproved({ payBy });
const late = bookingCancelled({
  payBy,
  approvedAt: recordedAt,
  rule: 'late',
  refundCents: 16_500,
  hostCents: 14_850,
  platformCents: 1_650,
});
const charged = [unpaid, created, authorisedPayment, authorisedBooking, approvedBooking, captured];

const capturedCents = (amountCents: number): PaymentEvent => ({
  type: 'PaymentCaptured',
  data: { ...charge, amountCents, processorFeeCents: 509, capturedAt: recordedAt },
});
const capturedPart = capturedCents(16_500);

const problemsOf = (...history: (BookingEvent | PaymentEvent)[]): string[] => {
  const check = paymentChecker(openSpill());
  const stream = ({ type }: { type: string }) =>
    type.startsWith('Payment') ? `payment-${bookingId}` : 'courtDay-any';
  return history.flatMap((event) =>
    check({ ...event, stream: stream(event) } as unknown as RecordedEvent),
  );
};
const problem = (text: string) => [expect.stringContaining(text)];

describe('valid payments of a booking', () => {
  it.each<[string, (BookingEvent | PaymentEvent)[]]>([
    [
      'nothing to pay',
      [bookingRequested(), bookingApproved(), bookingCancelled({ approvedAt: recordedAt })],
    ],
    ['a charge', charged],
    [
      'a release',
      [
        unpaid,
        created,
        authorisedPayment,
        authorisedBooking,
        bookingCancelled({ payBy }),
        released,
      ],
    ],
    [
      'an unpaid cancellation',
      [unpaid, created, bookingCancelled({ payBy, neverPaid: true }), released],
    ],
    [
      'a charge of the part that a late cancellation keeps',
      [unpaid, created, authorisedPayment, authorisedBooking, approvedBooking, late, capturedPart],
    ],
    [
      'a partial charge in the dashboard, with the rest as a debt',
      [...charged.slice(0, -1), capturedPart],
    ],
    ['a refund', [...charged, late, refunded(16_500)]],
    ['a refund in the dashboard', [...charged, refunded(5_000, 're_1', inDashboard)]],
    [
      'a manual refund after one in the dashboard',
      [
        ...charged,
        refunded(5_000, 're_1', inDashboard),
        ordered,
        refunded(5_000, 're_2', { orderId: 'order-1' }),
      ],
    ],
    [
      'a manual refund of a part that was charged in the dashboard',
      [
        ...charged.slice(0, -1),
        capturedPart,
        ordered,
        refunded(5_000, 're_1', { orderId: 'order-1' }),
      ],
    ],
    ['a refund in parts', [...charged, late, refunded(10_000), refunded(6_500, 're_2')]],
    [
      'a refund that failed, and another one',
      [...charged, late, refunded(16_500), failed(), refunded(16_500, 're_2')],
    ],
  ])('may be %s', (_, history) => expect(problemsOf(...history)).toEqual([]));
});

describe('invalid payments', () => {
  it.each<[string, (BookingEvent | PaymentEvent)[], string]>([
    [
      'a second intent',
      [unpaid, created, created],
      'PaymentIntentCreated occurs while its payment is open',
    ],
    [
      'a second charge',
      [...charged, captured],
      'PaymentCaptured occurs while its payment is captured',
    ],
    [
      'a charge of more than the price',
      [...charged.slice(0, -1), capturedCents(33_001)],
      'PaymentCaptured is for $330.01, not $330.00',
    ],
    [
      'a charge of nothing',
      [...charged.slice(0, -1), capturedCents(0)],
      'PaymentCaptured is for $0.00, not $330.00',
    ],
    [
      'a refund of an amount that was never charged',
      [...charged.slice(0, -1), late, capturedPart, refunded(16_500)],
      '$165.00 is refunded, but $0.00 was agreed',
    ],
    [
      'a charge without approval',
      [unpaid, created, authorisedPayment, authorisedBooking, captured],
      'it is charged before the host approves',
    ],
    [
      'a release of a charge',
      [...charged, released],
      'PaymentReleased occurs while its payment is captured',
    ],
    [
      'a host who saw an unpaid request',
      [unpaid, created, authorisedBooking],
      'no card is authorized for it',
    ],
    [
      'an approval before the authorization',
      [unpaid, created, approvedBooking],
      'it is approved before a card is authorized',
    ],
    [
      'a refund without a cancellation',
      [...charged, refunded(1)],
      'it is refunded without a cancellation',
    ],
    [
      'a refund of more than agreed',
      [...charged, late, refunded(16_501)],
      '$165.01 is refunded, but $165.00 was agreed',
    ],
    [
      'a refund of more than ordered',
      [...charged, ordered, late, refunded(5_001, 're_1', { orderId: 'order-1' })],
      '$50.01 is refunded for an order of $50.00',
    ],
    [
      'refunds in the dashboard of more than the charge',
      [...charged, late, refunded(16_500), refunded(16_501, 're_2', inDashboard)],
      '$330.01 is refunded, but $330.00 was charged',
    ],
    [
      'a refund recorded twice',
      [...charged, late, refunded(16_500), refunded(16_500, 're_2')],
      '$330.00 is refunded',
    ],
    [
      'a refund of a mere authorization',
      [unpaid, created, authorisedPayment, late, refunded(1)],
      'while its payment is authorised',
    ],
    [
      'a payment for a free booking',
      [bookingRequested(), created],
      'a payment exists although the booking is free',
    ],
    ['a payment without a booking', [created], 'never requested'],
    [
      'another amount',
      [
        unpaid,
        created,
        {
          ...authorisedPayment,
          data: { ...authorisedPayment.data, amountCents: 1 },
        } as PaymentEvent,
      ],
      'PaymentAuthorised is for $0.01, not $330.00',
    ],
  ])('are reported: %s', (_, history, text) =>
    expect(problemsOf(...history)).toEqual(expect.arrayContaining(problem(text))),
  );

  it('include refunds that exceed a wrong charge, and a second wrong charge', () => {
    const wrong = [unpaid, created, paymentMismatched, wronglyCharged()];
    const back = (refundId: string) => ofWrongCharge(refunded(10_000, refundId));
    expect(problemsOf(...wrong, back('re_1'), ofWrongCharge(failed()), back('re_2'))).toEqual([]);
    expect(problemsOf(...wrong, back('re_1'), back('re_2'))).toEqual(
      problem('$200.00 of a wrong charge of $100.00 is refunded'),
    );
    expect(problemsOf(...wrong, wronglyCharged())).toEqual(
      problem('a wrong amount is charged twice'),
    );
  });

  it('are reported in the stream of another booking', () => {
    const check = paymentChecker(openSpill());
    check({ ...unpaid, stream: 'courtDay-any' } as unknown as RecordedEvent);
    expect(check({ ...created, stream: 'payment-other' } as unknown as RecordedEvent)).toEqual(
      problem('is in payment-other'),
    );
  });
});
