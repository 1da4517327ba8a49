import { formatCents } from '@courtly/contracts/amount';
import type { DatabaseSync } from 'node:sqlite';
import type { BookingEvent } from '../booking/bookings/booking.events.js';
import type { RecordedEvent } from '../platform/kernel/events.js';
import { DAY_MS, MINUTE_MS } from '../platform/kernel/local-time.js';
import { SpilledMap } from '../platform/stores/spilled-map.js';
import {
  type BookingMoney,
  type HostState,
  type MoneyFields,
  type Refund,
  type Refusal,
  afterBookingEvent,
  afterMoneyEvent,
  hostChange,
  newHost,
  requestedMoney,
} from './booking-money.js';
import { type DueItem, type DueList, instantAfter } from './check.js';
import { type PayoutPolicy, payoutPolicies } from './payout-policies.js';

const sum = (amounts: readonly number[]): number =>
  amounts.reduce((total, cents) => total + cents, 0);
const latest = (...instants: readonly string[]): string => [...instants].sort().at(-1)!;

type Due = Omit<DueItem, 'stream'>;
type Wait = NonNullable<DueItem['wait']>;

/** After this many refusals or failed refunds, an admin has to decide. */
const LAST_ATTEMPT = 10;
const LAST_REFUND = 3;

const refusedBy = (refusal: Refusal | null): Wait | null =>
  refusal && {
    reason: `Stripe refused it (${refusal.code})`,
    until: (refusal.attempts ?? 0) >= LAST_ATTEMPT ? null : refusal.tryAgainAt,
  };

const waitForPerson = (reason: string): Wait => ({ reason, until: null });

const isMissed = ({ status, isShownToHost }: BookingMoney) =>
  status === 'pending' && !isShownToHost;

/** The deadlines of the booking itself, without those of its payment. */
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

/** Manual refunds return a part of what was paid, so they don't reduce the rest. */
const moneyToPay = ({ totalCents, agreedCents, settledChargeCents }: BookingMoney) =>
  totalCents - agreedCents - settledChargeCents;

type RefundsAndDisputes = Pick<BookingMoney, 'refunds' | 'disputes'>;

const refundedCents = (
  { refunds }: Pick<RefundsAndDisputes, 'refunds'>,
  isCounted = (_refund: Refund) => true,
) =>
  sum(
    Object.values(refunds).map((refund) =>
      !refund.failed && isCounted(refund) ? refund.amountCents : 0,
    ),
  );
const dashboardCents = (money: BookingMoney) =>
  refundedCents(money, ({ source }) => source === 'dashboard');

const withdrawnCents = (
  { disputes }: Pick<RefundsAndDisputes, 'disputes'>,
  isCounted: (status: string) => boolean,
) =>
  sum(
    Object.values(disputes).map(({ takenCents, returnedCents, status }) =>
      isCounted(status) ? takenCents - returnedCents : 0,
    ),
  );

/** When a confirmed booking can be charged: not while cancellation is free. */
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

/** Courtly releases a payment with a wrong amount, whatever happens to the booking. */
const holdsWrongAmount = ({ isMismatched, intent, isHoldSettled }: BookingMoney) =>
  isMismatched && intent !== 'released' && !isHoldSettled;

/** All of a charge that differs from the price has to be returned. */
const wronglyHeldCents = ({ wrong }: BookingMoney): number =>
  wrong
    ? wrong.chargedCents -
      refundedCents(wrong) -
      wrong.settledCents -
      withdrawnCents(wrong, () => true)
    : 0;

const dueWrongRefund = (money: BookingMoney, dueAt: string): Due[] => {
  const cents = wronglyHeldCents(money);
  const wait = money.isReturnLeftToAdmin
    ? waitForPerson('an admin may have returned it')
    : longerWait(refusedBy(money.refusal), failureWait(money));
  return cents > 0
    ? [
        {
          what: `a refund of ${formatCents(cents, money.wrong?.currency)} of a wrong charge`,
          dueAt,
          wait,
        },
      ]
    : [];
};

/** The next movement of the player's money that is due. */
const duePayment = (money: BookingMoney): Due[] => {
  const { changedAt, movedAt, refusal } = money;
  const dueAt = latest(changedAt, movedAt);
  const wait = refusedBy(refusal);
  const wrongRefund = dueWrongRefund(money, dueAt);
  if (holdsWrongAmount(money) && wrongRefund.length === 0)
    return [{ what: 'the release of a payment that differs from the price', dueAt, wait }];
  return [...wrongRefund, ...(holdsWrongAmount(money) ? [] : dueAgreedPayment(money))];
};

