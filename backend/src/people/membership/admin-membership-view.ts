import type { AdminMembership } from '@courtly/contracts/admin-memberships';
import type { ElitePolicy } from '@courtly/contracts/policy';
import { toMoney } from '@courtly/contracts/wire';
import { canEndMembership, orderedCents, refundableCents } from './admin-changes.js';
import type { Membership } from './membership.js';
import { membershipView } from './membership-view.js';

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
    payments: (membership?.payments ?? []).toReversed().map((payment) => ({
      paidBy: payment.paidBy,
      plan: payment.plan,
      amount: toMoney(payment.amountCents),
      from: payment.from,
      until: payment.until,
      refundable: toMoney(refundableCents(membership!, payment)),
      ordered: toMoney(orderedCents(membership!, payment.paidBy)),
      reversals: payment.reversals.map(({ kind, reversalId, amountCents, isFinal }) => ({
        kind,
        id: reversalId,
        amount: toMoney(amountCents),
        isFinal,
      })),
    })),
    mismatch: purchase?.isMismatched
      ? {
          intentId: purchase.intentId,
          expected: toMoney(purchase.amountCents),
          isReturning: purchase.returnOrderId !== null,
        }
      : null,
  };
};
