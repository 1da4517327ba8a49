import { localDate } from '../../platform/kernel/local-time.js';
import type { MembershipEvent } from '../../people/membership/membership.events.js';
import { defineProjection } from '../../platform/projections/projection.js';
import {
  type AccountBalances,
  type MoneyEvent,
  entriesOf,
  moneyEvents,
  zeroBalances,
  addEntries,
} from './entries.js';

/** Charges, refunds, and disputed amounts, in cents. */
export type Turnover = Readonly<{
  chargedCents: number;
  refundedCents: number;
  disputedCents: number;
}>;

/**
 * All amounts are cents. `balances.platform` is what Courtly keeps of the bookings after fees;
 * `membershipFeeCents` is the processor's fee on `membershipCents`.
 */
export type MonthlyRevenue = Turnover &
  Readonly<{
    month: string;
    balances: AccountBalances;
    membershipCents: number;
    membershipFeeCents: number;
  }>;

type MembershipPaid = Extract<MembershipEvent, { type: 'EliteActivated' | 'EliteRenewed' }>;

const turnoverFields: Partial<Record<MoneyEvent['type'], keyof Turnover>> = {
  PaymentCaptured: 'chargedCents',
  PaymentRefunded: 'refundedCents',
  PaymentRefundFailed: 'refundedCents',
  PaymentDisputed: 'disputedCents',
  PaymentDisputeClosed: 'disputedCents',
};

const isMembershipPaid = (
  revenueEvent: MoneyEvent | MembershipPaid,
): revenueEvent is MembershipPaid =>
  revenueEvent.type === 'EliteActivated' || revenueEvent.type === 'EliteRenewed';

/**
 * The platform's revenue by month (`2027-03`). Bookings count in the local month of their start,
 * memberships in the UTC month of their payment.
 */
export const revenue = defineProjection<MonthlyRevenue, MoneyEvent | MembershipPaid>({
  name: 'revenue',
  version: 3,
  indexes: [],
  handles: [...moneyEvents, 'EliteActivated', 'EliteRenewed'],
  key: revenueMonth,
  evolve(document, revenueEvent) {
    const zeroTurnover = { chargedCents: 0, refundedCents: 0, disputedCents: 0 };
    const zeroMembership = { membershipCents: 0, membershipFeeCents: 0 };
    const monthlyRevenue = document ?? {
      month: revenueMonth(revenueEvent),
      balances: zeroBalances,
      ...zeroTurnover,
      ...zeroMembership,
    };
    if (isMembershipPaid(revenueEvent))
      return {
        ...monthlyRevenue,
        membershipCents: monthlyRevenue.membershipCents + revenueEvent.data.amountCents,
        membershipFeeCents: monthlyRevenue.membershipFeeCents + revenueEvent.data.processorFeeCents,
      };
    const newBalances = addEntries(monthlyRevenue.balances, entriesOf(revenueEvent));
    const turnoverField = turnoverFields[revenueEvent.type];
    if (!turnoverField) return { ...monthlyRevenue, balances: newBalances };
    const playerDelta = newBalances.player - monthlyRevenue.balances.player;
    return {
      ...monthlyRevenue,
      balances: newBalances,
      [turnoverField]:
        monthlyRevenue[turnoverField] +
        (turnoverField === 'chargedCents' ? -playerDelta : playerDelta),
    };
  },
  audience: () => [],
});

function revenueMonth(revenueEvent: MoneyEvent | MembershipPaid): string {
  const revenueDate = isMembershipPaid(revenueEvent)
    ? paidAt(revenueEvent)
    : localDate(revenueEvent.data.zone, revenueEvent.data.startTime);
  return revenueDate.slice(0, 7);
}

const paidAt = ({ type, data }: MembershipPaid): string =>
  type === 'EliteActivated' ? data.activatedAt : data.renewedAt;
