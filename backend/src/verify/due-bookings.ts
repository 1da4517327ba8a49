import type { DatabaseSync } from 'node:sqlite';
import type { BookingEvent } from '../booking/bookings/booking.events.js';
import type { RecordedEvent } from '../platform/kernel/events.js';
import { MINUTE_MS } from '../platform/kernel/local-time.js';
import { SpilledMap } from '../platform/stores/spilled-map.js';
import { type DueItem, type DueList, instantAfter } from './check.js';

type Requested = Extract<BookingEvent, { type: 'BookingRequested' }>['data'];

/** `attempts` counts the refusals in a row; it is unknown for payouts, which are retried daily. */
type Refusal = Readonly<{ code: string; tryAgainAt: string; attempts?: number; step?: string }>;
/** `orderId` is the order by hand that it carries out. Hosts never bear a refund in the dashboard. */
type Refund = Readonly<{
  amountCents: number;
  failed: boolean;
  orderId: string | null;
  source: 'courtly' | 'dashboard';
}>;
type DisputeSums = Readonly<{ takenCents: number; returnedCents: number; status: string }>;

/**
 * One booking and its money as the log has it. `agreedCents` is the refund of its cancellation and
 * `hostCents` the host's part; `movedAt` is the last change of its money.
 */
type BookingMoney = Pick<
  Requested,
  | 'hostId'
  | 'payBy'
  | 'answerBy'
  | 'startTime'
  | 'endTime'
  | 'totalCents'
  | 'taxCents'
  | 'payoutCents'
  | 'terms'
> &
  Readonly<{
    courtDay: string;
    payoutDueAt: string;
    status: 'pending' | 'confirmed' | 'completed' | 'canceled';
    isShownToHost: boolean;
    changedAt: string;
    agreedCents: number;
    hostCents: number;
    intent: 'none' | 'open' | 'authorized' | 'captured' | 'released';
    /** When the hold ends. */
    heldUntil: string | null;
    isMismatched: boolean;
    capturedCents: number;
    movedAt: string;
    hostBearsCents: number;
    platformBearsCents: number;
    orders: Readonly<Record<string, number>>;
    refunds: Readonly<Record<string, Refund>>;
    disputes: Readonly<Record<string, DisputeSums>>;
    debtCents: number;
    /** Settled outside Stripe: cancellations, and orders by id. */
    settledRefundCents: number;
    settledOrders: Readonly<Record<string, number>>;
    settledChargeCents: number;
    /** The part of settled charges that the player paid. */
    paidElsewhereCents: number;
    /** The part of settled refunds that Courtly paid. */
    refundedElsewhereCents: number;
    /** What admins know that they must return outside Stripe. */
    returnKnownCents: number;
    isHoldSettled: boolean;
    refusal: Refusal | null;
    paidCents: number;
    /** What transfers minus reversals paid; the rest was offset against debts. */
    transferredCents: number;
    adjustedCents: number;
    payoutRefusal: Refusal | null;
    isHeld: boolean;
  }>;

/** All fields of payment and payout events that decide what is due. */
type MoneyFields = Readonly<{
  bookingId: string;
  amountCents: number;
  hostCents: number;
  platformCents: number;
  refundId: string;
  orderId: string;
  source: Refund['source'];
  refundOrderId?: string | null;
  disputeId: string;
  won: boolean;
  returnedCents: number;
  code: string;
  tryAgainAt: string;
  step: string;
  attempts: number;
  captureBefore: string | null;
  obligation: 'refund' | 'charge' | 'hold';
  outcome: 'paid' | 'waived';
}>;

type HostState = Readonly<{
  transfers: string;
  changedAt: string;
  isHeld: boolean;
  isSuspended: boolean;
}>;
const newHost: HostState = {
  transfers: 'missing',
  changedAt: '',
  isHeld: false,
  isSuspended: false,
};

