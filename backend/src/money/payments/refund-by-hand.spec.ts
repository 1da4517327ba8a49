import { describe, expect, it } from '@jest/globals';
import { foldAll } from '../../platform/kernel/decider.js';
import {
  paymentCaptured,
  paidBooking as paidOfBooking,
  paymentRefunded,
  paymentRefundFailed,
} from '../../../testing/paid-booking.js';
import { specification } from '../../../testing/specification.js';
import { payment } from './payment.js';
import type { PaymentEvent } from './payment.events.js';
import { refundableCents } from './refund-by-hand.js';

const recordedAt = '2027-03-10T10:00:00.000Z';
const charged: PaymentEvent[] = [
  {
    type: 'PaymentIntentCreated',
    data: { ...paidOfBooking, intentId: 'pi_1', clientSecret: 's', createdAt: recordedAt },
  },
  paymentCaptured as PaymentEvent,
];
const given = specification(payment);
const order = (
  amountCents: number,
  bearer: 'host' | 'platform' = 'platform',
  more: object = {},
) => {
  const standing = {
    taxCents: 0,
    cancelledCents: 0,
    agreedCents: 29_700,
    deductedCents: 0,
    ...more,
  };
  const intentFields = {
    booking: paidOfBooking,
    orderId: 'o1',
    amountCents,
    bearer,
    reason: 'Lights out.',
    orderedBy: 'admin',
    at: recordedAt,
  };
  return { type: 'OrderRefund', data: { ...intentFields, ...standing } } as const;
};
const ordered = (amountCents: number, hostCents = 0): PaymentEvent => ({
  type: 'PaymentRefundOrdered',
  data: {
    ...paidOfBooking,
    orderId: 'o1',
    amountCents,
    hostCents,
    platformCents: amountCents - hostCents,
    reason: 'Lights out.',
    orderedBy: 'admin',
    orderedAt: recordedAt,
  },
});
const refundableOf = (...events: PaymentEvent[]) =>
  refundableCents(
    { booking: paidOfBooking, cancelledCents: 0 },
    foldAll(payment, [...charged, ...events]),
  );

describe('a manual refund', () => {
  it('refunds up to the full charge, to the cent', () => {
    given(...charged)
      .when(order(33_000))
      .then(ordered(33_000));
    given(...charged)
      .when(order(33_001))
      .thenRefused('invalid_request');
    given(...charged)
      .when(order(1))
      .then(ordered(1));
    given(...charged)
      .when(order(0))
      .thenRefused('invalid_request');
  });
  it('excludes pending and completed refunds', () => {
    given(...charged, ordered(10_000))
      .when(order(23_000))
      .then(ordered(23_000));
    given(...charged, ordered(10_000))
      .when(order(23_001))
      .thenRefused('invalid_request');
    given(...charged)
      .when(order(16_500, 'platform', { cancelledCents: 16_500 }))
      .then(ordered(16_500));
    given(...charged)
      .when(order(16_501, 'platform', { cancelledCents: 16_500 }))
      .thenRefused('invalid_request');
    expect([
      refundableOf(),
      refundableOf(ordered(10_000)),
      refundableOf(paymentRefunded(12_000) as PaymentEvent),
    ]).toEqual([33_000, 23_000, 21_000]);
    expect(refundableOf(ordered(10_000), paymentRefunded(10_000) as PaymentEvent)).toBe(23_000);
  });
  it('charges the host at most their share', () => {
    given(...charged)
      .when(order(5_000, 'host'))
      .then(ordered(5_000, 5_000));
    given(...charged)
      .when(order(33_000, 'host'))
      .then(ordered(33_000, 29_700));
  });
  it('charges the host at most the rest of their share after another order', () => {
    given(...charged, ordered(20_000, 20_000))
      .when({ ...order(13_000, 'host'), data: { ...order(13_000, 'host').data, orderId: 'o2' } })
      .then({
        ...ordered(13_000, 9_700),
        data: { ...ordered(13_000, 9_700).data, orderId: 'o2' },
      } as PaymentEvent);
  });
  it('charges the host nothing that an admin has already deducted from their payout', () => {
    given(...charged)
      .when(order(5_000, 'host', { deductedCents: 29_700 }))
      .then(ordered(5_000, 0));
    given(...charged)
      .when(order(5_000, 'host', { deductedCents: 26_000 }))
      .then(ordered(5_000, 3_700));
  });
  it('is not limited by an earlier refund in the dashboard', () => {
    given(...charged, paymentRefunded(5_000, 're_1', { source: 'dashboard' }))
      .when(order(5_000))
      .then(ordered(5_000));
    given(...charged, paymentRefunded(5_000, 're_1', { source: 'dashboard' }))
      .when(order(28_001))
      .thenRefused('invalid_request');
  });
  it("returns the tax in addition to the host's part", () => {
    const paidBooking = { ...paidOfBooking, totalCents: 35_640 };
    const paid = charged.map(
      ({ type, data }) => ({ type, data: { ...data, ...paidBooking } }) as PaymentEvent,
    );
    const taxed = { booking: paidBooking, taxCents: 2_640 };
    const orderedTaxed = (amountCents: number, hostCents: number) => {
      const { type, data } = ordered(amountCents, hostCents);
      return { type, data: { ...data, totalCents: 35_640 } } as PaymentEvent;
    };
    // $50 of the $356.40 contain $3.70 of tax.
    given(...paid)
      .when(order(5_000, 'host', taxed))
      .then(orderedTaxed(5_000, 4_630));
    given(...paid)
      .when(order(5_000, 'platform', taxed))
      .then(orderedTaxed(5_000, 0));
  });
  it('rejects a payment without a charge', () => {
    given().when(order(100)).thenRefused('wrong_status');
    given(charged[0]!).when(order(100)).thenRefused('wrong_status');
  });
  it('counts a failed refund as not refunded', () =>
    given(
      ...charged,
      paymentRefunded(33_000) as PaymentEvent,
      paymentRefundFailed(33_000) as PaymentEvent,
    )
      .when(order(33_000))
      .then(ordered(33_000)));
});
