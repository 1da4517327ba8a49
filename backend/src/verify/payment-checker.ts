import type { DatabaseSync } from 'node:sqlite';
import { US_DOLLARS, formatCents } from '@courtly/contracts/amount';
import type { BookingEvent } from '../booking/bookings/booking.events.js';
import type { RecordedEvent } from '../platform/kernel/events.js';
import type { PaymentEvent } from '../money/payments/payment.events.js';
import { type Check, problemList } from './check.js';
import { SpilledMap } from '../platform/stores/spilled-map.js';

type MoneyEvent = Extract<
  BookingEvent,
  { type: `Booking${'Requested' | 'PaymentAuthorised' | 'Approved' | 'Cancelled'}` }
>;
type PaymentStatus = 'none' | 'open' | 'authorised' | 'captured' | 'released';

/**
 * The payment of one booking. `agreedCents` is the refund agreed at cancellation (null if none),
 * `chargedCents` is the charged amount, and `orders` are the refunds that admins ordered, by id.
 */
type KnownPayment = Readonly<{
  totalCents: number;
  isPaid: boolean;
  isApproved: boolean;
  agreedCents: number | null;
  chargedCents: number;
  settledChargeCents: number;
  paidElsewhereCents: number;
  orders: Readonly<Record<string, number>>;
  status: PaymentStatus;
  refunds: Readonly<Record<string, KnownRefund>>;
  /** A charge that differs from the price, and its refunds by id, in its currency. */
  wrongCents: number;
  wrongRefunds: Readonly<Record<string, number>>;
}>;

/**
 * A refund in cents, or 0 if it failed. It fulfills an order, or it was made in Stripe's dashboard.
 */
type KnownRefund = Readonly<{ cents: number; orderId: string | null; isFromDashboard: boolean }>;

const sum = (amounts: readonly number[]) =>
  amounts.reduce((total, amountCents) => total + amountCents, 0);

const refundTotal = (
  { refunds }: Pick<KnownPayment, 'refunds'>,
  isCounted: (refund: KnownRefund) => boolean,
) => sum(Object.values(refunds).map((refund) => (isCounted(refund) ? refund.cents : 0)));

/**
 * Courtly refunds only agreed or ordered amounts, but anyone with access to the dashboard can
 * refund the whole charge.
 */
const refundProblems = (payment: KnownPayment, refund: KnownRefund): string[] => {
  const { totalCents, chargedCents, paidElsewhereCents, agreedCents, orders } = payment;
  const allCents = refundTotal(payment, () => true);
  if (refund.isFromDashboard)
    return problemList(
      allCents > chargedCents &&
        `${formatCents(allCents)} is refunded, but ${formatCents(chargedCents)} was charged`,
    );
  const { orderId } = refund;
  const orderedCents = orderId === null ? 0 : (orders[orderId] ?? 0);
  const forOrderCents = refundTotal(payment, (other) => other.orderId === orderId);
  const courtlyCents = refundTotal(payment, ({ isFromDashboard }) => !isFromDashboard);
  const unchargedCents = totalCents - chargedCents - paidElsewhereCents;
  const byHandCents = sum(Object.values(orders));
  const forCancellation = Math.max(0, (agreedCents ?? 0) - unchargedCents);
  const agreedRefund = Math.min(forCancellation + byHandCents, totalCents - unchargedCents);
  return problemList(
    agreedCents === null &&
      byHandCents === 0 &&
      "it is refunded without a cancellation or an admin's order",
    orderId !== null &&
      forOrderCents > orderedCents &&
      `${formatCents(forOrderCents)} is refunded for an order of ${formatCents(orderedCents)}`,
    courtlyCents > agreedRefund &&
      `${formatCents(courtlyCents)} is refunded, but ${formatCents(agreedRefund)} was agreed`,
  );
};

/** The status before and after each payment event. */
const transitions = {
  PaymentIntentCreated: { from: ['none'], to: 'open' },
  PaymentDeclined: { from: ['open'], to: 'open' },
  PaymentAuthorised: { from: ['open'], to: 'authorised' },
  PaymentCaptured: { from: ['authorised'], to: 'captured' },
  PaymentReleased: { from: ['open', 'authorised'], to: 'released' },
} as const satisfies Partial<
  Record<PaymentEvent['type'], { from: readonly PaymentStatus[]; to: PaymentStatus }>