/** How an event changes what a host can be paid; null for other events. */
const hostChange = ({ type, data }: RecordedEvent): [string, Partial<HostState>] | null => {
  const { hostId, userId, bookingId, transfers } = data as Record<string, string | null>;
  const { payoutsEnabled } = data as Readonly<{ payoutsEnabled?: boolean }>;
  switch (type) {
    case 'PayoutAccountOpened':
      return [hostId!, { transfers: 'inactive' }];
    case 'PayoutAccountChanged':
      return [
        hostId!,
        { transfers: transfers === 'active' && !payoutsEnabled ? 'not paid out' : transfers! },
      ];
    case 'PayoutHeld':
    case 'PayoutReleased':
      return bookingId === null ? [hostId!, { isHeld: type === 'PayoutHeld' }] : null;
    case 'UserSuspended':
    case 'SuspensionLifted':
      return [userId!, { isSuspended: type === 'UserSuspended' }];
    default:
      return null;
  }
};

const sum = (amounts: readonly number[]): number =>
  amounts.reduce((total, cents) => total + cents, 0);
const latest = (...instants: readonly string[]): string => [...instants].sort().at(-1)!;

const requestedMoney = (courtDay: string, requested: Requested): BookingMoney => {
  const { hostId, payBy, answerBy, startTime, endTime, requestedAt, terms } = requested;
  const { totalCents, taxCents, payoutCents } = requested;
  return {
    hostId,
    payBy,
    answerBy,
    startTime,
    endTime,
    totalCents,
    taxCents,
    payoutCents,
    terms,
    courtDay,
    payoutDueAt: instantAfter(endTime, terms.payoutDelayMinutes * MINUTE_MS),
    status: 'pending',
    isShownToHost: payBy === null,
    changedAt: requestedAt,
    agreedCents: 0,
    hostCents: 0,
    intent: 'none',
    heldUntil: null,
    isMismatched: false,
    capturedCents: 0,
    movedAt: requestedAt,
    hostBearsCents: 0,
    platformBearsCents: 0,
    orders: {},
    refunds: {},
    disputes: {},
    debtCents: 0,
    settledRefundCents: 0,
    settledOrders: {},
    settledChargeCents: 0,
    paidElsewhereCents: 0,
    refundedElsewhereCents: 0,
    returnKnownCents: 0,
    isHoldSettled: false,
    refusal: null,
    paidCents: 0,
    transferredCents: 0,
    adjustedCents: 0,
    payoutRefusal: null,
    isHeld: false,
  };
};

const afterBookingEvent = (money: BookingMoney, { type, data }: BookingEvent): BookingMoney => {
  switch (type) {
    case 'BookingRequested':
      return money;
    case 'BookingPaymentAuthorised':
      return { ...money, isShownToHost: true, changedAt: data.authorisedAt };
    case 'BookingApproved':
      return { ...money, status: 'confirmed', changedAt: data.approvedAt };
    case 'BookingCompleted':
      return {
        ...money,
        status: 'completed',
        changedAt: data.completedAt,
        hostCents: money.payoutCents,
      };
    case 'BookingCancelled':
      return {
        ...money,
        status: 'canceled',
        changedAt: data.cancelledAt,
        agreedCents: data.refundCents,
        hostCents: data.hostCents,
      };
  }
};

const newDispute: DisputeSums = { takenCents: 0, returnedCents: 0, status: 'open' };

