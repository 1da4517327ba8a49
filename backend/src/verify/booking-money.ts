import type { BookingEvent } from '../booking/bookings/booking.events.js';
import type { RecordedEvent } from '../platform/kernel/events.js';
import { MINUTE_MS } from '../platform/kernel/local-time.js';
import { instantAfter } from './check.js';

type Requested = Extract<BookingEvent, { type: 'BookingRequested' }>['data'];

/** `attempts` counts consecutive refusals. It is unknown for payouts, which are retried daily. */
export type Refusal = Readonly<{
  code: string;
  tryAgainAt: string;
  attempts?: number;
  step?: string;
}>;
/** `orderId` is the manual order that the refund fulfills. Hosts never bear a dashboard refund. */
export type Refund = Readonly<{
  amountCents: number;
  failed: boolean;
  orderId: string | null;
  source: 'courtly' | 'dashboard';
}>;
type DisputeSums = Readonly<{ takenCents: number; returnedCents: number; status: string }>;

type WrongMoney = Readonly<{
  currency: string;
  chargedCents: number;
  settledCents: number;
  refunds: Readonly<Record<string, Refund>>;
  disputes: Readonly<Record<string, DisputeSums>>;
}>;

/**
 * One booking and its money according to the log. `agreedCents` is the refund for its cancellation
 * and `hostCents` the host's part; `movedAt` is when its money last changed.
 */
export type BookingMoney = Pick<
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
    /** When the authorization ends. */
    heldUntil: string | null;
    isMismatched: boolean;
    /** A charge that differs from the price, in its currency. */
    wrong: WrongMoney | null;
    capturedCents: number;
    movedAt: string;
    hostBearsCents: number;
    platformBearsCents: number;
    orders: Readonly<Record<string, number>>;
    refunds: Readonly<Record<string, Refund>>;
    disputes: Readonly<Record<string, DisputeSums>>;
    debtCents: number;
    /** Amounts settled outside Stripe: for the cancellation, and by id for orders. */
    settledRefundCents: number;
    settledOrders: Readonly<Record<string, number>>;
    settledChargeCents: number;
    /** The part of settled charges that the player actually paid. */
    paidElsewhereCents: number;
    /** The part of settled refunds that Courtly actually paid. */
    refundedElsewhereCents: number;
    /** The amount that admins were asked to return outside Stripe. */
    returnKnownCents: number;
    isHoldSettled: boolean;
    /** An earlier release left the refund of a wrong charge to an admin. */
    isReturnLeftToAdmin: boolean;
    refusal: Refusal | null;
    /** The refunds that have failed since an admin last ordered a retry. */
    failedRefunds: Readonly<{ count: number; failedAt: string }> | null;
    paidCents: number;
    /** The amount paid by transfers minus reversals. The rest was offset against debts. */
    transferredCents: number;
    adjustedCents: number;
    payoutRefusal: Refusal | null;
    isHeld: boolean;
  }>;

/** The fields of payment and payout events that determine which steps are due. */
export type MoneyFields = Readonly<{
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
  currency: string;
  wrongCurrency?: string;
  returnedCents: number;
  code: string;
  tryAgainAt: string;
  step: string;
  attempts: number;
  failedAt: string;
  captureBefore: string | null;
  obligation: 'refund' | 'charge' | 'hold';
  outcome: 'paid' | 'waived';
}>;

export type HostState = Readonly<{
  transfers: string;
  changedAt: string;
  isHeld: boolean;
  isSuspended: boolean;
  isApproved: boolean;
}>;
export const newHost: HostState = {
  transfers: 'missing',
  changedAt: '',
  isHeld: false,
  isSuspended: false,
  isApproved: false,
};

/** How an event changes whether a host can be paid; null for all other events. */
export const hostChange = ({ type, data }: RecordedEvent): [string, Partial<HostState>] | null => {
  const { hostId, userId, bookingId, transfers, role } = data as Record<string, string | null>;
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
    case 'RoleGranted':
    case 'RoleRevoked':
      return role === 'host' ? [userId!, { isApproved: type === 'RoleGranted' }] : null;
    case 'AccountErasureRequested':
      // No one can approve a deleted account, which may still be owed money after a dispute.
      return [userId!, { isApproved: true }];
    default:
      return null;
  }
};

export const requestedMoney = (courtDay: string, requested: Requested): BookingMoney => {
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
    wrong: null,
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
    isReturnLeftToAdmin: false,
    refusal: null,
    failedRefunds: null,
    paidCents: 0,
    transferredCents: 0,
    adjustedCents: 0,
    payoutRefusal: null,
    isHeld: false,
  };
};

export const afterBookingEvent = (
  money: BookingMoney,
  { type, data }: BookingEvent,
): BookingMoney => {
  switch (type) {
    case 'BookingRequested':
    case 'BookingLocalTimeChanged':
      return money;
    case 'BookingMoved': {
      const { startTime, endTime } = data;
      const payoutDueAt = instantAfter(endTime, money.terms.payoutDelayMinutes * MINUTE_MS);
      return { ...money, startTime, endTime, payoutDueAt, changedAt: data.movedAt };
    }
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

export const afterMoneyEvent = (
  money: BookingMoney,
  type: string,
  data: MoneyFields,
): Partial<BookingMoney> => {
  const { amountCents } = data;
  if (data.wrongCurrency !== undefined && money.wrong)
    return afterWrongMoney(money, money.wrong, type, data);
  switch (type) {
    case 'PaymentMismatchCharged':
      return {
        wrong: {
          currency: data.currency,
          chargedCents: amountCents,
          settledCents: 0,
          refunds: {},
          disputes: {},
        },
        refusal: null,
      };
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
      return {
        refunds: { ...money.refunds, [data.refundId]: { ...refund, failed: true } },
        failedRefunds: { count: (money.failedRefunds?.count ?? 0) + 1, failedAt: data.failedAt },
      };
    }
    case 'PaymentRefused': {
      const { step, code, tryAgainAt, attempts } = data;
      const isReturnFailed = step === 'cancelIntent' && code === 'refund_failed';
      return {
        refusal: { code, tryAgainAt, attempts },
        ...(isReturnFailed && { isReturnLeftToAdmin: true }),
      };
    }
    case 'PaymentRetryOrdered':
      return { refusal: null, failedRefunds: null, isReturnLeftToAdmin: false };
    case 'PaymentOverdue':
      return { debtCents: amountCents };
    case 'PaymentReturnDue':
      return { returnKnownCents: amountCents };
    case 'PaymentSettledOtherwise':
      return { ...settledOtherwise(money, data), refusal: null };
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

/** The same events about a charge that differs from the price do not change the booking's money. */
const afterWrongMoney = (
  money: BookingMoney,
  wrong: WrongMoney,
  type: string,
  data: MoneyFields,
): Partial<BookingMoney> => {
  if (type === 'PaymentSettledOtherwise') {
    const settledCents = wrong.settledCents + data.amountCents;
    return { wrong: { ...wrong, settledCents }, refusal: null };
  }
  const { wrongCurrency: _, ...ownData } = data;
  const changed = afterMoneyEvent(
    { ...money, ...wrong, wrong: null },
    type,
    ownData as MoneyFields,
  );
  const { refunds = wrong.refunds, disputes = wrong.disputes, ...others } = changed;
  return { ...others, wrong: { ...wrong, refunds, disputes } };
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
  return { isHoldSettled: true, isReturnLeftToAdmin: money.isMismatched };
};

const changedDispute = (
  { disputes }: Pick<BookingMoney, 'disputes'>,
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
