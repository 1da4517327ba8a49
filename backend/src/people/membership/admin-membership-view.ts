import type { AdminMembership } from '@courtly/contracts/admin-memberships';
import type { ElitePolicy } from '@courtly/contracts/policy';
import { toMoney } from '@courtly/contracts/wire';
import { canEndMembership, orderedCents, refundableCents } from './admin-changes.js';
import type { Membership } from './membership.js';
import type { ChargedPayment } from './membership-payments.js';
import { membershipView } from './membership-view.js';

type Period = Readonly<{ from: string | null; until: string | null }>;

const paymentView = (
  membership: Membership,
  payment: ChargedPayment,
  { from, until }: Period,
): AdminMembership['payments'][number] => ({
  paidBy: payment.paidBy,
  plan: payment.plan,
  amount: toMoney(payment.amountCents),
  from,
  until,
  refundable: toMoney(refundableCents(membership, payment)),
  ordered: toMoney(orderedCents(membership, payment.paidBy)),
  reversals: payment.reversals.map(({ kind, reversalId, amountCents, isFinal }) => ({
    kind,
    id: reversalId,
    amount: toMoney(amountCents),
    isFinal,
  })),
});

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
          expected: toMoney(purchase.amountCents),
          isReturning: purchase.returnOrderId !== null,
        }
      : null,
  };
};