const afterMoneyEvent = (
  money: BookingMoney,
  type: string,
  data: MoneyFields,
): Partial<BookingMoney> => {
  const { amountCents } = data;
  switch (type) {
    case 'PaymentIntentCreated':
      return { intent: 'open' };
    case 'PaymentAuthorised':
      return { intent: 'authorized', heldUntil: data.captureBefore };
    case 'PaymentCaptured':
      return { intent: 'captured', capturedCents: amountCents, refusal: null };
    case 'PaymentReleased':
      return { intent: 'released', refusal: null };
    case 'PaymentMismatched':
      return { isMismatched: true };
    case 'PaymentRefundOrdered':
      return {
        hostBearsCents: money.hostBearsCents + data.hostCents,
        platformBearsCents: money.platformBearsCents + data.platformCents,
        orders: { ...money.orders, [data.orderId]: amountCents },
      };
    case 'PaymentRefunded': {
      const { refundId, orderId, source } = data;
      const refund = { amountCents, failed: false, orderId, source };
      return { refunds: { ...money.refunds, [refundId]: refund }, refusal: null };
    }
    case 'PaymentRefundFailed': {
      const refund = money.refunds[data.refundId];
      if (!refund) return {};
      return { refunds: { ...money.refunds, [data.refundId]: { ...refund, failed: true } } };
    }
    case 'PaymentRefused': {
      const { code, tryAgainAt, attempts } = data;
      return { refusal: { code, tryAgainAt, attempts } };
    }
    case 'PaymentRetryOrdered':
      return { refusal: null };
    case 'PaymentOverdue':
      return { debtCents: amountCents };
    case 'PaymentReturnDue':
      return { returnKnownCents: amountCents };
    case 'PaymentSettledOtherwise':
      return settledOtherwise(money, data);
    case 'PaymentDisputeOpened':
    case 'PaymentDisputed':
    case 'PaymentDisputeClosed':
      return {
        disputes: { ...money.disputes, [data.disputeId]: changedDispute(money, type, data) },
      };
    case 'PayoutTransferred':
      return {
        paidCents: money.paidCents + amountCents,
        transferredCents: money.transferredCents + amountCents,
        payoutRefusal: null,
      };
    case 'PayoutReversed':
      return {
        paidCents: money.paidCents - amountCents,
        transferredCents: money.transferredCents - amountCents,
        payoutRefusal: null,
      };
    case 'PayoutOffset':
      return { paidCents: money.paidCents + amountCents };
    case 'PayoutRecovered':
      return { paidCents: money.paidCents - amountCents };
    case 'PayoutAdjusted':
      return { adjustedCents: money.adjustedCents + amountCents };
    case 'PayoutRetryOrdered':
      return { payoutRefusal: null };
    case 'PayoutRefused':
      return {
        payoutRefusal: { code: data.code, tryAgainAt: data.tryAgainAt, step: data.step },
      };
    case 'PayoutHeld':
      return { isHeld: true };
    case 'PayoutReleased':
      return { isHeld: false };
    default:
      return {};
  }
};

const settledOtherwise = (
  { settledRefundCents, settledChargeCents, settledOrders, ...money }: BookingMoney,
  { obligation, outcome, amountCents, refundOrderId: orderId }: MoneyFields,
): Partial<BookingMoney> => {
  if (obligation === 'refund') {
    const refund = {
      refundedElsewhereCents: money.refundedElsewhereCents + (outcome === 'paid' ? amountCents : 0),
      returnKnownCents: Math.max(0, money.returnKnownCents - amountCents),
    };
    if (!orderId) return { ...refund, settledRefundCents: settledRefundCents + amountCents };
    const settledCents = (settledOrders[orderId] ?? 0) + amountCents;
    return { ...refund, settledOrders: { ...settledOrders, [orderId]: settledCents } };
  }
  if (obligation === 'charge')
    return {
      settledChargeCents: settledChargeCents + amountCents,
      paidElsewhereCents: money.paidElsewhereCents + (outcome === 'paid' ? amountCents : 0),
    };
  return { isHoldSettled: true };
};

const changedDispute = (
  { disputes }: BookingMoney,
  type: `PaymentDispute${'Opened' | 'd' | 'Closed'}`,
  { disputeId, amountCents, won, returnedCents }: MoneyFields,
): DisputeSums => {
  const dispute = disputes[disputeId] ?? newDispute;
  if (type === 'PaymentDisputeClosed')
    return {
      ...dispute,
      returnedCents: dispute.returnedCents + returnedCents,
      status: won ? 'won' : 'lost',
    };
  const takenCents = dispute.takenCents + (type === 'PaymentDisputed' ? amountCents : 0);
  return { ...dispute, takenCents, status: 'open' };
};

type Due = Omit<DueItem, 'stream'>;
type Wait = NonNullable<DueItem['wait']>;

/** After this number of refusals, an admin decides. */
const LAST_ATTEMPT = 10;

const refusedBy = (refusal: Refusal | null): Wait | null =>
  refusal && {
    reason: `Stripe refused it (${refusal.code})`,
    until: (refusal.attempts ?? 0) >= LAST_ATTEMPT ? null : refusal.tryAgainAt,
  };

const waitForPerson = (reason: string): Wait => ({ reason, until: null });

