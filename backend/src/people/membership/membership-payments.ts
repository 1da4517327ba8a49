import { UNKNOWN_CURRENCY, US_DOLLARS } from '@courtly/contracts/amount';
import type { ElitePlan } from '@courtly/contracts/membership';
import type { MembershipEvent } from './membership.events.js';
import type { Membership, MembershipTerm, RefundOrder } from './membership.js';

/**
 * A refund or dispute of a payment, or a refund outside Stripe. `amountCents` is the amount
 * currently lost, or 0 if it was returned.
 */
export type Reversal = Readonly<{
  reversalId: string;
  kind: 'refund' | 'dispute' | 'outside';
  orderId: string | null;
  amountCents: number;
  processorFeeCents: number;
  isFinal: boolean;
}>;

/** An inquiry moves no money. Evidence must be submitted by `dueAt` (UTC). */
type MemberDispute = Readonly<{
  status: 'open' | 'won' | 'lost';
  isInquiry: boolean;
  dueAt: string | null;
}>;

/**
 * A charge, in cents of its currency. `paidBy` is Stripe's id of the intent or invoice.
 * `processorFeeCents` is null until known. `disputes` lists those seen open, by Stripe's id.
 */
export type ChargedPayment = Readonly<{
  paidBy: string;
  plan: ElitePlan;
  amountCents: number;
  currency: string;
  processorFeeCents: number | null;
  reversals: readonly Reversal[];
  disputes: Readonly<Record<string, MemberDispute>>;
}>;

/**
 * A founder's year or a subscriber's month. `isEnded` means that an admin ended it. Instants are
 * UTC.
 */
export type MembershipPayment = ChargedPayment &
  Readonly<{
    from: string;
    until: string;
    accessUntil: string;
    freesSeat: boolean;
    isEnded: boolean;
  }>;

/**
 * A charge with a wrong amount, which pays for no period. `returnOrderId` is the admin's order to
 * return all of it.
 */
export type WrongPayment = ChargedPayment & Readonly<{ returnOrderId: string | null }>;

export type TermStarted = Extract<MembershipEvent, { type: 'EliteActivated' | 'EliteRenewed' }>;

export type ReversalChanged = Extract<
  MembershipEvent,
  { type: 'EliteReversed' | 'EliteReversalConfirmed' | 'EliteReversalUndone' }
>;

/** In events from before late fees were recorded, an unknown fee is 0. */
export const startedPayment = ({ data }: TermStarted): MembershipPayment => {
  const { paidBy, plan, amountCents, processorFeeCents, from, until, accessUntil } = data;
  return {
    paidBy,
    plan,
    amountCents,
    // Only dollars grant a period. Earlier releases did not check the currency of a month.
    currency: US_DOLLARS,
    processorFeeCents: processorFeeCents === 0 && amountCents > 0 ? null : processorFeeCents,
    from,
    until,
    accessUntil,
    reversals: [],
    disputes: {},
    freesSeat: false,
    isEnded: false,
  };
};

export const reversedCents = ({ reversals }: Pick<ChargedPayment, 'reversals'>): number =>
  reversals.reduce((totalCents, { amountCents }) => totalCents + amountCents, 0);

/** A payment that is reversed in full grants no access. */
export const isReversed = (payment: ChargedPayment): boolean =>
  reversedCents(payment) > 0 && reversedCents(payment) >= payment.amountCents;

/** Whether a reversed payment can no longer be won back or returned by a bank or card. */
const isReversedForGood = (payment: MembershipPayment): boolean =>
  isReversed(payment) && payment.reversals.every(({ isFinal }) => isFinal);

/**
 * The membership after setting a payment's currency to the one that Stripe shows, if it shows one.
 */
export const withCurrency = (
  existing: Membership,
  paidBy: string,
  currency: string | null,
): Membership => {
  if (currency === null) return existing;
  const changed = <P extends ChargedPayment>(payment: P): P =>
    payment.paidBy === paidBy ? { ...payment, currency } : payment;
  const { payments, wrongPayments } = existing;
  return {
    ...existing,
    payments: payments.map(changed),
    wrongPayments: wrongPayments.map(changed),
  };
};

