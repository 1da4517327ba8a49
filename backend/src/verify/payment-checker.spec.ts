import { describe, expect, it } from '@jest/globals';
import type { BookingEvent } from '../booking/bookings/booking.events.js';
import type { RecordedEvent } from '../platform/kernel/events.js';
import type { PaymentEvent } from '../money/payments/payment.events.js';
import { approved, authorised, cancelled, requested } from '../../testing/court-day.js';
import { paymentChecker } from './payment-checker.js';
import { openSpill } from '../platform/stores/spilled-map.js';

const payBy = '2027-03-10T12:15:00.000Z';
const at = '2027-03-10T12:05:00.000Z';
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
} = requested().data;
const its = {
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
const charge = { ...its, intentId: 'pi_1', chargeId: 'ch_1', amountCents: totalCents };

const created: PaymentEvent = {
  type: 'PaymentIntentCreated',
  data: { ...its, intentId: 'pi_1', clientSecret: 's', createdAt: at },
};
const held: PaymentEvent = {
  type: 'PaymentAuthorised',
  data: { ...charge, captureBefore: null, authorisedAt: at },
};
const captured: PaymentEvent = {
  type: 'PaymentCaptured',
  data: { ...charge, processorFeeCents: 987, capturedAt: at },
};
const released: PaymentEvent = {
  type: 'PaymentReleased',
  data: { ...its, intentId: 'pi_1', wasAuthorised: true, releasedAt: at },
};
const refunded = (amountCents: number, refundId = 're_1'): PaymentEvent => ({
  type: 'PaymentRefunded',
  data: { ...its, refundId, amountCents, refundedAt: at },
});
const failed = (refundId = 're_1'): PaymentEvent => ({
  type: 'PaymentRefundFailed',
  data: { ...its, refundId, amountCents: 16_500, failedAt: at },
});

const unpaid = requested({ payBy });
const seen = authorised({ payBy });
const taken = approved({ payBy });
const late = cancelled({
  payBy,
  approvedAt: at,
  rule: 'late',
  refundCents: 16_500,
  hostCents: 14_850,
  platformCents: 1_650,
});
const charged = [unpaid, created, held, seen, taken, captured];

const found = (...history: (BookingEvent | PaymentEvent)[]): string[] => {
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
    ['nothing to pay', [requested(), approved(), cancelled({ approvedAt: at })]],
    ['a charge', charged],
    ['a release', [unpaid, created, held, seen, cancelled({ payBy }), released]],
    ['an unpaid cancellation', [unpaid, created, cancelled({ payBy, neverPaid: true }), released]],
    ['a refund', [...charged, late, refunded(16_500)]],
    ['a refund in parts', [...charged, late, refunded(10_000), refunded(6_500, 're_2')]],
    [
      'a refund that failed, and another one',
      [...charged, late, refunded(16_500), failed(), refunded(16_500, 're_2')],
    ],
  ])('may be %s', (_, history) => expect(found(...history)).toEqual([]));
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
      'a charge without approval',
      [unpaid, created, held, seen, captured],
      'it is charged before the host approves',
    ],
    [
      'a release of a charge',
      [...charged, released],
      'PaymentReleased occurs while its payment is captured',
    ],
    ['a host who saw an unpaid request', [unpaid, created, seen], 'no card is authorized for it'],
    [
      'an approval before the hold',
      [unpaid, created, taken],
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
      '16501 is refunded, but 16500 was agreed',
    ],
    [
      'a refund made twice',
      [...charged, late, refunded(16_500), refunded(16_500, 're_2')],
      '33000 is refunded',
    ],
    [
      'a refund of a bare hold',
      [unpaid, created, held, late, refunded(1)],
      'while its payment is authorised',
    ],
    [
      'money where nothing is to be paid',
      [requested(), created],
      'a payment exists although the booking is free',
    ],
    ['a payment without a booking', [created], 'never requested'],
    [
      'another amount',
      [unpaid, created, { ...held, data: { ...held.data, amountCents: 1 } } as PaymentEvent],
      'PaymentAuthorised is for 1, not 33000',
    ],
  ])('are reported: %s', (_, history, text) =>
    expect(found(...history)).toEqual(expect.arrayContaining(problem(text))),
  );

  it('are reported in the stream of another booking', () => {
    const check = paymentChecker(openSpill());
    check({ ...unpaid, stream: 'courtDay-any' } as unknown as RecordedEvent);
    expect(check({ ...created, stream: 'payment-other' } as unknown as RecordedEvent)).toEqual(
      problem('is in payment-other'),
    );
  });
});
