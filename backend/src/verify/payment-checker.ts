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

/** What is known of the money of one booking. `agreedCents` is what its cancellation gives back, null while it has none;
 * `byHandCents` what admins do. */
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

/** Which status each turn of a payment begins at, and where it leads. */
const turns = {
  PaymentIntentCreated: { from: ['none'], to: 'open' },
  PaymentDeclined: { from: ['open'], to: 'open' },
  PaymentAuthorised: { from: ['open'], to: 'authorised' },
  PaymentCaptured: { from: ['authorised'], to: 'captured' },
  PaymentReleased: { from: ['open', 'authorised'], to: 'released' },
} as const satisfies Partial<Record<PaymentEvent['type'], { from: readonly Status[]; to: Status }>>;

/**
 * Follows the money of every booking that is paid: one intent, for its total and no other amount, charged once and only where the
 * host approved, given back only after a cancellation, or by an admin's word, and never more than these said; and no request comes before its host
 * before a card is held. It shares no code with what decides or settles.
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
      // Another request under the same id is found elsewhere, and does not hide what was paid.
      if (!bookings.has(bookingId))
        bookings.set(bookingId, { totalCents, isPaid: payBy !== null, ...nothing });
      return [];
    }
    const known = bookings.get(data.bookingId);
    if (!known) return [];
    const isHeld = known.status === 'authorised' || known.status === 'captured';
    switch (type) {
      case 'BookingPaymentAuthorised':
        return problems(!isHeld && 'no card is held for it');
      case 'BookingApproved':
        bookings.set(data.bookingId, { ...known, isApproved: true });
        return problems(
          known.isPaid &&
            !isHeld &&
            known.status !== 'released' &&
            'it is approved before a card is held',
        );
      case 'BookingCancelled':
        bookings.set(data.bookingId, { ...known, agreedCents: data.refundCents });
        return [];
    }
  };

  const ofPayment = ({ stream, type, data }: RecordedEvent<PaymentEvent>): string[] => {
    const { bookingId } = data;
    const known = bookings.get(bookingId);
    if (!known) return ['money moves for a booking that was never requested'];
    const found = problems(
      stream !== `payment-${bookingId}` && `its payment lies in ${stream}`,
      !known.isPaid && 'money moves though nothing is to be paid',
      data.totalCents !== known.totalCents &&
        `its payment is of ${data.totalCents}, not ${known.totalCents}`,
    );
    if (type in turns) {
      const { from, to } = turns[type as keyof typeof turns];
      bookings.set(bookingId, { ...known, status: to });
      return [
        ...found,
        ...problems(
          !(from as readonly Status[]).includes(known.status) &&
            `${type} comes while its payment is ${known.status}`,
          'amountCents' in data &&
            data.amountCents !== known.totalCents &&
            `${type} is of ${data.amountCents}, not ${known.totalCents}`,
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
            'who bears a refund does not add up to it',
          data.amountCents < 1 && `a refund of ${data.amountCents} is ordered`,
          byHandCents > known.totalCents && `${byHandCents} is ordered back of ${known.totalCents}`,
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
          known.status !== 'captured' && `it is given back while its payment is ${known.status}`,
          known.agreedCents === null &&
            known.byHandCents === 0 &&
            'it is given back without a cancellation or the word of an admin',
          back > agreed && `${back} comes back, and ${agreed} was agreed`,
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