/** Changes name the currency that Stripe shows, except in events of earlier releases. */
const currencyAfter = ({ currency }: ChargedPayment, changed: string): string =>
  changed === UNKNOWN_CURRENCY ? currency : changed;

const withReversal = <P extends ChargedPayment>(payment: P, { type, data }: ReversalChanged): P => {
  const { reversalId, kind, amountCents, processorFeeCents } = data;
  const currency = currencyAfter(payment, data.currency);
  const existing = payment.reversals.find((reversal) => reversal.reversalId === reversalId);
  const sign = type === 'EliteReversed' ? 1 : type === 'EliteReversalUndone' ? -1 : 0;
  const reversal: Reversal = {
    reversalId,
    kind,
    orderId: type === 'EliteReversed' ? data.orderId : (existing?.orderId ?? null),
    amountCents: (existing?.amountCents ?? 0) + sign * amountCents,
    processorFeeCents: (existing?.processorFeeCents ?? 0) + sign * processorFeeCents,
    isFinal: type === 'EliteReversed' ? data.isFinal : true,
  };
  const otherReversals = payment.reversals.filter((other) => other !== existing);
  return { ...payment, currency, reversals: [...otherReversals, reversal] };
};

const withSeatPolicy = (payment: MembershipPayment, { type, data }: ReversalChanged) =>
  type === 'EliteReversed' ? { ...payment, freesSeat: data.freesSeat } : payment;

export type DisputeChanged = Extract<
  MembershipEvent,
  { type: 'EliteDisputeOpened' | 'EliteDisputeClosed' }
>;

const withDispute = <P extends ChargedPayment>(payment: P, { type, data }: DisputeChanged): P => {
  const dispute: MemberDispute =
    type === 'EliteDisputeOpened'
      ? { status: 'open', isInquiry: data.isInquiry, dueAt: data.dueAt }
      : {
          status: data.won ? 'won' : 'lost',
          isInquiry: payment.disputes[data.disputeId]?.isInquiry ?? false,
          dueAt: null,
        };
  return { ...payment, disputes: { ...payment.disputes, [data.disputeId]: dispute } };
};

/** All charges, including those with a wrong amount. */
export const chargesOf = (
  membership: Pick<Membership, 'payments' | 'wrongPayments'> | null,
): readonly ChargedPayment[] => [
  ...(membership?.payments ?? []),
  ...(membership?.wrongPayments ?? []),
];

export const findCharge = (membership: Membership, paidBy: string): ChargedPayment | undefined =>
  chargesOf(membership).find((charge) => charge.paidBy === paidBy);

/** The deadline (UTC) for evidence in an open dispute. */
export const disputeDeadline = (
  charges: readonly ChargedPayment[],
  disputeId: string,
): string | null => charges.map(({ disputes }) => disputes[disputeId]?.dueAt).find(Boolean) ?? null;

export const isDisputeOver = (charges: readonly ChargedPayment[], disputeId: string): boolean =>
  charges.some(({ disputes }) => {
    const dispute = disputes[disputeId];
    return dispute !== undefined && dispute.status !== 'open';
  });

export const hasOpenDispute = ({ disputes }: Pick<ChargedPayment, 'disputes'>): boolean =>
  Object.values(disputes).some(({ status }) => status === 'open');

/**
 * The refund that is due for a wrong payment whose return was ordered. None is made while a bank
 * decides a dispute. Each has its own id, because an id is refunded only once.
 */
const returnsOf = (
  { paidBy, amountCents, returnOrderId, reversals, disputes }: WrongPayment,
  refundOrders: readonly RefundOrder[],
): RefundOrder[] => {
  if (returnOrderId === null) return [];
  const isDisputed = Object.values(disputes).some(
    ({ status, isInquiry }) => status === 'open' && !isInquiry,
  );
  const orderedCents = refundOrders
    .filter((refundOrder) => refundOrder.paidBy === paidBy)
    .reduce((subtotal, refundOrder) => subtotal + refundOrder.amountCents, 0);
  const leftCents = amountCents - reversedCents({ reversals }) - orderedCents;
  if (isDisputed || leftCents <= 0) return [];
  const earlier = reversals.filter(({ orderId }) => orderId?.startsWith(returnOrderId)).length;
  const orderId = earlier === 0 ? returnOrderId : `${returnOrderId}-${earlier + 1}`;
  return [{ orderId, paidBy, amountCents: leftCents }];
};

