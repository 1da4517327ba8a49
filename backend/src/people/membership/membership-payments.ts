import type { ElitePlan } from '@courtly/contracts/membership';
import type { MembershipEvent } from './membership.events.js';
import type { Membership, MembershipTerm } from './membership.js';

/** A refund or a dispute of a payment. `amountCents` is what is gone now: 0 if it came back. */
export type Reversal = Readonly<{
  reversalId: string;
  kind: 'refund' | 'dispute';
  orderId: string | null;
  amountCents: number;
  processorFeeCents: number;
  isFinal: boolean;
}>;

/**
 * A founder's year or a subscriber's month. `paidBy` is Stripe's id of the intent or invoice,
 * `processorFeeCents` is null until Stripe shows the fee. `isEnded` means that an admin ended it.
 * Instants are UTC.
 */
export type MembershipPayment = Readonly<{
  paidBy: string;
  plan: ElitePlan;
  amountCents: number;
  processorFeeCents: number | null;
  from: string;
  until: string;
  accessUntil: string;
  reversals: readonly Reversal[];
  freesSeat: boolean;
  isEnded: boolean;
}>;

export type TermStarted = Extract<MembershipEvent, { type: 'EliteActivated' | 'EliteRenewed' }>;

export type ReversalChanged = Extract<
  MembershipEvent,
  { type: 'EliteReversed' | 'EliteReversalConfirmed' | 'EliteReversalUndone' }
>;

/** Events from before fees were recorded late say 0 for an unknown fee. */
export const startedPayment = ({ data }: TermStarted): MembershipPayment => {
  const { paidBy, plan, amountCents, processorFeeCents, from, until, accessUntil } = data;
  return {
    paidBy,
    plan,
    amountCents,
    processorFeeCents: processorFeeCents === 0 && amountCents > 0 ? null : processorFeeCents,
    from,
    until,
    accessUntil,
    reversals: [],
    freesSeat: false,
    isEnded: false,
  };
};

export const reversedCents = ({ reversals }: MembershipPayment): number =>
  reversals.reduce((totalCents, { amountCents }) => totalCents + amountCents, 0);

/** A payment that is reversed in full grants no access. */
export const isReversed = (payment: MembershipPayment): boolean =>
  reversedCents(payment) > 0 && reversedCents(payment) >= payment.amountCents;

/** Whether no bank or card can give the money back anymore. */
const isReversedForGood = (payment: MembershipPayment): boolean =>
  isReversed(payment) && payment.reversals.every(({ isFinal }) => isFinal);

export const withReversal = (
  payment: MembershipPayment,
  { type, data }: ReversalChanged,
): MembershipPayment => {
  const { reversalId, kind, amountCents, processorFeeCents } = data;
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
  return {
    ...payment,
    reversals: [...otherReversals, reversal],
    freesSeat: type === 'EliteReversed' ? data.freesSeat : payment.freesSeat,
  };
};

/** The payments that still cover time after an instant (UTC), up to the first gap from the end. */
const coveringPayments = (
  payments: readonly MembershipPayment[],
  instant: string,
): MembershipPayment[] => {
  const current = payments
    .filter((payment) => payment.until > instant && !payment.isEnded && !isReversed(payment))
    .sort((one, other) => one.from.localeCompare(other.from));
  const firstIndex = current.findLastIndex(
    ({ from }, index) => index === 0 || current[index - 1]!.until < from,
  );
  return current.slice(Math.max(firstIndex, 0));
};

/**
 * The term once the payments have changed at an instant (UTC). A subscription that has ended gives
 * no grace.
 */
export const termAfterChange = (
  { term, subscription }: Membership,
  payments: readonly MembershipPayment[],
  instant: string,
): MembershipTerm | null => {
  if (!term) return null;
  const covering = coveringPayments(payments, instant);
  const [first, last] = [covering[0], covering.at(-1)];
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

/**
 * The membership after a refund or dispute of one payment. Past periods and partial refunds leave
 * the term unchanged.
 */
export const afterReversal = (
  existing: Membership,
  event: ReversalChanged,
  instant: string,
): Membership => {
  const { paidBy } = event.data;
  const payments = existing.payments.map((payment) =>
    payment.paidBy === paidBy ? withReversal(payment, event) : payment,
  );
  const [before, after] = [existing.payments, payments].map((all) =>
    all.find((payment) => payment.paidBy === paidBy),
  );
  const changesCover =
    before && after && before.until > instant && isReversed(before) !== isReversed(after);
  return {
    ...existing,
    payments,
    refundOrders:
      event.type === 'EliteReversed'
        ? existing.refundOrders.filter(({ orderId }) => orderId !== event.data.orderId)
        : existing.refundOrders,
    term: changesCover ? termAfterChange(existing, payments, instant) : existing.term,
    endsSubscription: changesCover ? isReversed(after) : existing.endsSubscription,
  };
};

/**
 * Whether a founder's seat is free again: every payment for it is gone for good and the policy says
 * so.
 */
export const losesSeat = ({ payments }: Membership): boolean => {
  const years = payments.filter(({ plan }) => plan === 'founding');
  return years.length > 0 && years.every(isReversedForGood) && years.at(-1)!.freesSeat;
};

/** The payment that brings a founder back, such as after a dispute won on appeal. */
export const restoredYear = ({ payments }: Membership): MembershipPayment | null =>
  payments.findLast(
    (payment) => payment.plan === 'founding' && !payment.isEnded && !isReversed(payment),
  ) ?? null;