const dueAgreedPayment = (money: BookingMoney): Due[] => {
  const { status, intent, changedAt, movedAt, refusal } = money;
  const dueAt = latest(changedAt, movedAt);
  const wait = refusedBy(refusal);
  const isOver = status === 'canceled' || status === 'completed';
  const toPayCents = moneyToPay(money);
  switch (intent) {
    case 'none':
      return [];
    case 'open':
      return status === 'canceled' && !money.isHoldSettled
        ? [{ what: 'the end of its payment', dueAt, wait }]
        : [];
    case 'authorized': {
      if (status === 'pending' || money.isHoldSettled) return [];
      return toPayCents > 0
        ? [
            {
              what: `a charge of ${formatCents(toPayCents)}`,
              dueAt: latest(dueAt, chargeFrom(money)),
              wait,
            },
          ]
        : [{ what: 'the release of its authorization', dueAt, wait }];
    }
    case 'released':
      if (toPayCents <= 0) return dueRefund(money, dueAt, wait);
      return isOver
        ? dueDebt(money, dueAt)
        : [{ what: 'its cancellation for nonpayment', dueAt, wait }];
    case 'captured': {
      const refund = dueRefund(money, dueAt, wait);
      // An admin may have charged less in Stripe's dashboard.
      return refund.length > 0 || !isOver ? refund : dueDebt(money, dueAt);
    }
  }
};

const dueDebt = (money: BookingMoney, dueAt: string): Due[] => {
  const { debtCents, capturedCents } = money;
  const owedCents = moneyToPay(money) - capturedCents;
  if (owedCents <= 0) return [];
  const wait = debtCents > 0 ? waitForPerson("the player's debt is recorded") : null;
  return [{ what: `a charge of ${formatCents(owedCents)} or a recorded debt`, dueAt, wait }];
};

/**
 * The refunds that are still due for the cancellation and for orders; at most the rest of the
 * payment.
 */
const unrefundedCents = (money: BookingMoney): number => {
  const { totalCents, agreedCents, settledRefundCents, settledOrders } = money;
  const collectedCents = money.capturedCents + money.paidElsewhereCents;
  const leftCents =
    collectedCents -
    refundedCents(money) -
    withdrawnCents(money, () => true) -
    settledRefundCents -
    sum(Object.values(settledOrders));
  // Refunds without an order are for the cancellation, but old ones may also be for orders.
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
  return Math.max(0, Math.min(leftCents, cancellationCents + openOrderCents));
};

/**
 * Courtly refunds again one and two days after a refund failed. After that, an admin has to decide.
 */
const failureWait = ({ failedRefunds }: BookingMoney): Wait | null => {
  if (!failedRefunds) return null;
  const { count, failedAt } = failedRefunds;
  const until = count >= LAST_REFUND ? null : instantAfter(failedAt, count * DAY_MS);
  return { reason: 'a refund failed at Stripe', until };
};

const longerWait = (first: Wait | null, second: Wait | null): Wait | null => {
  if (first === null || second === null) return first ?? second;
  if (first.until === null || second.until === null) return first.until === null ? first : second;
  return first.until > second.until ? first : second;
};

const dueRefund = (money: BookingMoney, dueAt: string, paymentWait: Wait | null): Due[] => {
  const refundCents = unrefundedCents(money);
  if (refundCents <= 0) return [];
  const onCardCents =
    money.capturedCents - refundedCents(money) - withdrawnCents(money, () => true);
  if (onCardCents <= 0) {
    const isKnown = refundCents <= money.returnKnownCents;
    const wait = isKnown ? waitForPerson('an admin returns it outside Stripe') : null;
    return [{ what: `a return of ${formatCents(refundCents)} outside Stripe`, dueAt, wait }];
  }
  const wait = longerWait(paymentWait, failureWait(money));
  return [{ what: `a refund of ${formatCents(Math.min(refundCents, onCardCents))}`, dueAt, wait }];
};

/**
 * The tax on the amount that stays charged and is not waived, rounded half up. It never reduces the
 * host's agreed part.
 */
