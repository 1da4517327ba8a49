import { US_DOLLARS } from '@courtly/contracts/amount';
import type { MembershipEvent } from '../../people/membership/membership.events.js';
import type { Amounts } from './accounts.js';

export const memberEventTypes = [
  'EliteActivated',
  'EliteRenewed',
  'EliteMismatchCharged',
  'EliteFeeRecorded',
  'EliteReversed',
  'EliteReversalUndone',
] as const satisfies readonly MembershipEvent['type'][];
export type MemberEvent = Extract<MembershipEvent, { type: (typeof memberEventTypes)[number] }>;

/**
 * A payment in cents for the period from `from` until `until` (UTC). A payment with a wrong amount
 * (`isWrong`) pays for no period, and is owed to the member until it is returned.
 */
type MemberPayment = Readonly<{
  isWrong: boolean;
  amountCents: number;
  feeCents: number;
  from: string;
  until: string;
  reversedCents: number;
}>;

/** A member's payments by Stripe's id. */
export type MemberPayments = Readonly<Record<string, MemberPayment>>;

/** Amounts that are booked at an instant (UTC), which may be in the future. */
export type DatedAmounts = Readonly<{ at: string; amounts: Amounts }>;

const nextMonthStart = (timestamp: number): number => {
  const date = new Date(timestamp);
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 1);
};

type EarnedPart = Readonly<{ at: string; cents: number }>;

/**
 * The parts of a payment that are earned as time passes: at the end of each UTC month and of the
 * paid period, but never before `paidAt`. They add up to the payment.
 */
const earnedParts = (
  { amountCents, from, until }: Pick<MemberPayment, 'amountCents' | 'from' | 'until'>,
  paidAt: string,
): EarnedPart[] => {
  const [start, end] = [Date.parse(from), Date.parse(until)];
  const parts: EarnedPart[] = [];
  let earned = 0;
  let periodEnd = start;
  while (periodEnd < end) {
    periodEnd = Math.min(nextMonthStart(periodEnd), end);
    const earnedByEnd = Math.round((amountCents * (periodEnd - start)) / (end - start));
    // A month ends one millisecond before the next one begins.
    const earnedAt = new Date(periodEnd - 1).toISOString();
    const cents = earnedByEnd - earned;
    if (cents !== 0) parts.push({ at: earnedAt < paidAt ? paidAt : earnedAt, cents });
    earned = earnedByEnd;
  }
  return parts;
};

const earnings = (parts: readonly EarnedPart[], sign: 1 | -1): DatedAmounts[] =>
  parts.map(({ at, cents }) => ({
    at,
    amounts: { deferredMemberships: sign * cents, membershipRevenue: -sign * cents },
  }));

/** The amounts that are still to be earned after an instant. */
const unearnedParts = (payment: MemberPayment | undefined, instant: string): EarnedPart[] =>
  payment ? earnedParts(payment, '').filter(({ at }) => at > instant) : [];

const isReversed = (payment: MemberPayment | undefined): boolean =>
  payment !== undefined &&
  payment.reversedCents > 0 &&
  payment.reversedCents >= payment.amountCents;

const sumOf = (parts: readonly EarnedPart[]): number =>
  parts.reduce((subtotal, { cents }) => subtotal + cents, 0);

/** The part of a wrong payment that is still owed to the member. */
const owedCents = (payment: MemberPayment | undefined): number =>
  payment?.isWrong ? Math.max(0, payment.amountCents - payment.reversedCents) : 0;

export const evolveMember = (
  payments: MemberPayments,
  { type, data }: MemberEvent,
): MemberPayments => {
  const { paidBy } = data;
  if (type === 'EliteActivated' || type === 'EliteRenewed') {
    const { amountCents, processorFeeCents: feeCents, from, until } = data;
    const payment = { isWrong: false, amountCents, feeCents, from, until, reversedCents: 0 };
    return { ...payments, [paidBy]: payment };
  }
  if (type === 'EliteMismatchCharged') {
    const { amountCents, currency, processorFeeCents: feeCents, chargedAt: at } = data;
    if (currency !== US_DOLLARS) return payments;
    const times = { from: at, until: at };
    const payment = { isWrong: true, amountCents, feeCents, ...times, reversedCents: 0 };
    return { ...payments, [paidBy]: payment };
  }
  const payment = payments[paidBy];
  if (!payment) return payments;
  switch (type) {
    case 'EliteFeeRecorded':
      return { ...payments, [paidBy]: { ...payment, feeCents: data.processorFeeCents } };
    case 'EliteReversed':
    case 'EliteReversalUndone': {
      const sign = type === 'EliteReversed' ? 1 : -1;
      const reversedCents = payment.reversedCents + sign * data.amountCents;
      return { ...payments, [paidBy]: { ...payment, reversedCents } };
    }
  }
};

/**
 * The entries of an event recorded at `recordedAt`. The books are in dollars, so they exclude
 * payments in other currencies, with their fees and reversals.
 */
export const membershipEntries = (
  payments: MemberPayments,
  event: MemberEvent,
  recordedAt: string,
): DatedAmounts[] => {
  const { type, data } = event;
  const payment = payments[data.paidBy];
  switch (type) {
    case 'EliteActivated':
    case 'EliteRenewed': {
      const { amountCents, processorFeeCents } = data;
      const amounts: Amounts = {
        stripeCash: amountCents - processorFeeCents,
        stripeFees: processorFeeCents,
        deferredMemberships: -amountCents,
      };
      return [{ at: recordedAt, amounts }, ...earnings(earnedParts(data, recordedAt), 1)];
    }
    // The member is owed a payment with a wrong amount, whose fee is Courtly's expense.
    case 'EliteMismatchCharged': {
      const { amountCents, currency, processorFeeCents } = data;
      if (currency !== US_DOLLARS) return [];
      const amounts: Amounts = {
        stripeCash: amountCents - processorFeeCents,
        stripeFees: processorFeeCents,
        refundsPayable: -amountCents,
      };
      return [{ at: recordedAt, amounts }];
    }
    case 'EliteFeeRecorded': {
      if (!payment) return [];
      const feeChange = data.processorFeeCents - payment.feeCents;
      return [{ at: recordedAt, amounts: { stripeCash: -feeChange, stripeFees: feeChange } }];
    }
    case 'EliteReversed':
    case 'EliteReversalUndone': {
      if (!payment) return [];
      const { amountCents, processorFeeCents, kind } = data;
      const sign = type === 'EliteReversed' ? 1 : -1;
      const changedPayment = evolveMember(payments, event)[data.paidBy];
      // After a full reversal, nothing more is earned until the money comes back. What was earned,
      // and any partial reversal, is Courtly's expense.
      const changesTime = isReversed(payment) !== isReversed(changedPayment);
      const parts = changesTime ? unearnedParts(payment, recordedAt) : [];
      const unearnedCents = sumOf(parts);
      const returnedCents = sign * (owedCents(payment) - owedCents(changedPayment));
      const amounts: Amounts = {
        [kind === 'outside' ? 'bank' : 'stripeCash']: -sign * (amountCents + processorFeeCents),
        stripeFees: sign * processorFeeCents,
        refundsPayable: sign * returnedCents,
        deferredMemberships: sign * unearnedCents,
        [kind === 'dispute' ? 'disputes' : 'refunds']:
          sign * (amountCents - unearnedCents - returnedCents),
      };
      return [{ at: recordedAt, amounts }, ...earnings(parts, type === 'EliteReversed' ? -1 : 1)];
    }
  }
};
