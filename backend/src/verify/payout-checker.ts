import type { DatabaseSync } from 'node:sqlite';
import type { BookingEvent } from '../booking/bookings/booking.events.js';
import type { RecordedEvent } from '../platform/kernel/events.js';
import { type MoneyEvent, entriesOf } from '../money/ledger/entries.js';
import type { PaymentEvent } from '../money/payments/payment.events.js';
import type { PayoutEvent } from '../money/payouts/payout.events.js';
import type { Check } from './check.js';
import { SpilledMap } from '../platform/stores/spilled-map.js';

type RefundOrdered = Extract<PaymentEvent, { type: 'PaymentRefundOrdered' }>;
type Data<T extends BookingEvent['type']> = Extract<BookingEvent, { type: T }>['data'];

/** The payout of one booking. Amounts are cents; `agreedCents` is null until the booking ends. */
type Known = Readonly<{
  dueAt: string;
  payoutCents: number;
  agreedCents: number | null;
  leftCents: number;
  hostBearsCents: number;
  platformBearsCents: number;
  refundedCents: number;
  openDisputes: readonly string[];
  transferId: string | null;
  paidCents: number;
}>;

const problems = (...found: readonly (string | false)[]): string[] =>
  found.filter((one) => one !== false);

/** The cents that an event moves to the player's card and to the host. */
type Moved = Readonly<{ player: number; host: number }>;

const movedBy = ({ type, data }: MoneyEvent): Moved => {
  switch (type) {
    case 'PaymentCaptured':
      return { player: -data.amountCents, host: 0 };
    case 'PaymentRefunded':
    case 'PaymentDisputed':
      return { player: data.amountCents, host: 0 };
    case 'PaymentRefundFailed':
      return { player: -data.amountCents, host: 0 };
    case 'PaymentDisputeClosed':
      return { player: -data.returnedCents, host: 0 };
    case 'PayoutTransferred':
      return { player: 0, host: data.amountCents };
    case 'PayoutReversed':
      return { player: 0, host: -data.amountCents };
  }
};

/** Checks that the ledger entries of an event add up to zero and match its amounts. */
const entryProblems = (event: MoneyEvent): string[] => {
  const entries = entriesOf(event);
  const sumOf = (of: (account: string) => boolean) =>
    entries.reduce((sum, { account, amountCents }) => sum + (of(account) ? amountCents : 0), 0);
  const moved = movedBy(event);
  return problems(
    sumOf(() => true) !== 0 && `the entries of ${event.type} do not add up to zero`,
    sumOf((account) => account === 'player') !== moved.player &&
      `the entries of ${event.type} do not match the player's part`,
    sumOf((account) => account === 'host') !== moved.host &&
      `the entries of ${event.type} do not match the host's part`,
  );
};

/**
 * Checks payouts: one per booking, after the time in its terms, never more than the host's part or
 * the rest of the charge, none during a dispute, and never more reversed than paid. Shares no code
 * with the deciders.
 */
