import { localDate } from '../../platform/kernel/local-time.js';
import type { MembershipEvent } from '../../people/membership/membership.events.js';
import { defineProjection } from '../../platform/projections/projection.js';
import {
  type Balances,
  type MoneyEvent,
  entriesOf,
  moneyEvents,
  nothing,
  plus,
} from './entries.js';

/** What of the players' money was charged, given back, and taken by their banks, in cents. */
export type Turnover = Readonly<{
  chargedCents: number;
  refundedCents: number;
  disputedCents: number;
}>;

/**
 * What a month comes to, in cents: `balances` is what each side of its bookings gave and got, `platform` what Courtly keeps of
 * them after fees; `membershipCents` is what members paid in it, and `membershipFeeCents` what the processor took of that.
 */
export type RevenueOfMonth = Turnover &
  Readonly<{
    month: string;
    balances: Balances;
    membershipCents: number;
    membershipFeeCents: number;
  }>;

type MemberPaid = Extract<MembershipEvent, { type: 'EliteActivated' | 'EliteRenewed' }>;

const turnoverOf: Partial<Record<MoneyEvent['type'], keyof Turnover>> = {
  PaymentCaptured: 'chargedCents',
  PaymentRefunded: 'refundedCents',
  PaymentRefundFailed: 'refundedCents',
  PaymentDisputed: 'disputedCents',
  PaymentDisputeClosed: 'disputedCents',
};

const isOfMember = (event: MoneyEvent | MemberPaid): event is MemberPaid =>
  event.type === 'EliteActivated' || event.type === 'EliteRenewed';

/**
 * The revenue of the platform by the month (`2027-03`): of bookings on the calendar of each one's court in which it starts, of
 * memberships in UTC when they were paid.
 */
export const revenue = defineProjection<RevenueOfMonth, MoneyEvent | MemberPaid>({
  name: 'revenue',
  version: 3,
  indexes: [],
  handles: [...moneyEvents, 'EliteActivated', 'EliteRenewed'],
  key: monthOf,
  evolve(document, event) {
    const turnover = { chargedCents: 0, refundedCents: 0, disputedCents: 0 };
    const membership = { membershipCents: 0, membershipFeeCents: 0 };
    const known = document ?? {
      month: monthOf(event),
      balances: nothing,
      ...turnover,
      ...membership,
    };
    if (isOfMember(event))
      return {
        ...known,
        membershipCents: known.membershipCents + event.data.amountCents,
        membershipFeeCents: known.membershipFeeCents + event.data.processorFeeCents,
      };
    const balances = plus(known.balances, entriesOf(event));
    const part = turnoverOf[event.type];
    if (!part) return { ...known, balances };
    const player = balances.player - known.balances.player;
    return {
      ...known,
      balances,
      [part]: known[part] + (part === 'chargedCents' ? -player : player),
    };
  },
  audience: () => [],
});

function monthOf(event: MoneyEvent | MemberPaid): string {
  const day = isOfMember(event) ? paidAt(event) : localDate(event.data.zone, event.data.startTime);
  return day.slice(0, 7);
}

const paidAt = ({ type, data }: MemberPaid): string =>
  type === 'EliteActivated' ? data.activatedAt : data.renewedAt;
