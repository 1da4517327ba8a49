import type { DatabaseSync } from 'node:sqlite';
import { isDeepStrictEqual } from 'node:util';
import { US_DOLLARS, formatCents } from '@courtly/contracts/amount';
import type { BookingEvent } from '../booking/bookings/booking.events.js';
import type { RecordedEvent } from '../platform/kernel/events.js';
import { type MoneyEvent, entriesOf } from '../money/ledger/entries.js';
import { type PaymentEvent, wrongCurrencyOf } from '../money/payments/payment.events.js';
import type { PayoutEvent } from '../money/payouts/payout.events.js';
import { type Check, problemList } from './check.js';
import { SpilledMap } from '../platform/stores/spilled-map.js';
import { HOUR_MS, MINUTE_MS } from '../platform/kernel/local-time.js';

/** Adjustments and offsets are recorded within this time after their decision. */
const DECISION_MS = MINUTE_MS;
/** A worker that dies after a transfer leaves its recording to the next sweep. */
const TRANSFER_MS = HOUR_MS;

type StatusEvent =
  | Extract<PaymentEvent, { type: 'PaymentRefundOrdered' | 'PaymentDisputeOpened' }>
  | Extract<PayoutEvent, { type: 'PayoutAdjusted' }>;
type EventDataOf<T extends BookingEvent['type']> = Extract<BookingEvent, { type: T }>['data'];

/**
 * The payout of one booking. Amounts are cents. `agreedCents` is null until the booking has ended.
 */
type KnownPayout = Readonly<{
  dueAt: string;
  totalCents: number;
  taxCents: number;
  payoutCents: number;
  agreedCents: number | null;
  agreedRefund: number;
  /** Paid by card or outside Stripe, before refunds. */
  collectedCents: number;
  waivedCents: number;
  leftCents: number;
  hostBearsCents: number;
  platformBearsCents: number;
  /** The amount by which admins adjusted the host's part; negative if they deducted it. */
  adjustedCents: number;
  refundedCents: number;
  /** Refunds made in Stripe's dashboard by id. The platform bears them. */
  dashboardRefunds: Readonly<Record<string, number>>;
  /** The amounts that banks withdrew and did not return, in cents by dispute id. */
  disputed: Readonly<Record<string, number>>;
  openDisputes: readonly string[];
  /** The part of each transfer that is not reversed, in cents by transfer id. */
  transfers: Readonly<Record<string, number>>;
  paidCents: number;
  /** What was due to the host before each change of the last hour. */
  earlier: readonly (HostPart & Readonly<{ changedAt: string }>)[];
}>;

/**
 * What is due to the host, in cents. `adjustableCents` is the share without adjustments, and
 * `payableCents` the part that may be paid now.
 */
type HostPart = Readonly<{ adjustableCents: number; payableCents: number; isDisputed: boolean }>;

/** An offset whose second part is still missing. */
type KnownOffset = Readonly<{ bookingId: string; debtBookingId: string; amountCents: number }>;

/** The cents that an event moves to the player's card and those that it moves to the host. */
type MovedCents = Readonly<{ player: number; host: number }>;

/** Amounts in other currencies have no entries. */
const movedCentsOf = (event: MoneyEvent): MovedCents => {
  const { type, data } = event;
  const currency = type === 'PaymentMismatchCharged' ? data.currency : wrongCurrencyOf(event);
  if (currency !== null && currency !== US_DOLLARS) return { player: 0, host: 0 };
  switch (type) {
    case 'PaymentCaptured':
    case 'PaymentMismatchCharged':
      return { player: -data.amountCents, host: 0 };
    case 'PaymentRefunded':
    case 'PaymentDisputed':
      return { player: data.amountCents, host: 0 };
    case 'PaymentRefundFailed':
      return { player: -data.amountCents, host: 0 };
    case 'PaymentDisputeClosed':
      return { player: -data.returnedCents, host: 0 };
    case 'PaymentFeeRecorded':
      return { player: 0, host: 0 };
    case 'PaymentSettledOtherwise': {
      const { obligation, outcome, amountCents } = data;
      const paidCents = outcome === 'paid' ? amountCents : 0;
      return { player: obligation === 'refund' ? paidCents : -paidCents, host: 0 };
    }
    case 'PayoutTransferred':
    case 'PayoutOffset':
      return { player: 0, host: data.amountCents };
    case 'PayoutReversed':
    case 'PayoutRecovered':
      return { player: 0, host: -data.amountCents };
  }
};

