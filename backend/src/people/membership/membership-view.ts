import type { Membership as MembershipView } from '@courtly/contracts/membership';
import { REMINDED_DAYS } from '@courtly/contracts/membership-limits';
import type { ElitePolicy } from '@courtly/contracts/policy';
import { toMoney } from '@courtly/contracts/wire';
import { DAY_MS } from '../../platform/kernel/local-time.js';
import { type Membership, isSubscriptionOver } from './membership.js';
import { tierAt } from './membership-tier.js';

/** A failed renewal can no longer be paid once its subscription has ended. */
const hasEndedUnpaid = ({ term, subscription }: Membership): boolean =>
  term?.failed != null && isSubscriptionOver(subscription);

export const membershipStateAt = (
  membership: Membership | null,
  instant: string,
): MembershipView['state'] => {
  if (!membership?.term) return 'none';
  if (tierAt(membership, instant) === 'free') return 'lapsed';
  if (membership.term.isCancelled || hasEndedUnpaid(membership)) return 'cancelled';
  return membership.term.failed || membership.term.until <= instant ? 'grace' : 'active';
};

/**
 * Founders may pay for the next year from the first reminder on, even after their year has ended.
 */
export const canRenew = ({ founderNumber, term }: Membership, instant: string): boolean =>
  founderNumber !== null &&
  term !== null &&
  (term.plan === 'founding' || term.isLapsed || term.accessUntil <= instant) &&
  Date.parse(instant) >= Date.parse(term.until) - REMINDED_DAYS[0] * DAY_MS;

/** Founders renew at the price of their last year, regardless of the current price. */
export const foundingPriceCents = (
  membership: Membership | null,
  { foundingCents }: Pick<ElitePolicy, 'foundingCents'>,
): number =>
  membership?.payments.findLast(({ plan }) => plan === 'founding')?.amountCents ?? foundingCents;

export const canCancel = (membership: Membership | null, instant: string): boolean =>
  membership?.subscription?.status === 'live' &&
  ['active', 'grace'].includes(membershipStateAt(membership, instant));

export const membershipView = (
  membership: Membership | null,
  elitePolicy: ElitePolicy,
  instant: string,
): MembershipView => {
  const term = membership?.term ?? null;
  const state = membershipStateAt(membership, instant);
  const renewsMonthly = term?.plan === 'monthly' && (state === 'active' || state === 'grace');
  const canRenewYear = membership !== null && canRenew(membership, instant);
  const price = canRenewYear ? foundingPriceCents(membership, elitePolicy) : term?.amountCents;
  return {
    tier: tierAt(membership, instant),
    state,
    plan: term?.plan ?? null,
    founderNumber: membership?.founderNumber ?? null,
    since: term?.since ?? null,
    until: term?.until ?? null,
    accessUntil: term?.accessUntil ?? null,
    renewsAt: renewsMonthly ? term.until : null,
    price: price === undefined ? null : toMoney(price),
    canRenew: canRenewYear,
    canCancel: canCancel(membership, instant),
    hasPortal: membership !== null && membership.customerId !== null,
  };
};