/** Derives the refunds that are due for ordered returns. The sweep finds them in the read model. */
export const withReturns = (existing: Membership): Membership => ({
  ...existing,
  returns: existing.wrongPayments.flatMap((payment) => returnsOf(payment, existing.refundOrders)),
});

/** Changes the total amount of a payment's refunds that were refused or returned. */
export const withUnmadeRefund = (
  existing: Membership,
  paidBy: string,
  changeCents: number,
): Membership => {
  const unmadeCents = Math.max(0, (existing.unmadeRefunds[paidBy] ?? 0) + changeCents);
  return { ...existing, unmadeRefunds: { ...existing.unmadeRefunds, [paidBy]: unmadeCents } };
};

/**
 * Updates the missing refunds after a refund was made or returned. A refund that was ordered again
 * is no longer missing.
 */
export const withUnmadeRefunds = (
  existing: Membership,
  { type, data }: ReversalChanged,
): Membership => {
  const { kind, paidBy, amountCents } = data;
  if (kind !== 'refund' || type === 'EliteReversalConfirmed') return existing;
  if (type === 'EliteReversalUndone') return withUnmadeRefund(existing, paidBy, amountCents);
  return data.orderId === null ? withUnmadeRefund(existing, paidBy, -amountCents) : existing;
};

/** How a payment with a wrong amount returns to its member; null if it grants a period. */
export const paymentReturnOf = (membership: Membership, paidBy: string) => {
  if (membership.wrongPayments.every((payment) => payment.paidBy !== paidBy)) return null;
  return (membership.unmadeRefunds[paidBy] ?? 0) > 0 ? 'byAdmin' : 'toCard';
};

const withReturnOrder = (
  existing: Membership,
  paidBy: string,
  returnOrderId: string | null,
): Membership => {
  const { purchase, wrongPayments } = existing;
  return {
    ...existing,
    purchase: purchase?.intentId === paidBy ? { ...purchase, returnOrderId } : purchase,
    wrongPayments: wrongPayments.map((payment) =>
      payment.paidBy === paidBy ? { ...payment, returnOrderId } : payment,
    ),
  };
};

/** Afterward, an admin must order the return of the wrong payment again. */
export const withoutReturnOrder = (existing: Membership, paidBy: string): Membership =>
  withReturnOrder(existing, paidBy, null);

/**
 * If a bank returns money that it had taken, the payment is refunded without an order, unless an
 * earlier refund of it failed. An admin must retry or settle that refund.
 */
const withReturnOfDispute = (
  existing: Membership,
  { paidBy, reversalId }: ReversalChanged['data'],
): Membership => {
  const payment = existing.wrongPayments.find((wrong) => wrong.paidBy === paidBy);
  const hasUnmadeRefund = (existing.unmadeRefunds[paidBy] ?? 0) > 0;
  return payment?.returnOrderId === null && !hasUnmadeRefund
    ? withReturnOrder(existing, paidBy, reversalId)
    : existing;
};

export const afterDispute = (existing: Membership, event: DisputeChanged): Membership => {
  const changed = <P extends ChargedPayment>(payment: P): P =>
    payment.paidBy === event.data.paidBy ? withDispute(payment, event) : payment;
  return {
    ...existing,
    payments: existing.payments.map(changed),
    wrongPayments: existing.wrongPayments.map(changed),
  };
};

/**
 * The payments that cover the time after an instant (UTC). If there are gaps, only those after the
 * last gap.
 */