const isMissed = ({ status, isShownToHost }: BookingMoney) =>
  status === 'pending' && !isShownToHost;

/** The deadlines of the booking itself. */
const dueDeadlines = (money: BookingMoney): Due[] => {
  const { status, payBy, answerBy, endTime } = money;
  if (isMissed(money)) return [{ what: 'the end of an unpaid request', dueAt: payBy!, wait: null }];
  if (status === 'pending')
    return [{ what: 'the end of an unanswered request', dueAt: answerBy, wait: null }];
  return status === 'confirmed' ? [{ what: 'its completion', dueAt: endTime, wait: null }] : [];
};

const moneyToKeep = ({
  totalCents,
  agreedCents,
  hostBearsCents,
  platformBearsCents,
}: BookingMoney) => Math.max(0, totalCents - agreedCents - hostBearsCents - platformBearsCents);

const refundedCents = ({ refunds }: BookingMoney, isCounted = (_refund: Refund) => true) =>
  sum(
    Object.values(refunds).map((refund) =>
      !refund.failed && isCounted(refund) ? refund.amountCents : 0,
    ),
  );
const dashboardCents = (money: BookingMoney) =>
  refundedCents(money, ({ source }) => source === 'dashboard');

const withdrawnCents = ({ disputes }: BookingMoney, isCounted: (status: string) => boolean) =>
  sum(
    Object.values(disputes).map(({ takenCents, returnedCents, status }) =>
      isCounted(status) ? takenCents - returnedCents : 0,
    ),
  );

/** From when a confirmed booking is charged: while it can be canceled for free, the charge waits. */
const chargeFrom = (money: BookingMoney): string => {
  const { status, changedAt: approvedAt, startTime, heldUntil, terms } = money;
  const margin = terms.lateChargeMarginMinutes;
  const freeUntil = instantAfter(startTime, -terms.freeCancelMinutes * MINUTE_MS);
  if (status !== 'confirmed' || margin === null || heldUntil === null || approvedAt >= freeUntil)
    return approvedAt;
  const lastFree = latest(freeUntil, instantAfter(approvedAt, terms.graceMinutes * MINUTE_MS));
  const isSafe = [startTime, heldUntil].every(
    (end) => lastFree <= instantAfter(end, -margin * MINUTE_MS),
  );
  return isSafe ? lastFree : approvedAt;
};

/** The next movement of the player's money. */
const duePayment = (money: BookingMoney): Due[] => {
  const { status, intent, changedAt, movedAt, refusal } = money;
  const dueAt = latest(changedAt, movedAt);
  const wait = money.isMismatched
    ? waitForPerson('its payment differs from the price')
    : refusedBy(refusal);
  const isOver = status === 'canceled' || status === 'completed';
  const keptCents = moneyToKeep(money);
  switch (intent) {
    case 'none':
      return [];
    case 'open':
      return status === 'canceled' ? [{ what: 'the end of its payment', dueAt, wait }] : [];
    case 'authorized': {
      if (status === 'pending' || money.isHoldSettled) return [];
      const chargeCents = keptCents - money.settledChargeCents;
      return chargeCents > 0
        ? [{ what: `a charge of ${chargeCents}`, dueAt: latest(dueAt, chargeFrom(money)), wait }]
        : [{ what: 'the release of its authorization', dueAt, wait }];
    }
    case 'released':
      if (keptCents <= money.settledChargeCents) return dueRefund(money, dueAt, wait);
      return isOver
        ? dueDebt(money, keptCents, dueAt)
        : [{ what: 'its cancellation, because it is not paid', dueAt, wait }];
    case 'captured':
      return dueRefund(money, dueAt, wait);
  }
};

const dueDebt = (money: BookingMoney, keptCents: number, dueAt: string): Due[] => {
  const { debtCents, settledChargeCents } = money;
  const owedCents = keptCents - settledChargeCents;
  if (owedCents <= 0) return [];
  const wait = debtCents > 0 ? waitForPerson("the player's debt is recorded") : null;
  return [{ what: `a charge of ${owedCents} or a recorded debt`, dueAt, wait }];
};

