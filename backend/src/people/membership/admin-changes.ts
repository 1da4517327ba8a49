import { US_DOLLARS, formatAmount, toAmount } from '@courtly/contracts/amount';
import type { SettlementOutcome } from '@courtly/contracts/admin-money';
import { DomainError } from '../../platform/kernel/domain-error.js';
import type { MembershipEvent } from './membership.events.js';
import type { Membership, MembershipCommand } from './membership.js';
import {
  type ChargedPayment,
  type Reversal,
  findCharge,
  hasOpenDispute,
  reversedCents,
} from './membership-payments.js';
import { reversalEvent } from './payment-changes.js';
import { tierAt } from './membership-tier.js';

type CommandData<Type extends MembershipCommand['type']> = Extract<
  MembershipCommand,
  { type: Type }
>['data'];

/** The currency of a payment, which never changes. */
export const currencyOf = (membership: Membership | null, paidBy: string): string =>
  (membership && findCharge(membership, paidBy)?.currency) ?? US_DOLLARS;

/** The refunds of a payment that were ordered but that Stripe has not made yet, in cents. */
export const orderedCents = ({ refundOrders, returns }: Membership, paymentId: string): number =>
  [...refundOrders, ...returns]
    .filter(({ paidBy }) => paidBy === paymentId)
    .reduce((totalCents, { amountCents }) => totalCents + amountCents, 0);

/** The part of a payment that is not refunded, disputed, or waiting to be refunded, in cents. */
export const refundableCents = (membership: Membership, payment: ChargedPayment): number =>
  Math.max(
    0,
    payment.amountCents - reversedCents(payment) - orderedCents(membership, payment.paidBy),
  );

/** The refunds of a payment that were refused or returned but can still be made, in cents. */
export const unmadeCents = (membership: Membership, paidBy: string): number => {
  const payment = findCharge(membership, paidBy);
  const unmade = membership.unmadeRefunds[paidBy] ?? 0;
  return payment ? Math.min(unmade, refundableCents(membership, payment)) : 0;
};

/** Whether a refund must reach the member now, or will if a bank returns a disputed payment. */
export const owesRefund = (membership: Membership, paidBy: string): boolean => {
  const payment = findCharge(membership, paidBy);
  const isDisputed = payment !== undefined && hasOpenDispute(payment);
  const unmade = isDisputed
    ? (membership.unmadeRefunds[paidBy] ?? 0)
    : unmadeCents(membership, paidBy);
  return unmade + orderedCents(membership, paidBy) > 0;
};

/** Whether the person is a member now or will be one. */
export const canEndMembership = (membership: Membership, instant: string): boolean =>
  tierAt(membership, instant) === 'elite' || (membership.term?.accessFrom ?? '') > instant;

/**
 * If `amountCents` is null, refunds the rest of the payment.
 * @throws DomainError not_found, wrong_status if nothing is left, invalid_request if too much
 */
export const orderRefund = (
  existing: Membership,
  { userId, orderId, paidBy, amountCents, reason, orderedBy, at }: CommandData<'OrderRefund'>,
): MembershipEvent[] => {
  const payment = findCharge(existing, paidBy);
  if (!payment)
    throw new DomainError('not_found', "This payment doesn't belong to this membership.");
  const leftCents = refundableCents(existing, payment);
  if (leftCents === 0)
    throw new DomainError('wrong_status', 'There is nothing left to refund for this payment.', {
      status: 'refunded',
    });
  if (amountCents !== null && amountCents > leftCents)
    throw new DomainError(
      'invalid_request',
      `At most ${formatAmount(toAmount(leftCents, payment.currency))} of this payment can be refunded.`,
    );
  const { plan, currency } = payment;
  const order = { orderId, amountCents: amountCents ?? leftCents, currency, reason, orderedBy };
  return [{ type: 'EliteRefundOrdered', data: { userId, plan, paidBy, ...order, orderedAt: at } }];
};

/** @throws DomainError not_found; wrong_status if no refund was refused or returned */
const unmadeRefundOf = (existing: Membership, paidBy: string) => {
  const payment = findCharge(existing, paidBy);
  if (!payment)
    throw new DomainError('not_found', "This payment doesn't belong to this membership.");
  const leftCents = unmadeCents(existing, paidBy);
  if (leftCents === 0)
    throw new DomainError('wrong_status', 'No refund of this payment was refused or returned.', {
      status: orderedCents(existing, paidBy) > 0 ? 'ordered' : 'refunded',
    });
  return { payment, leftCents };
};

/**
 * Repeats the order for the refused or returned refunds of a payment.
 * @throws DomainError not_found; wrong_status if there are none
 */