const taxToKeep = (money: BookingMoney): number => {
  const waivedCents = money.settledChargeCents - money.paidElsewhereCents;
  const unpaidCents =
    money.totalCents - money.agreedCents - money.capturedCents - money.paidElsewhereCents;
  const keptCents = moneyToKeep(money) - Math.min(waivedCents, Math.max(0, unpaidCents));
  const taxCents =
    money.totalCents === 0 ? 0 : Math.round((keptCents * money.taxCents) / money.totalCents);
  const afterHost = keptCents - (money.hostCents - money.hostBearsCents);
  return Math.min(taxCents, Math.max(0, afterHost));
};

/** The amount that the host is still owed or has to return. */
const duePayout = (money: BookingMoney, host: HostState, policy: PayoutPolicy): Due[] => {
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
  const adjustedCents = Math.max(0, shareCents + money.adjustedCents);
  const owedCents = Math.min(money.totalCents, adjustedCents) - paidCents;
  if (owedCents < 0)
    return [
      {
        what: `a reversal of ${formatCents(-owedCents)}`,
        dueAt: latest(money.changedAt, money.movedAt),
        wait: reversalWait(money),
      },
    ];
  if (owedCents === 0) return [];
  const { payoutDueAt, changedAt, movedAt } = money;
  const dueAt = latest(payoutDueAt, changedAt, movedAt, host.changedAt, policy.since);
  return [
    { what: `a payout of ${formatCents(owedCents)}`, dueAt, wait: payoutWait(money, host, policy) },
  ];
};

/** If the share was used in an offset, there is nothing left to reverse. */
const reversalWait = ({ transferredCents, payoutRefusal }: BookingMoney): Wait | null =>
  transferredCents > 0
    ? refusedBy(payoutRefusal?.step === 'reverse' ? payoutRefusal : null)
    : waitForPerson("the host's next payouts repay it");

const payoutWait = (
  money: BookingMoney,
  host: HostState,
  { needsApproval }: PayoutPolicy,
): Wait | null => {
  if (holdsWrongAmount(money)) return waitForPerson('its payment differs from the price');
  if (Object.values(money.disputes).some(({ status }) => status === 'open'))
    return waitForPerson('a dispute is open');
  if (money.isHeld || host.isHeld) return waitForPerson('an admin holds it');
  if (host.isSuspended) return waitForPerson('the host is suspended');
  if (needsApproval && !host.isApproved) return waitForPerson('the host is not approved');
  if (host.transfers !== 'active')
    return waitForPerson(`the host's payout account is ${host.transfers}`);
  const { payoutRefusal } = money;
  return refusedBy(payoutRefusal?.step === 'transfer' ? payoutRefusal : null);
};

/**
 * Lists the steps that are due for bookings (deadlines, charges, releases, refunds, payouts, and
 * reversals) under their terms and cancellations. Shares no code with the settlement.
 */
export const dueBookings = (spillDatabase: DatabaseSync): DueList => {
  const bookings = new SpilledMap<BookingMoney>(spillDatabase, 'due bookings');
  const hosts = new SpilledMap<HostState>(spillDatabase, 'due hosts');
  /** Offsets that the booking with the debt has not recorded yet, by id. */
  const openOffsets = new SpilledMap<DueItem>(spillDatabase, 'due offsets');
  const policies = payoutPolicies();

  const takeOffset = ({ type, stream, data, metadata }: RecordedEvent) => {
    const { offsetId, bookingId, amountCents } = data as Readonly<
      Record<'offsetId' | 'bookingId', string> & { amountCents: number }
    >;
    if (type === 'PayoutRecovered') openOffsets.delete(offsetId);
    else
      openOffsets.set(offsetId, {
        stream,
        what: `the recovery of ${formatCents(amountCents)} by booking ${bookingId}`,
        dueAt: metadata.at,
        wait: null,
      });
  };

  return {
    takeEvent(event) {
      const { type, stream, metadata } = event;
      policies.takeEvent(event);
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
    *dueItems(currentInstant) {
      const policy = policies.at(currentInstant);
      for (const [, offset] of [...openOffsets.entriesInOrder()]) yield offset;
      for (const [bookingId, money] of bookings.entriesInOrder()) {
        const payment = money.payBy === null ? [] : duePayment(money);
        const host = hosts.get(money.hostId) ?? newHost;
        const payout = money.payBy === null ? [] : duePayout(money, host, policy);
        for (const { what, ...due } of [...dueDeadlines(money), ...payment])
          yield { stream: money.courtDay, what: `booking ${bookingId}: ${what}`, ...due };
        for (const { what, ...due } of payout)
          yield { stream: `payout-${bookingId}`, what: `booking ${bookingId}: ${what}`, ...due };
      }
    },
  };
};