/**
 * The tax on the amount that stays charged and is not waived, in cents. It never reduces the host's
 * agreed part.
 */
const taxKept = (knownPayout: KnownPayout): number => {
  const { totalCents, taxCents, agreedCents, agreedRefund } = knownPayout;
  const { hostBearsCents, platformBearsCents, collectedCents } = knownPayout;
  const unpaidCents = Math.max(0, totalCents - agreedRefund - collectedCents);
  const keptCents =
    Math.max(0, totalCents - agreedRefund - hostBearsCents - platformBearsCents) -
    Math.min(knownPayout.waivedCents, unpaidCents);
  const proportional = taxCents === 0 ? 0 : Math.round((keptCents * taxCents) / totalCents);
  const besidesHost = keptCents - ((agreedCents ?? 0) - hostBearsCents);
  return Math.max(0, Math.min(proportional, besidesHost));
};

/** Checks that the ledger entries of an event add up to zero and match its amounts. */
const entryProblems = (event: MoneyEvent): string[] => {
  const ledgerEntries = entriesOf(event);
  const sumEntries = (isIncluded: (account: string) => boolean) =>
    ledgerEntries.reduce(
      (sum, { account, amountCents }) => sum + (isIncluded(account) ? amountCents : 0),
      0,
    );
  const movedCents = movedCentsOf(event);
  return problemList(
    sumEntries(() => true) !== 0 && `the entries of ${event.type} do not add up to zero`,
    sumEntries((account) => account === 'player') !== movedCents.player &&
      `the entries of ${event.type} do not match the player's part`,
    sumEntries((account) => account === 'host') !== movedCents.host &&
      `the entries of ${event.type} do not match the host's part`,
  );
};

const addTo = (amounts: Readonly<Record<string, number>>, id: string, cents: number) => ({
  ...amounts,
  [id]: (amounts[id] ?? 0) + cents,
});

const withdrawnCents = ({ disputed }: KnownPayout, disputeIds: readonly string[]): number =>
  disputeIds.reduce((subtotal, disputeId) => subtotal + (disputed[disputeId] ?? 0), 0);

/**
 * The host's part including adjustments. After a lost dispute, it is at most the rest of the
 * charge.
 */
const hostPartOf = (knownPayout: KnownPayout): number => {
  const givenByPlatform =
    withdrawnCents(knownPayout, Object.keys(knownPayout.disputed)) > 0
      ? 0
      : Math.min(
          knownPayout.refundedCents,
          Object.values(knownPayout.dashboardRefunds).reduce(
            (subtotal, refundCents) => subtotal + refundCents,
            knownPayout.platformBearsCents,
          ),
        );
  const shareCents = Math.min(
    (knownPayout.agreedCents ?? 0) - knownPayout.hostBearsCents,
    knownPayout.leftCents + givenByPlatform - taxKept(knownPayout),
  );
  return Math.max(0, shareCents) + knownPayout.adjustedCents;
};

/**
 * The host's share that an adjustment changes. The amount that an open dispute has withdrawn may
 * still return, so it counts as charged.
 */
const adjustableShare = (knownPayout: KnownPayout): number => {
  const { disputed, openDisputes, leftCents, adjustedCents } = knownPayout;
  const closedDisputes = Object.entries(disputed).filter(([id]) => !openDisputes.includes(id));
  const hostPart = hostPartOf({
    ...knownPayout,
    disputed: Object.fromEntries(closedDisputes),
    leftCents: leftCents + withdrawnCents(knownPayout, openDisputes),
  });
  return hostPart - adjustedCents;
};

const currentPart = (knownPayout: KnownPayout): HostPart => ({
  adjustableCents: adjustableShare(knownPayout),
  payableCents: Math.min(knownPayout.totalCents, hostPartOf(knownPayout)),
  isDisputed: knownPayout.openDisputes.length > 0,
});

const before = (instant: string, durationMs: number): string =>
  new Date(Date.parse(instant) - durationMs).toISOString();