/** What cancellations and orders must return and did not, at most what is left of it. */
const unrefundedCents = (money: BookingMoney): number => {
  const { totalCents, agreedCents, settledRefundCents, settledOrders } = money;
  const collectedCents = money.capturedCents + money.paidElsewhereCents;
  const leftCents =
    collectedCents -
    refundedCents(money) -
    withdrawnCents(money, () => true) -
    settledRefundCents -
    sum(Object.values(settledOrders));
  // Refunds for no order are for the cancellation; old ones may be for orders too.
  const forNoOrder =
    settledRefundCents +
    refundedCents(money, ({ orderId, source }) => orderId === null && source === 'courtly');
  const toCancellation = Math.max(0, collectedCents - totalCents + agreedCents);
  const toPlayer = forNoOrder + dashboardCents(money) + withdrawnCents(money, () => true);
  const cancellationCents = Math.max(0, toCancellation - toPlayer);
  const orderCents = Object.entries(money.orders).map(([id, orderedCents]) =>
    Math.max(
      0,
      orderedCents -
        (settledOrders[id] ?? 0) -
        refundedCents(money, ({ orderId }) => orderId === id),
    ),
  );
  const openOrderCents = Math.max(0, sum(orderCents) - Math.max(0, forNoOrder - toCancellation));
  return Math.min(leftCents, cancellationCents + openOrderCents);
};

const dueRefund = (money: BookingMoney, dueAt: string, paymentWait: Wait | null): Due[] => {
  const refundCents = unrefundedCents(money);
  if (refundCents <= 0) return [];
  const onCardCents =
    money.capturedCents - refundedCents(money) - withdrawnCents(money, () => true);
  if (onCardCents <= 0) {
    const isKnown = refundCents <= money.returnKnownCents;
    const wait = isKnown ? waitForPerson('an admin returns it outside Stripe') : null;
    return [{ what: `a return of ${refundCents} outside Stripe`, dueAt, wait }];
  }
  const hasFailed = Object.values(money.refunds).some(({ failed }) => failed);
  const wait = paymentWait ?? (hasFailed ? waitForPerson('a refund failed at Stripe') : null);
  return [{ what: `a refund of ${Math.min(refundCents, onCardCents)}`, dueAt, wait }];
};

/** The tax in what stays charged and is not waived, rounded half up, unless it would cut the host's agreed part. */
const taxToKeep = (money: BookingMoney): number => {
  const waivedCents = money.settledChargeCents - money.paidElsewhereCents;
  const unpaidCents = moneyToKeep(money) - money.capturedCents - money.paidElsewhereCents;
  const keptCents = moneyToKeep(money) - Math.min(waivedCents, Math.max(0, unpaidCents));
  const taxCents =
    money.totalCents === 0 ? 0 : Math.round((keptCents * money.taxCents) / money.totalCents);
  const afterHost = keptCents - (money.hostCents - money.hostBearsCents);
  return Math.min(taxCents, Math.max(0, afterHost));
};

/** What the host still gets, or must give back. */
const duePayout = (money: BookingMoney, host: HostState): Due[] => {
  const { hostCents, hostBearsCents, platformBearsCents, paidCents } = money;
  const collectedCents = money.capturedCents + money.paidElsewhereCents;
  if (money.intent !== 'captured' && collectedCents === 0) return [];
  const refunded = refundedCents(money) + money.refundedElsewhereCents;
  const lostCents = withdrawnCents(money, (status) => status === 'lost');
  // After a lost dispute, nothing of the charge is left for refunds that the platform bears.
  const takenCents =
    lostCents > 0
      ? refunded + unrefundedCents(money) + lostCents
      : Math.max(0, refunded - platformBearsCents - dashboardCents(money));
  const limitCents = collectedCents - takenCents - taxToKeep(money);
  const shareCents = Math.max(0, Math.min(hostCents - hostBearsCents, limitCents));
  const owedCents = Math.max(0, shareCents + money.adjustedCents) - paidCents;
  if (owedCents < 0)
    return [
      {
        what: `a reversal of ${-owedCents}`,
        dueAt: latest(money.changedAt, money.movedAt),
        wait: reversalWait(money),
      },
    ];
  if (owedCents === 0) return [];
  const dueAt = latest(money.payoutDueAt, money.changedAt, money.movedAt, host.changedAt);
  return [{ what: `a payout of ${owedCents}`, dueAt, wait: payoutWait(money, host) }];
};

