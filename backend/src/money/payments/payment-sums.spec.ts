import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import {
  disputeClosed,
  paymentAfter,
  paymentDisputed,
  paymentRefunded,
  refundOrdered,
  releasedPayment,
  settledOtherwise,
} from '../../../testing/paid-booking.js';
import { fundedShare } from './funded-share.js';
import type { Payment } from './payment.js';
import type { PaymentEvent } from './payment.events.js';
import { goodwillCents, leftOfCharge, refundedCents, refundsDue } from './payment-sums.js';

const TOTAL_CENTS = 33_000;
const dashboard = (amountCents: number, refundId = 're_dashboard') =>
  paymentRefunded(amountCents, refundId, { source: 'dashboard' });
const ordered = (platformCents: number, orderId = 'order-1') =>
  refundOrdered({ platformCents, orderId });
const refundedFor = (orderId: string, amountCents: number) =>
  paymentRefunded(amountCents, `re_${orderId}`, { orderId });
const settled = (amountCents: number, refundOrderId: string | null): PaymentEvent => {
  const settlement = settledOtherwise('refund', amountCents);
  return { ...settlement, data: { ...settlement.data, refundOrderId } };
};
const forOrder = (amountCents: number, orderId = 'order-1') => ({
  orderId,
  amountCents,
  isOnCard: true,
});
const forCancellation = (amountCents: number) => ({
  orderId: null,
  amountCents,
  isOnCard: true,
});

describe('the refunds that are due', () => {
  it.each<[string, number, readonly PaymentEvent[], readonly object[]]>([
    ['an order', 0, [ordered(5_000)], [forOrder(5_000)]],
    [
      'an order after a refund in the dashboard',
      0,
      [dashboard(5_000), ordered(5_000)],
      [forOrder(5_000)],
    ],
    [
      'an order before a refund in the dashboard',
      0,
      [ordered(5_000), dashboard(5_000)],
      [forOrder(5_000)],
    ],
    [
      'the second of two orders',
      0,
      [ordered(5_000), ordered(2_000, 'order-2'), refundedFor('order-1', 5_000)],
      [forOrder(2_000, 'order-2')],
    ],
    ['no order that was carried out', 0, [ordered(5_000), refundedFor('order-1', 5_000)], []],
    ['no order that an admin settled', 0, [ordered(5_000), settled(5_000, 'order-1')], []],
    [
      'a cancellation after an order that an admin settled',
      16_500,
      [ordered(5_000), settled(5_000, 'order-1')],
      [forCancellation(16_500)],
    ],
    [
      'a cancellation, minus refunds in the dashboard',
      TOTAL_CENTS,
      [dashboard(5_000)],
      [forCancellation(28_000)],
    ],
    ['no cancellation that was refunded in the dashboard', 16_500, [dashboard(16_500)], []],
    [
      'an order after a cancellation that was refunded in the dashboard',
      16_500,
      [dashboard(16_500), ordered(5_000)],
      [forOrder(5_000)],
    ],
    [
      'an order after a refunded cancellation and another refund in the dashboard',
      16_500,
      [paymentRefunded(16_500), dashboard(5_000), ordered(2_000)],
      [forOrder(2_000)],
    ],
    [
      'a late cancellation and an order',
      16_500,
      [ordered(5_000)],
      [forCancellation(16_500), forOrder(5_000)],
    ],
    [
      'only the rest of the charge for an order',
      0,
      [ordered(5_000), dashboard(30_000)],
      [forOrder(3_000)],
    ],
    [
      'no order that was refunded before refunds named their order',
      0,
      [ordered(5_000), paymentRefunded(5_000)],
      [],
    ],
    [
      'a late cancellation after a refund that did not name its order',
      16_500,
      [ordered(5_000), paymentRefunded(5_000)],
      [forCancellation(11_500), forOrder(5_000)],
    ],
    ['nothing that the bank has taken', TOTAL_CENTS, [paymentDisputed()], []],
    [
      'the part of a late cancellation that a lost dispute has not returned',
      16_500,
      [paymentDisputed(10_000), disputeClosed('lost')],
      [forCancellation(6_500)],
    ],
    [
      'a cancellation after a dispute that was won',
      TOTAL_CENTS,
      [paymentDisputed(), disputeClosed('won')],
      [forCancellation(TOTAL_CENTS)],
    ],
  ])('cover %s', (_, cancelledCents, events, refunds) =>
    expect(refundsDue(TOTAL_CENTS, cancelledCents, paymentAfter(...events))).toEqual(refunds),
  );
});

