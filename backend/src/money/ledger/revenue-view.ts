import type { MonthOfRevenue } from '@courtly/contracts/revenue';
import { toMoney } from '@courtly/contracts/wire';
import type { MonthlyRevenue } from './revenue.projection.js';

/** The pipeline for what hosts have earned but not received yet, by month, in cents. */
export const dueToHosts = (fromMonth: string) => [
  { $match: { tryAt: { $gt: '' }, month: { $gte: fromMonth } } },
  { $group: { _id: '$month', dueCents: { $sum: '$dueCents' } } },
];

/**
 * `net` is commission and memberships minus fees, refunds, and disputes. `dueCents` is what hosts
 * of this month have not received yet.
 */
export const revenueView = (monthlyRevenue: MonthlyRevenue, dueCents: number): MonthOfRevenue => {
  const {
    month,
    balances,
    chargedCents,
    refundedCents,
    disputedCents,
    membershipCents,
    membershipFeeCents,
  } = monthlyRevenue;
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

/** The first of the `monthCount` months that end with the current month (UTC). */
export const firstMonth = (currentInstant: string, monthCount: number): string => {
  const [year, month] = [Number(currentInstant.slice(0, 4)), Number(currentInstant.slice(5, 7))];
  return new Date(Date.UTC(year, month - monthCount, 1)).toISOString().slice(0, 7);
};