/** Nothing is left to reverse if the share was used in an offset. */
const reversalWait = ({ transferredCents, payoutRefusal }: BookingMoney): Wait | null =>
  transferredCents > 0
    ? refusedBy(payoutRefusal?.step === 'reverse' ? payoutRefusal : null)
    : waitForPerson("the host's next payouts repay it");

const payoutWait = (money: BookingMoney, host: HostState): Wait | null => {
  if (money.isMismatched) return waitForPerson('its payment differs from the price');
  if (Object.values(money.disputes).some(({ status }) => status === 'open'))
    return waitForPerson('a dispute is open');
  if (money.isHeld || host.isHeld) return waitForPerson('an admin holds it');
  if (host.isSuspended) return waitForPerson('the host is suspended');
  if (host.transfers !== 'active')
    return waitForPerson(`the host's payout account is ${host.transfers}`);
  const { payoutRefusal } = money;
  return refusedBy(payoutRefusal?.step === 'transfer' ? payoutRefusal : null);
};

/**
 * Lists what is due for bookings: deadlines, charges, releases, refunds, payouts, and reversals,
 * computed from the terms and the cancel table's results. Shares no code with the settlement.
 */
export const dueBookings = (spillDatabase: DatabaseSync): DueList => {
  const bookings = new SpilledMap<BookingMoney>(spillDatabase, 'due bookings');
  const hosts = new SpilledMap<HostState>(spillDatabase, 'due hosts');
  /** Offsets that the booking with the debt does not have yet, by id. */
  const openOffsets = new SpilledMap<DueItem>(spillDatabase, 'due offsets');

  const takeOffset = ({ type, stream, data, metadata }: RecordedEvent) => {
    const { offsetId, bookingId, amountCents } = data as Readonly<
      Record<'offsetId' | 'bookingId', string> & { amountCents: number }
    >;
    if (type === 'PayoutRecovered') openOffsets.delete(offsetId);
    else
      openOffsets.set(offsetId, {
        stream,
        what: `the recovery of ${amountCents} by booking ${bookingId}`,
        dueAt: metadata.at,
        wait: null,
      });
  };

  return {
    takeEvent(event) {
      const { type, stream, metadata } = event;
      const [hostId, change] = hostChange(event) ?? [];
      if (hostId !== undefined)
        hosts.set(hostId, {
          ...(hosts.get(hostId) ?? newHost),
          ...change,
          changedAt: metadata.at,
        });
      if (!/^(Booking|Payment|Payout)/.test(type)) return;
      if (type === 'PayoutOffset' || type === 'PayoutRecovered') takeOffset(event);
      const { bookingId } = event.data as Readonly<{ bookingId?: string | null }>;
      if (bookingId === undefined || bookingId === null) return;
      const money = bookings.get(bookingId);
      if (type.startsWith('Booking')) {
        const bookingEvent = event as unknown as BookingEvent;
        if (bookingEvent.type === 'BookingRequested') {
          if (!money) bookings.set(bookingId, requestedMoney(stream, bookingEvent.data));
        } else if (money) bookings.set(bookingId, afterBookingEvent(money, bookingEvent));
      } else if (money)
        bookings.set(bookingId, {
          ...money,
          movedAt: metadata.at,
          ...afterMoneyEvent(money, type, event.data as MoneyFields),
        });
    },
    *dueItems() {
      for (const [, offset] of [...openOffsets.entriesInOrder()]) yield offset;
      for (const [bookingId, money] of bookings.entriesInOrder()) {
        const payment = money.payBy === null ? [] : duePayment(money);
        const payout =
          money.payBy === null ? [] : duePayout(money, hosts.get(money.hostId) ?? newHost);
        for (const { what, ...due } of [...dueDeadlines(money), ...payment])
          yield { stream: money.courtDay, what: `booking ${bookingId}: ${what}`, ...due };
        for (const { what, ...due } of payout)
          yield { stream: `payout-${bookingId}`, what: `booking ${bookingId}: ${what}`, ...due };
      }
    },
  };
};
