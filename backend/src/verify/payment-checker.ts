import type { DatabaseSync } from 'node:sqlite';
import type { BookingEvent } from '../booking/bookings/booking.events.js';
import type { RecordedEvent } from '../platform/kernel/events.js';
import type { PaymentEvent } from '../money/payments/payment.events.js';
import type { Check } from './check.js';
import { SpilledMap } from '../platform/stores/spilled-map.js';

type MoneyEvent = Extract<
  BookingEvent,
  { type: `Booking${'Requested' | 'PaymentAuthorised' | 'Approved' | 'Cancelled'}` }
>;
type Status = 'none' | 'open' | 'authorised' | 'captured' | 'released';

/**
 * The payment of one booking. `agreedCents` is the agreed refund of its cancellation, null without
 * one; `byHandCents` are refunds by admins.
 */
type Known = Readonly<{
  totalCents: number;
  isPaid: boolean;
  isApproved: boolean;
  agreedCents: number | null;
  byHandCents: number;
  status: Status;
  refunds: Readonly<Record<string, number>>;
}>;

const problems = (...found: readonly (string | false)[]): string[] =>
  found.filter((one) => one !== false);
const sum = (refunds: Known['refunds']) =>
  Object.values(refunds).reduce((total, cents) => total + cents, 0);

/** The status before and after each payment event. */
const turns = {
  PaymentIntentCreated: { from: ['none'], to: 'open' },
  PaymentDeclined: { from: ['open'], to: 'open' },
  PaymentAuthorised: { from: ['open'], to: 'authorised' },
  PaymentCaptured: { from: ['authorised'], to: 'captured' },
  PaymentReleased: { from: ['open', 'authorised'], to: 'released' },
} as const satisfies Partial<Record<PaymentEvent['type'], { from: readonly Status[]; to: Status }>>;

/**
 * Checks the payment of every booking: one intent for its total, charged once and only after
 * approval, and refunded only after a cancellation or by an admin, never more than agreed. The host
 * sees a request only after a card is authorized. Shares no code with the deciders.
 */
export const paymentChecker = (spill: DatabaseSync): Check => {
  const bookings = new SpilledMap<Known>(spill, 'money of bookings');

  const ofBooking = ({ type, data }: MoneyEvent): string[] => {
    if (type === 'BookingRequested') {
      const { bookingId, totalCents, payBy } = data;
      const nothing = {
        isApproved: false,
        agreedCents: null,
        byHandCents: 0,
        status: 'none',
        refunds: {},
      } as const;
      // A second request under the same id is reported elsewhere and must not hide the payment.
      if (!bookings.has(bookingId))
        bookings.set(bookingId, { totalCents, isPaid: payBy !== null, ...nothing });
      return [];
    }
    const known = bookings.get(data.bookingId);
    if (!known) return [];
    const isHeld = known.status === 'authorised' || known.status === 'captured';
    switch (type) {
      case 'BookingPaymentAuthorised':
        return problems(!isHeld && 'no card is authorized for it');
      case 'BookingApproved':
        bookings.set(data.bookingId, { ...known, isApproved: true });
        return problems(
          known.isPaid &&
            !isHeld &&
            known.status !== 'released' &&
            'it is approved before a card is authorized',
        );
      case 'BookingCancelled':
        bookings.set(data.bookingId, { ...known, agreedCents: data.refundCents });
        return [];
    }
  };

  const ofPayment = ({ stream, type, data }: RecordedEvent<PaymentEvent>): string[] => {
    const { bookingId } = data;
    const known = bookings.get(bookingId);
    if (!known) return ['a payment exists for a booking that was never requested'];
    const found = problems(
      stream !== `payment-${bookingId}` && `its payment is in ${stream}`,
      !known.isPaid && 'a payment exists although the booking is free',
      data.totalCents !== known.totalCents &&
        `its payment is for ${data.totalCents}, not ${known.totalCents}`,
    );
    if (type in turns) {
      const { from, to } = turns[type as keyof typeof turns];
      bookings.set(bookingId, { ...known, status: to });
      return [
        ...found,
        ...problems(
          !(from as readonly Status[]).includes(known.status) &&
            `${type} occurs while its payment is ${known.status}`,
          'amountCents' in data &&
            data.amountCents !== known.totalCents &&
            `${type} is for ${data.amountCents}, not ${known.totalCents}`,
          type === 'PaymentCaptured' &&
            !known.isApproved &&
            'it is charged before the host approves',
        ),
      ];
    }
    if (type === 'PaymentRefundOrdered') {
      const byHandCents = known.byHandCents + data.amountCents;
      bookings.set(bookingId, { ...known, byHandCents });
      return [
        ...found,
        ...problems(
          known.status !== 'captured' && `a refund is ordered while its payment is ${known.status}`,
          data.hostCents + data.platformCents !== data.amountCents &&
            'the shares of a refund do not add up to it',
          data.amountCents < 1 && `a refund of ${data.amountCents} is ordered`,
          byHandCents > known.totalCents &&
            `refunds of ${byHandCents} are ordered for a total of ${known.totalCents}`,
        ),
      ];
    }
    if (type === 'PaymentRefunded' || type === 'PaymentRefundFailed') {
      const refunds = {
        ...known.refunds,
        [data.refundId]: type === 'PaymentRefunded' ? data.amountCents : 0,
      };
      bookings.set(bookingId, { ...known, refunds });
      const back = sum(refunds);
      const agreed = Math.min((known.agreedCents ?? 0) + known.byHandCents, known.totalCents);
      return [
        ...found,
        ...problems(
          known.status !== 'captured' && `it is refunded while its payment is ${known.status}`,
          known.agreedCents === null &&
            known.byHandCents === 0 &&
            "it is refunded without a cancellation or an admin's order",
          back > agreed && `${back} is refunded, but ${agreed} was agreed`,
        ),
      ];
    }
    return found;
  };

  return (event) => {
    const { type, data } = event;
    const found = type.startsWith('Payment')
      ? ofPayment(event as unknown as RecordedEvent<PaymentEvent>)
      : handled.includes(type)
        ? ofBooking(event as unknown as MoneyEvent)
        : [];
    return found.map(
      (problem) => `booking ${(data as { bookingId: string }).bookingId}: ${problem}`,
    );
  };
};

const handled: readonly string[] = [
  ...([
    'BookingRequested',
    'BookingPaymentAuthorised',
    'BookingApproved',
    'BookingCancelled',
  ] as const),
];
