import type { MonthOfRevenue } from '@courtly/contracts/revenue';
import { toMoney } from '@courtly/contracts/wire';
import type { RevenueOfMonth } from './revenue.projection.js';

/** What hosts have earned in each month and were not paid yet, in cents: of every booking whose money is still to move. */
export const dueToHosts = (from: string) => [
  { $match: { tryAt: { $gt: '' }, month: { $gte: from } } },
  { $group: { _id: '$month', dueCents: { $sum: '$dueCents' } } },
];

/**
 * A month of revenue as admins see it: `net` is what is left of the commission and the memberships. `dueCents` is what its hosts
 * have still to get.
 */
export const revenueView = (of: RevenueOfMonth, dueCents: number): MonthOfRevenue => {
  const {
    month,
    balances,
    chargedCents,
    refundedCents,
    disputedCents,
    membershipCents,
    membershipFeeCents,
  } = of;
  return {
    month,
    commission: toMoney(chargedCents - balances.host - dueCents),
    memberships: toMoney(membershipCents),
    fees: toMoney(balances.processor + membershipFeeCents),
    refunds: toMoney(refundedCents),
    disputes: toMoney(disputedCents),
    net: toMoney(balances.platform + membershipCents - membershipFeeCents - dueCents),
  };
};

/** The first of so many months of which `now` (UTC) is in the last one. */
export const firstMonth = (now: string, months: number): string => {
  const [year, month] = [Number(now.slice(0, 4)), Number(now.slice(5, 7))];
  return new Date(Date.UTC(year, month - months, 1)).toISOString().slice(0, 7);
};