/** Remembers what was due before a change, because a concurrent decision may be based on it. */
const withEarlierPart = (
  knownPayout: KnownPayout,
  changedPayout: KnownPayout,
  changedAt: string,
): KnownPayout => {
  const part = currentPart(knownPayout);
  if (isDeepStrictEqual(part, currentPart(changedPayout))) return changedPayout;
  const earlier = changedPayout.earlier.filter(
    (change) => change.changedAt > before(changedAt, TRANSFER_MS),
  );
  return { ...changedPayout, earlier: [...earlier, { ...part, changedAt }] };
};

/** What was due to the host now or at a time since `instant`. */
const partsSince = (knownPayout: KnownPayout, instant: string): readonly HostPart[] => [
  currentPart(knownPayout),
  ...knownPayout.earlier.filter(({ changedAt }) => changedAt > instant),
];

/**
 * An adjustment is decided for the share that was read. Another process can change the share, for
 * example after a lost dispute, before the adjustment is recorded.
 */
const adjustmentProblems = (
  knownPayout: KnownPayout,
  { totalCents, adjustedAt }: Extract<PayoutEvent, { type: 'PayoutAdjusted' }>['data'],
): string[] => {
  const hostParts = partsSince(knownPayout, before(adjustedAt, DECISION_MS)).map(
    ({ adjustableCents }) => adjustableCents + knownPayout.adjustedCents,
  );
  const [hostPart = 0] = hostParts;
  return problemList(
    knownPayout.agreedCents === null && 'its payout is adjusted before the booking ends',
    hostParts.every((cents) => cents < 0) &&
      `its host's part is adjusted to ${formatCents(hostPart)}`,
    hostParts.every((cents) => cents > totalCents) &&
      `its host's part of ${formatCents(totalCents)} is adjusted to ${formatCents(hostPart)}`,
  );
};

/**
 * Checks that payouts follow the booking's terms and disputes, never exceed the host's part or the
 * charge, and are not reversed by more. Shares no code with the deciders.
 */