export const payoutChecker = (spill: DatabaseSync): Check => {
  const bookings = new SpilledMap<Known>(spill, 'payouts');

  const paid = (
    known: Known,
    { stream, data }: RecordedEvent<Extract<PayoutEvent, { type: 'PayoutTransferred' }>>,
  ) => {
    const { bookingId, transferId, amountCents, transferredAt } = data;
    bookings.set(bookingId, { ...known, transferId, paidCents: amountCents });
    const givenByPlatform = Math.min(known.refundedCents, known.platformBearsCents);
    const part = Math.min(
      (known.agreedCents ?? 0) - known.hostBearsCents,
      known.leftCents + givenByPlatform,
    );
    return problems(
      stream !== `payout-${bookingId}` && `its payout is in ${stream}`,
      known.transferId !== null && 'its host is paid twice',
      known.agreedCents === null && 'its host is paid before the booking ends',
      amountCents > part && `its host is paid ${amountCents}, but the host's part is ${part}`,
      transferredAt < known.dueAt && `its host is paid before ${known.dueAt}`,
      known.openDisputes.length > 0 && 'its host is paid while a dispute is open',
    );
  };

  const changed = (
    known: Known,
    event: RecordedEvent<BookingEvent | MoneyEvent | RefundOrdered>,
  ): Known => {
    switch (event.type) {
      case 'BookingCompleted':
        return { ...known, agreedCents: known.payoutCents };
      case 'BookingCancelled':
        return { ...known, agreedCents: event.data.hostCents };
      case 'PaymentDisputed':
        return {
          ...known,
          openDisputes: [...new Set([...known.openDisputes, event.data.disputeId])],
        };
      case 'PaymentDisputeClosed':
        return {
          ...known,
          openDisputes: known.openDisputes.filter((id) => id !== event.data.disputeId),
        };
      case 'PaymentRefundOrdered': {
        const { hostCents, platformCents } = event.data;
        const hostBearsCents = known.hostBearsCents + hostCents;
        return {
          ...known,
          hostBearsCents,
          platformBearsCents: known.platformBearsCents + platformCents,
        };
      }
      case 'PaymentRefunded':
        return { ...known, refundedCents: known.refundedCents + event.data.amountCents };
      case 'PaymentRefundFailed':
        return { ...known, refundedCents: known.refundedCents - event.data.amountCents };
      default:
        return known;
    }
  };

  const ofBooking = (
    event: RecordedEvent<BookingEvent | MoneyEvent | RefundOrdered>,
    isMoney: boolean,
  ): string[] => {
    const { bookingId } = event.data;
    const known = bookings.get(bookingId);
    if (!known)
      return isMoney && event.type.startsWith('Payout')
        ? ['a host is paid for a free booking']
        : [];
    const moved = isMoney ? movedBy(event as MoneyEvent) : { player: 0, host: 0 };
    const next = { ...changed(known, event), leftCents: known.leftCents - moved.player };
    if (event.type === 'PayoutTransferred') return paid(next, event);
    const paidCents = known.paidCents + moved.host;
    bookings.set(bookingId, { ...next, paidCents });
    return problems(
      event.type === 'PayoutReversed' &&
        paidCents < 0 &&
        `${-paidCents} more is reversed than its host was paid`,
      event.type === 'PayoutReversed' &&
        event.data.transferId !== known.transferId &&
        'an unknown transfer is reversed',
    );
  };

  return (event) => {
    const { type } = event;
    if (type === 'BookingRequested') {
      const { bookingId, payBy, endTime, payoutCents, terms } =
        event.data as Data<'BookingRequested'>;
      const dueAt = new Date(Date.parse(endTime) + terms.payoutDelayMinutes * 60_000).toISOString();
      const bears = { hostBearsCents: 0, platformBearsCents: 0, refundedCents: 0 };
      const nothing = {
        ...bears,
        agreedCents: null,
        leftCents: 0,
        openDisputes: [],
        transferId: null,
        paidCents: 0,
      };
      if (payBy !== null && !bookings.has(bookingId))
        bookings.set(bookingId, { dueAt, payoutCents, ...nothing });
      return [];
    }
    const isMoney = moving.includes(type);
    if (!isMoney && !ends.includes(type)) return [];
    const found = [
      ...(isMoney ? entryProblems(event as unknown as MoneyEvent) : []),
      ...ofBooking(
        event as unknown as RecordedEvent<BookingEvent | MoneyEvent | RefundOrdered>,
        isMoney,
      ),
    ];
    return found.map(
      (problem) => `booking ${(event.data as { bookingId: string }).bookingId}: ${problem}`,
    );
  };
};

const ends: readonly string[] = ['BookingCompleted', 'BookingCancelled', 'PaymentRefundOrdered'];
const moving: readonly string[] = [
  ...[
    'PaymentCaptured',
    'PaymentRefunded',
    'PaymentRefundFailed',
    'PaymentDisputed',
    'PaymentDisputeClosed',
  ],
  ...['PayoutTransferred', 'PayoutReversed'],
];
