import { US_DOLLARS, toAmount } from '@courtly/contracts/amount';
import type { AdminMembership } from '@courtly/contracts/admin-memberships';
import type { ElitePolicy } from '@courtly/contracts/policy';
import { canEndMembership, orderedCents, refundableCents } from './admin-changes.js';
import type { Membership } from './membership.js';
import type { ChargedPayment } from './membership-payments.js';
import { membershipView } from './membership-view.js';

type Period = Readonly<{ from: string | null; until: string | null }>;

const paymentView = (
  membership: Membership,
  payment: ChargedPayment,
  { from, until }: Period,
): AdminMembership['payments'][number] => {
  const { paidBy, plan, currency } = payment;
  const amountOf = (cents: number) => toAmount(cents, currency);
  return {
    paidBy,
    plan,
    amount: amountOf(payment.amountCents),
    from,
    until,
    refundable: amountOf(refundableCents(membership, payment)),
    ordered: amountOf(orderedCents(membership, paidBy)),
    reversals: payment.reversals.map(({ kind, reversalId, amountCents, isFinal }) => ({
      kind,
      id: reversalId,
      amount: amountOf(amountCents),
      isFinal,
    })),
  };
};

/** `instant` is UTC. */
export const adminMembershipView = (
  membership: Membership | null,
  elitePolicy: ElitePolicy,
  instant: string,
): AdminMembership => {
  const { tier, state, plan, founderNumber, until, accessUntil } = membershipView(
    membership,
    elitePolicy,
    instant,
  );
  const purchase = membership?.purchase ?? null;
  return {
    tier,
    state,
    plan,
    founderNumber,
    until,
    accessUntil,
    canEnd: membership !== null && canEndMembership(membership, instant),
    payments: [
      ...(membership?.wrongPayments ?? []).map((payment) =>
        paymentView(membership!, payment, { from: null, until: null }),
      ),
      ...(membership?.payments ?? []).map((payment) => paymentView(membership!, payment, payment)),
    ].toReversed(),
    mismatch: purchase?.isMismatched
      ? {
          intentId: purchase.intentId,
          expected: toAmount(purchase.amountCents, US_DOLLARS),
          isReturning: purchase.returnOrderId !== null,
        }
      : null,
  };
};