export const payoutChecker = (spillDatabase: DatabaseSync): Check => {
  const payoutsByBooking = new SpilledMap<KnownPayout>(spillDatabase, 'payouts');
  const openOffsets = new SpilledMap<KnownOffset>(spillDatabase, 'offsets of payouts');

  const checkTransfer = (
    knownPayout: KnownPayout,
    event: RecordedEvent<Extract<PayoutEvent, { type: 'PayoutTransferred' }>>,
  ) => {
    const { transferId, amountCents, transferredAt } = event.data;
    const transfers = { ...knownPayout.transfers, [transferId]: amountCents };
    return [
      ...checkPayment({ ...knownPayout, transfers }, event, transferredAt, TRANSFER_MS),
      ...problemList(transferId in knownPayout.transfers && 'a transfer is recorded twice'),
    ];
  };

  const checkOffset = (
    knownPayout: KnownPayout,
    event: RecordedEvent<Extract<PayoutEvent, { type: 'PayoutOffset' }>>,
  ) => {
    const { bookingId, offsetId, debtBookingId, amountCents, offsetAt } = event.data;
    const isRepeated = openOffsets.has(offsetId);
    openOffsets.set(offsetId, { bookingId, debtBookingId, amountCents });
    return [
      ...checkPayment(knownPayout, event, offsetAt, DECISION_MS),
      ...problemList(isRepeated && 'an offset is recorded twice'),
    ];
  };

  const checkRecovery = (
    knownPayout: KnownPayout,
    { data }: Extract<PayoutEvent, { type: 'PayoutRecovered' }>,
  ) => {
    const { bookingId, offsetId, fromBookingId, amountCents } = data;
    const offset = openOffsets.get(offsetId);
    openOffsets.delete(offsetId);
    const paidCents = knownPayout.paidCents - amountCents;
    payoutsByBooking.set(bookingId, { ...knownPayout, paidCents });
    return problemList(
      (offset?.bookingId !== fromBookingId ||
        offset.debtBookingId !== bookingId ||
        offset.amountCents !== amountCents) &&
        'no other booking repays its debt',
    );
  };

  /** Checks money that goes to the host through a transfer or an offset. */
  const checkPayment = (
    knownPayout: KnownPayout,
    {
      stream,
      data: { bookingId, amountCents },
    }: RecordedEvent<Extract<PayoutEvent, { type: 'PayoutTransferred' | 'PayoutOffset' }>>,
    paidAt: string,
    recordedWithinMs: number,
  ) => {
    const paidCents = knownPayout.paidCents + amountCents;
    payoutsByBooking.set(bookingId, { ...knownPayout, paidCents });
    const parts = partsSince(knownPayout, before(paidAt, recordedWithinMs));
    const undisputed = parts.filter(({ isDisputed }) => !isDisputed);
    const payable = undisputed.length > 0 ? undisputed : parts;
    const hostPart = Math.max(...payable.map(({ payableCents }) => payableCents));
    return problemList(
      stream !== `payout-${bookingId}` && `its payout is in ${stream}`,
      knownPayout.agreedCents === null && 'its host is paid before the booking ends',
      paidCents > hostPart &&
        `its host is paid ${formatCents(paidCents)}, but the host's part is ${formatCents(hostPart)}`,
      paidAt < knownPayout.dueAt && `its host is paid before ${knownPayout.dueAt}`,
      undisputed.length === 0 && 'its host is paid while a dispute is open',
    );
  };

  const checkReversal = (
    knownPayout: KnownPayout,
    { data }: Extract<PayoutEvent, { type: 'PayoutReversed' }>,
  ) => {
    const { bookingId, transferId, amountCents } = data;
    const transferredCents = knownPayout.transfers[transferId];
    if (transferredCents === undefined) return ['an unknown transfer is reversed'];
    const leftCents = transferredCents - amountCents;
    payoutsByBooking.set(bookingId, {
      ...knownPayout,
      transfers: { ...knownPayout.transfers, [transferId]: leftCents },
      paidCents: knownPayout.paidCents - amountCents,
    });
    return problemList(
      leftCents < 0 && `${formatCents(-leftCents)} more is reversed than its host was paid`,
    );
  };

  const applyEvent = (
    knownPayout: KnownPayout,
    event: RecordedEvent<BookingEvent | MoneyEvent | StatusEvent>,
  ): KnownPayout => {
    switch (event.type) {
      case 'BookingMoved': {
        const movedMs = Date.parse(event.data.endTime) - Date.parse(event.data.previousEndTime);
        const dueAt = new Date(Date.parse(knownPayout.dueAt) + movedMs).toISOString();
        return { ...knownPayout, dueAt };
      }
      case 'BookingCompleted':
        return { ...knownPayout, agreedCents: knownPayout.payoutCents };
      case 'BookingCancelled':
        return {
          ...knownPayout,
          agreedCents: event.data.hostCents,
          agreedRefund: event.data.refundCents,
        };
      case 'PaymentDisputeOpened':
      case 'PaymentDisputed':
        return {
          ...knownPayout,
          disputed: addTo(
            knownPayout.disputed,
            event.data.disputeId,
            event.type === 'PaymentDisputed' ? event.data.amountCents : 0,
          ),
          openDisputes: [...new Set([...knownPayout.openDisputes, event.data.disputeId])],
        };
      case 'PaymentDisputeClosed':
        return {
          ...knownPayout,
          disputed: addTo(knownPayout.disputed, event.data.disputeId, -event.data.returnedCents),
          openDisputes: knownPayout.openDisputes.filter(
            (disputeId) => disputeId !== event.data.disputeId,
          ),
        };
      case 'PaymentCaptured':
        return { ...knownPayout, collectedCents: event.data.amountCents };
      case 'PaymentRefundOrdered': {
        const { hostCents, platformCents } = event.data;
        return {
          ...knownPayout,
          hostBearsCents: knownPayout.hostBearsCents + hostCents,
          platformBearsCents: knownPayout.platformBearsCents + platformCents,
        };
      }
      case 'PayoutAdjusted':
        return {
          ...knownPayout,
          adjustedCents: knownPayout.adjustedCents + event.data.amountCents,
        };
      case 'PaymentRefunded':
        return {
          ...knownPayout,
          refundedCents: knownPayout.refundedCents + event.data.amountCents,
          dashboardRefunds:
            event.data.source === 'dashboard'
              ? { ...knownPayout.dashboardRefunds, [event.data.refundId]: event.data.amountCents }
              : knownPayout.dashboardRefunds,
        };
      case 'PaymentSettledOtherwise': {
        const { obligation, outcome, amountCents } = event.data;
        const isPaid = outcome === 'paid';
        const { refundedCents, collectedCents, waivedCents } = knownPayout;
        if (obligation === 'charge')
          return isPaid
            ? { ...knownPayout, collectedCents: collectedCents + amountCents }
            : { ...knownPayout, waivedCents: waivedCents + amountCents };
        return { ...knownPayout, refundedCents: refundedCents + (isPaid ? amountCents : 0) };
      }
      case 'PaymentRefundFailed':
        return {
          ...knownPayout,
          refundedCents: knownPayout.refundedCents - event.data.amountCents,
          dashboardRefunds: { ...knownPayout.dashboardRefunds, [event.data.refundId]: 0 },
        };
      default:
        return knownPayout;
    }
  };

  const checkBooking = (
    event: RecordedEvent<BookingEvent | MoneyEvent | StatusEvent>,
    isMoney: boolean,
  ): string[] => {
    const { bookingId } = event.data;
    const knownPayout = payoutsByBooking.get(bookingId);
    if (!knownPayout)
      return isMoney && event.type.startsWith('Payout')
        ? ['a host is paid for a free booking']
        : [];
    const movedCents = isMoney ? movedCentsOf(event as MoneyEvent) : { player: 0, host: 0 };
    const updatedPayout = {
      ...applyEvent(knownPayout, event),
      leftCents: knownPayout.leftCents - movedCents.player,
    };
    if (event.type === 'PayoutTransferred') return checkTransfer(updatedPayout, event);
    if (event.type === 'PayoutReversed') return checkReversal(updatedPayout, event);
    if (event.type === 'PayoutOffset') return checkOffset(updatedPayout, event);
    if (event.type === 'PayoutRecovered') return checkRecovery(updatedPayout, event);
    payoutsByBooking.set(bookingId, withEarlierPart(knownPayout, updatedPayout, event.metadata.at));
    return event.type === 'PayoutAdjusted' ? adjustmentProblems(updatedPayout, event.data) : [];
  };

  return (event) => {
    const { type } = event;
    if (type === 'BookingRequested') {
      const requested = event.data as EventDataOf<'BookingRequested'>;
      const { bookingId, payBy, endTime, totalCents, taxCents, payoutCents, terms } = requested;
      const dueTime = Date.parse(endTime) + terms.payoutDelayMinutes * MINUTE_MS;
      if (payBy !== null && !payoutsByBooking.has(bookingId))
        payoutsByBooking.set(bookingId, {
          dueAt: new Date(dueTime).toISOString(),
          totalCents,
          taxCents,
          payoutCents,
          agreedCents: null,
          agreedRefund: 0,
          collectedCents: 0,
          waivedCents: 0,
          leftCents: 0,
          hostBearsCents: 0,
          platformBearsCents: 0,
          adjustedCents: 0,
          refundedCents: 0,
          dashboardRefunds: {},
          disputed: {},
          openDisputes: [],
          transfers: {},
          paidCents: 0,
          earlier: [],
        });
      return [];
    }
    const isMoney = moneyEventTypes.includes(type);
    if (!isMoney && !statusEventTypes.includes(type)) return [];
    // A charge that differs from the price does not concern the host.
    const isWrong = type === 'PaymentMismatchCharged' || wrongCurrencyOf(event) !== null;
    const problems = [
      ...(isMoney ? entryProblems(event as unknown as MoneyEvent) : []),
      ...(isWrong
        ? []
        : checkBooking(
            event as unknown as RecordedEvent<BookingEvent | MoneyEvent | StatusEvent>,
            isMoney,
          )),
    ];
    return problems.map(
      (problem) => `booking ${(event.data as { bookingId: string }).bookingId}: ${problem}`,
    );
  };
};

const statusEventTypes: readonly string[] = [
  'BookingMoved',
  'BookingCompleted',
  'BookingCancelled',
  'PaymentRefundOrdered',
  'PaymentDisputeOpened',
  'PayoutAdjusted',
];
const moneyEventTypes: readonly string[] = [
  'PaymentCaptured',
  'PaymentMismatchCharged',
  'PaymentRefunded',
  'PaymentRefundFailed',
  'PaymentDisputed',
  'PaymentDisputeClosed',
  'PaymentFeeRecorded',
  'PaymentSettledOtherwise',
  'PayoutTransferred',
  'PayoutReversed',
  'PayoutOffset',
  'PayoutRecovered',
];