export const retryRefund = (
  existing: Membership,
  { userId, orderId, paidBy, reason, orderedBy, at }: CommandData<'RetryRefund'>,
): MembershipEvent[] => {
  const { leftCents: amountCents } = unmadeRefundOf(existing, paidBy);
  const order = { userId, orderId, reason, at };
  return existing.purchase?.isMismatched && existing.purchase.intentId === paidBy
    ? resolveMismatch(existing, { ...order, resolvedBy: orderedBy })
    : orderRefund(existing, { ...order, paidBy, amountCents, orderedBy });
};

/**
 * How a refused or returned refund of a payment can be settled. A payment with a wrong amount
 * grants no membership, so it is never waived.
 */
export const settlementOutcomes = (membership: Membership, paidBy: string): SettlementOutcome[] => {
  if (unmadeCents(membership, paidBy) === 0) return [];
  const isWrong = membership.wrongPayments.some((wrong) => wrong.paidBy === paidBy);
  return isWrong ? ['paid'] : ['paid', 'waived'];
};

/**
 * Settles a refund that was refused or returned. If it was paid outside Stripe, it reverses the
 * payment as a refund would.
 * @throws DomainError not_found; wrong_status if there is none; invalid_request if the amount is
 *   too high or the refund is of a payment with a wrong amount and is waived
 */
export const settleRefund = (
  existing: Membership,
  settlement: CommandData<'SettleRefund'>,
): MembershipEvent[] => {
  const { userId, orderId, paidBy, amountCents, outcome, reason, orderedBy, terms, at } =
    settlement;
  const { payment, leftCents } = unmadeRefundOf(existing, paidBy);
  if (amountCents <= 0 || amountCents > leftCents)
    throw new DomainError(
      'invalid_request',
      `Settle an amount above zero and at most ${formatAmount(toAmount(leftCents, payment.currency))}.`,
    );
  if (!settlementOutcomes(existing, paidBy).includes(outcome))
    throw new DomainError(
      'invalid_request',
      'This payment grants no membership, so it must be returned.',
    );
  const { plan, currency } = payment;
  const order = { userId, plan, paidBy, orderId, amountCents, currency };
  const settled: MembershipEvent = {
    type: 'EliteRefundSettledOtherwise',
    data: {
      ...order,
      leftCents: leftCents - amountCents,
      outcome,
      reason,
      orderedBy,
      settledAt: at,
    },
  };
  if (outcome === 'waived') return [settled];
  const reversal: Reversal = {
    reversalId: orderId,
    kind: 'outside',
    orderId,
    amountCents,
    processorFeeCents: 0,
    isFinal: true,
  };
  const reversed = reversalEvent(existing, paidBy, reversal, terms, at)!;
  // The purchase of a payment with a wrong amount ends once all of the payment is returned.
  const isAllReturned = reversed.type === 'EliteReversed' && reversed.data.isFull;
  const isOpenPurchase = existing.purchase?.isMismatched && existing.purchase.intentId === paidBy;
  const resolved =
    isAllReturned && isOpenPurchase
      ? resolveMismatch(existing, { userId, orderId, reason, resolvedBy: orderedBy, at })
      : [];
  return [settled, reversed, ...resolved];
};

/** Each refused order is recorded only once. */
export const refuseRefund = (
  existing: Membership,
  refusal: CommandData<'RefuseRefund'>,
): MembershipEvent[] => {
  const refundOrder = [...existing.refundOrders, ...existing.returns].find(
    ({ orderId }) => orderId === refusal.orderId,
  );
  if (!refundOrder) return [];
  const { paidBy, amountCents } = refundOrder;
  const currency = currencyOf(existing, paidBy);
  return [{ type: 'EliteRefundRefused', data: { ...refusal, paidBy, amountCents, currency } }];
};

/** @throws DomainError wrong_status unless the person is currently a member */
export const endMembership = (
  existing: Membership,
  { userId, freesSeat, reason, endedBy, at }: CommandData<'End'>,
): MembershipEvent[] => {
  const { term, founderNumber } = existing;
  if (!term || !canEndMembership(existing, at))
    throw new DomainError('wrong_status', "This person isn't currently a member.", {
      status: 'free',
    });
  const data = { userId, plan: term.plan, founderNumber, reason, endedBy, endedAt: at };
  return [
    { type: 'EliteEnded', data: { ...data, freesSeat: freesSeat && founderNumber !== null } },
  ];
};

/** @throws DomainError wrong_status unless a payment with a wrong amount is waiting for an admin */
export const resolveMismatch = (
  { purchase }: Membership,
  { userId, orderId, reason, resolvedBy, at }: CommandData<'ResolveMismatch'>,
): MembershipEvent[] => {
  if (!purchase?.isMismatched)
    throw new DomainError('wrong_status', 'No payment of this person needs a decision.', {
      status: 'matched',
    });
  if (purchase.returnOrderId !== null) return [];
  const { purpose, intentId, amountCents } = purchase;
  const data = { userId, purpose, intentId, amountCents, orderId, reason, resolvedBy };
  return [{ type: 'EliteMismatchResolved', data: { ...data, resolvedAt: at } }];
};