describe('the refunds of a payment outside Stripe', () => {
  const outside = (amountCents: number, orderId: string | null = null) => ({
    orderId,
    amountCents,
    isOnCard: false,
  });

  it('are made outside Stripe too, until an admin settles them', () => {
    const paid = settledOtherwise('charge', TOTAL_CENTS);
    const dueAfter = (...events: PaymentEvent[]) =>
      refundsDue(TOTAL_CENTS, 16_500, releasedPayment(paid, ...events));
    expect(dueAfter()).toEqual([outside(16_500)]);
    expect(dueAfter(ordered(5_000))).toEqual([outside(16_500), outside(5_000, 'order-1')]);
    expect(dueAfter(settledOtherwise('refund', 16_500))).toEqual([]);
  });

  it('are zero if the payment was waived', () =>
    expect(
      refundsDue(
        TOTAL_CENTS,
        TOTAL_CENTS,
        releasedPayment(settledOtherwise('charge', TOTAL_CENTS, { outcome: 'waived' })),
      ),
    ).toEqual([]));
});

describe('a refund in the dashboard', () => {
  it('is borne by Courtly, not by the host', () => {
    const payment = paymentAfter(dashboard(5_000));
    expect(goodwillCents(TOTAL_CENTS, 0, payment)).toBe(5_000);
    expect(
      fundedShare(
        { totalCents: TOTAL_CENTS, taxCents: 0, cancelledCents: 0, agreedCents: 29_700 },
        payment,
      ),
    ).toBe(29_700);
  });

  it('counts toward the refund that a cancellation owes', () =>
    expect(goodwillCents(TOTAL_CENTS, 16_500, paymentAfter(dashboard(20_000)))).toBe(3_500));
});

/** Makes all refunds that are due, as the settlement process does. */
const settledPayment = (events: readonly PaymentEvent[], cancelledCents: number): Payment => {
  const all = [...events];
  for (let count = 0; count < 20; count++) {
    const [due] = refundsDue(TOTAL_CENTS, cancelledCents, paymentAfter(...all));
    if (!due) return paymentAfter(...all);
    all.push(paymentRefunded(due.amountCents, `re_due_${count}`, { orderId: due.orderId }));
  }
  throw new Error('refunds never end');
};

it('refunds cancellations and orders once and in full, regardless of dashboard refunds', () =>
  fc.assert(
    fc.property(
      fc.constantFrom(0, 16_500, TOTAL_CENTS),
      fc.array(fc.integer({ min: 1, max: 4_000 }), { maxLength: 2 }),
      fc.array(fc.integer({ min: 1, max: 4_000 }), { maxLength: 2 }),
      (cancelledCents, orders, dashboardRefunds) => {
        const events = [
          ...dashboardRefunds.map((amountCents, index) => dashboard(amountCents, `re_d${index}`)),
          ...orders.map((amountCents, index) => ordered(amountCents, `order-${index}`)),
        ];
        const payment = settledPayment(events, cancelledCents);
        const sum = (amounts: readonly number[]) =>
          amounts.reduce((total, cents) => total + cents, 0);
        const expected = Math.max(cancelledCents, sum(dashboardRefunds)) + sum(orders);
        expect(refundedCents(payment)).toBe(Math.min(TOTAL_CENTS, expected));
        expect(leftOfCharge(payment)).toBe(TOTAL_CENTS - refundedCents(payment));
      },
    ),
  ));
