import type { Membership as View } from '@courtly/contracts/membership';
import type { ElitePolicy } from '@courtly/contracts/policy';
import { toMoney } from '@courtly/contracts/wire';
import { DAY_MS } from '../../platform/kernel/local-time.js';
import { type Membership, tierAt } from './membership.js';

/** A founding member is reminded so many days before the end of the year (domain rules, "Membership"). */
export const REMINDED_DAYS = [30, 3] as const;

/** Where a membership stands at an instant (UTC). */
export const stateAt = (known: Membership | null, at: string): View['state'] => {
  if (!known?.term) return 'none';
  if (tierAt(known, at) === 'free') return 'lapsed';
  if (known.term.isCancelled) return 'cancelled';
  return known.term.failed || known.term.until <= at ? 'grace' : 'active';
};

/** Whether a founder may pay the next year: from the first reminder on, also after the end, at the number they have. */
export const canRenew = ({ founderNumber, term }: Membership, at: string): boolean =>
  founderNumber !== null &&
  term !== null &&
  (term.plan === 'founding' || term.isLapsed || term.accessUntil <= at) &&
  Date.parse(at) >= Date.parse(term.until) - REMINDED_DAYS[0] * DAY_MS;

/** Whether there is a subscription that goes on. */
export const canCancel = (known: Membership | null, at: string): boolean =>
  known?.subscription?.status === 'live' && ['active', 'grace'].includes(stateAt(known, at));

/** A membership as its person sees it. */
export const membershipView = (known: Membership | null, elite: ElitePolicy, at: string): View => {
  const term = known?.term ?? null;
  const state = stateAt(known, at);
  const renews = term?.plan === 'monthly' && (state === 'active' || state === 'grace');
  const price = known?.founderNumber ? elite.foundingCents : term?.amountCents;
  return {
    tier: tierAt(known, at),
    state,
    plan: term?.plan ?? null,
    founderNumber: known?.founderNumber ?? null,
    since: term?.since ?? null,
    until: term?.until ?? null,
    accessUntil: term?.accessUntil ?? null,
    renewsAt: renews ? term.until : null,
    price: price === undefined ? null : toMoney(price),
    canRenew: known !== null && canRenew(known, at),
    canCancel: canCancel(known, at),
    hasPortal: known !== null && known.customerId !== null,
  };
};