>;

/**
 * Checks that each booking has one intent, charged once and after approval, that refunds have a
 * reason and a limit, and that hosts see authorized requests. Shares no code with deciders.
 */
export const paymentChecker = (spillDatabase: DatabaseSync): Check => {
  const paymentsByBooking = new SpilledMap<KnownPayment>(spillDatabase, 'money of bookings');

  const checkBooking = ({ type, data }: MoneyEvent): string[] => {
    if (type === 'BookingRequested') {
      const { bookingId, totalCents, payBy } = data;
      // A second request with the same id is reported elsewhere, and must not hide the payment.
      if (!paymentsByBooking.has(bookingId))
        paymentsByBooking.set(bookingId, {
          totalCents,
          isPaid: payBy !== null,
          isApproved: false,
          agreedCents: null,
          chargedCents: 0,
          settledChargeCents: 0,
          paidElsewhereCents: 0,
          orders: {},
          status: 'none',
          refunds: {},
          wrongCents: 0,
          wrongRefunds: {},
        });
      return [];
    }
    const knownPayment = paymentsByBooking.get(data.bookingId);
    if (!knownPayment) return [];
    const isAuthorized = knownPayment.status === 'authorised' || knownPayment.status === 'captured';
    switch (type) {
      case 'BookingPaymentAuthorised':
        return problemList(!isAuthorized && 'no card is authorized for it');
      case 'BookingApproved':
        paymentsByBooking.set(data.bookingId, { ...knownPayment, isApproved: true });
        return problemList(
          knownPayment.isPaid &&
            !isAuthorized &&
            knownPayment.status !== 'released' &&
            'it is approved before a card is authorized',
        );
      case 'BookingCancelled':
        paymentsByBooking.set(data.bookingId, { ...knownPayment, agreedCents: data.refundCents });
        return [];
    }
  };

  /** At most all of a charge that differs from the price is refunded. */
  const checkWrongCharge = (
    knownPayment: KnownPayment,
    type: PaymentEvent['type'],
    data: PaymentEvent['data'],
  ): string[] => {
    if (!('refundId' in data)) return [];
    const cents = type === 'PaymentRefunded' ? data.amountCents : 0;
    const wrongRefunds = { ...knownPayment.wrongRefunds, [data.refundId]: cents };
    paymentsByBooking.set(data.bookingId, { ...knownPayment, wrongRefunds });
    const refundCents = sum(Object.values(wrongRefunds));
    const { wrongCents } = knownPayment;
    return problemList(
      refundCents > wrongCents &&
        `${formatCents(refundCents, data.wrongCurrency)} of a wrong charge of ${formatCents(wrongCents, data.wrongCurrency)} is refunded`,
    );
  };

  const checkPayment = ({ stream, type, data }: RecordedEvent<PaymentEvent>): string[] => {
    const { bookingId } = data;
    const knownPayment = paymentsByBooking.get(bookingId);
    if (!knownPayment) return ['a payment exists for a booking that was never requested'];
    const baseProblems = problemList(
      stream !== `payment-${bookingId}` && `its payment is in ${stream}`,
      !knownPayment.isPaid && 'a payment exists although the booking is free',
      data.totalCents !== knownPayment.totalCents &&
        `its payment is for ${formatCents(data.totalCents)}, not ${formatCents(knownPayment.totalCents)}`,
    );
    if (type === 'PaymentMismatchCharged') {
      paymentsByBooking.set(bookingId, { ...knownPayment, wrongCents: data.amountCents });
      return [
        ...baseProblems,
        ...problemList(
          data.amountCents === knownPayment.totalCents &&
            data.currency === US_DOLLARS &&
            'its price is recorded as a wrong charge',
          knownPayment.wrongCents > 0 && 'a wrong amount is charged twice',
        ),
      ];
    }
    if ('wrongCurrency' in data && data.wrongCurrency !== undefined)
      return [...baseProblems, ...checkWrongCharge(knownPayment, type, data)];
    if (type in transitions) {
      const { from, to } = transitions[type as keyof typeof transitions];
      const chargedCents =
        type === 'PaymentCaptured' ? data.amountCents : knownPayment.chargedCents;
      paymentsByBooking.set(bookingId, { ...knownPayment, chargedCents, status: to });
      // After a cancellation or in the dashboard, only part may be charged; the rest must become a
      // debt.
      const isAmountAgreed = (amountCents: number) =>
        amountCents === knownPayment.totalCents ||
        (type === 'PaymentCaptured' && amountCents > 0 && amountCents < knownPayment.totalCents);
      return [
        ...baseProblems,
        ...problemList(
          !(from as readonly PaymentStatus[]).includes(knownPayment.status) &&
            `${type} occurs while its payment is ${knownPayment.status}`,
          'amountCents' in data &&
            !isAmountAgreed(data.amountCents) &&
            `${type} is for ${formatCents(data.amountCents)}, not ${formatCents(knownPayment.totalCents)}`,
          type === 'PaymentCaptured' &&
            !knownPayment.isApproved &&
            'it is charged before the host approves',
        ),
      ];
    }
    if (type === 'PaymentRefundOrdered') {
      const orders = { ...knownPayment.orders, [data.orderId]: data.amountCents };
      const byHandCents = sum(Object.values(orders));
      paymentsByBooking.set(bookingId, { ...knownPayment, orders });
      return [
        ...baseProblems,
        ...problemList(
          knownPayment.status !== 'captured' &&
            knownPayment.paidElsewhereCents === 0 &&
            `a refund is ordered while its payment is ${knownPayment.status}`,
          data.hostCents + data.platformCents !== data.amountCents &&
            'the shares of a refund do not add up to its amount',
          data.amountCents < 1 && `a refund of ${formatCents(data.amountCents)} is ordered`,
          byHandCents > knownPayment.totalCents &&
            `refunds of ${formatCents(byHandCents)} are ordered for a total of ${formatCents(knownPayment.totalCents)}`,
        ),
      ];
    }
    if (type === 'PaymentSettledOtherwise') {
      const { obligation, outcome, amountCents } = data;
      if (obligation !== 'charge') return baseProblems;
      const settledChargeCents = knownPayment.settledChargeCents + amountCents;
      const paidCents = outcome === 'paid' ? amountCents : 0;
      const paidElsewhereCents = knownPayment.paidElsewhereCents + paidCents;
      paymentsByBooking.set(bookingId, { ...knownPayment, settledChargeCents, paidElsewhereCents });
      return [
        ...baseProblems,
        ...problemList(
          knownPayment.chargedCents + settledChargeCents > knownPayment.totalCents &&
            `${formatCents(settledChargeCents)} is settled outside Stripe for a total of ${formatCents(knownPayment.totalCents)}`,
        ),
      ];
    }
    if (type === 'PaymentRefunded' || type === 'PaymentRefundFailed') {
      const existingRefund = knownPayment.refunds[data.refundId];
      const refund: KnownRefund =
        type === 'PaymentRefunded'
          ? {
              cents: data.amountCents,
              orderId: data.orderId,
              isFromDashboard: data.source === 'dashboard',
            }
          : { orderId: null, isFromDashboard: false, ...existingRefund, cents: 0 };
      const changedPayment = {
        ...knownPayment,
        refunds: { ...knownPayment.refunds, [data.refundId]: refund },
      };
      paymentsByBooking.set(bookingId, changedPayment);
      return [
        ...baseProblems,
        ...problemList(
          knownPayment.status !== 'captured' &&
            `it is refunded while its payment is ${knownPayment.status}`,
        ),
        ...refundProblems(changedPayment, refund),
      ];
    }
    return baseProblems;
  };

  return (event) => {
    const { type, data } = event;
    const eventProblems = type.startsWith('Payment')
      ? checkPayment(event as unknown as RecordedEvent<PaymentEvent>)
      : bookingEventTypes.includes(type)
        ? checkBooking(event as unknown as MoneyEvent)
        : [];
    return eventProblems.map(
      (problem) => `booking ${(data as { bookingId: string }).bookingId}: ${problem}`,
    );
  };
};

const bookingEventTypes: readonly string[] = [
  'BookingRequested',
  'BookingPaymentAuthorised',
  'BookingApproved',
  'BookingCancelled',
];