const coveringPayments = (
  payments: readonly MembershipPayment[],
  instant: string,
): MembershipPayment[] => {
  const current = payments
    .filter((payment) => payment.until > instant && !payment.isEnded && !isReversed(payment))
    .sort((one, other) => one.from.localeCompare(other.from));
  let covering: MembershipPayment[] = [];
  for (const payment of current) {
    const isAfterGap = covering.every(({ until }) => until < payment.from);
    covering = isAfterGap ? [payment] : [...covering, payment];
  }
  return covering;
};

/**
 * The term after the payments have changed at an instant (UTC). A subscription that has ended has
 * no grace period.
 */
export const termAfterChange = (
  { term, subscription }: Membership,
  payments: readonly MembershipPayment[],
  instant: string,
): MembershipTerm | null => {
  if (!term) return null;
  const covering = coveringPayments(payments, instant);
  // A year whose payment a bank returned can outlast a month that was paid later.
  const [last] = covering.toSorted((one, other) => other.until.localeCompare(one.until));
  const [first] = covering;
  if (!first || !last) {
    if (term.isLapsed) return term;
    const until = term.until < instant ? term.until : instant;
    return { ...term, until, accessFrom: null, accessUntil: instant, isLapsed: true };
  }
  const hasEnded = last.plan === 'monthly' && subscription?.status !== 'live';
  const isCancelled = hasEnded || term.isCancelled;
  return {
    ...term,
    plan: last.plan,
    until: last.until,
    accessFrom: first.from > instant ? first.from : null,
    accessUntil: isCancelled ? last.until : last.accessUntil,
    amountCents: last.amountCents,
    failed: null,
    isCancelled,
    isLapsed: false,
  };
};

const openOrders = ({ refundOrders }: Membership, { type, data }: ReversalChanged) =>
  type === 'EliteReversed'
    ? refundOrders.filter(({ orderId }) => orderId !== data.orderId)
    : refundOrders;

/** A refund that the bank returned is not repeated automatically, because it could fail forever. */
const afterWrongReversal = (existing: Membership, event: ReversalChanged): Membership => {
  const { type, data } = event;
  const changed = {
    ...existing,
    refundOrders: openOrders(existing, event),
    wrongPayments: existing.wrongPayments.map((payment) =>
      payment.paidBy === data.paidBy ? withReversal(payment, event) : payment,
    ),
  };
  if (type !== 'EliteReversalUndone') return changed;
  return data.kind === 'refund'
    ? withoutReturnOrder(changed, data.paidBy)
    : withReturnOfDispute(changed, data);
};

/**
 * The membership after a refund or dispute of one payment. Reversals of past periods and partial
 * refunds do not change the term.
 */
export const afterReversal = (
  existing: Membership,
  event: ReversalChanged,
  instant: string,
): Membership => {
  const { paidBy } = event.data;
  if (existing.wrongPayments.some((payment) => payment.paidBy === paidBy))
    return afterWrongReversal(existing, event);
  const payments = existing.payments.map((payment) =>
    payment.paidBy === paidBy ? withSeatPolicy(withReversal(payment, event), event) : payment,
  );
  const [before, after] = [existing.payments, payments].map((all) =>
    all.find((payment) => payment.paidBy === paidBy),
  );
  const changesCover =
    before && after && before.until > instant && isReversed(before) !== isReversed(after);
  return {
    ...existing,
    payments,
    refundOrders: openOrders(existing, event),
    term: changesCover ? termAfterChange(existing, payments, instant) : existing.term,
    endsSubscription: changesCover ? isReversed(after) : existing.endsSubscription,
  };
};

/**
 * Whether a founder's seat is free again: all payments for it are permanently reversed, and the
 * policy frees the seat.
 */
export const losesSeat = ({ payments }: Membership): boolean => {
  const years = payments.filter(({ plan }) => plan === 'founding');
  return years.length > 0 && years.every(isReversedForGood) && years.at(-1)!.freesSeat;
};

/** The payment that restores a founder, for example after a dispute was won on appeal. */
export const restoredYear = ({ payments }: Membership): MembershipPayment | null =>
  payments.findLast(
    (payment) => payment.plan === 'founding' && !payment.isEnded && !isReversed(payment),
  ) ?? null;
