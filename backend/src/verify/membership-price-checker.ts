import { formatCents } from '@courtly/contracts/amount';
import type { DatabaseSync } from 'node:sqlite';
import type { MembershipEvent } from '../people/membership/membership.events.js';
import { type PolicyVersionEvent, isPolicyVersion } from '../people/policies/policy.events.js';
import { DAY_MS } from '../platform/kernel/local-time.js';
import { SpilledMap } from '../platform/stores/spilled-map.js';
import { type Check, problemList } from './check.js';

type PaidTerm = Extract<MembershipEvent, { type: 'EliteActivated' | 'EliteRenewed' }>['data'];

/** The longest month plus one day, because Courtly records the first payment a little later. */
const LONGEST_MONTH_MS = 32 * DAY_MS;

/** The same day and time one year later. February 29 becomes February 28. */
const yearAfter = (startInstant: string): string =>
  startInstant.replace(/^\d{4}/, (year) => String(Number(year) + 1)).replace('-02-29T', '-02-28T');

/**
 * Checks the amounts and periods of memberships against the policies that were in effect. Shares no
 * code with the deciders.
 */
export const membershipPriceChecker = (spillDatabase: DatabaseSync): Check => {
  const foundingPrices = new Set<number>();
  const monthlyPrices = new Set<number>();
  const graceDaysByPolicy = new Map<string, number>();
  const priceBySubscription = new SpilledMap<number>(spillDatabase, 'prices of subscriptions');

  const foundingProblems = ({ from, until, accessUntil }: PaidTerm) =>
    problemList(
      until !== yearAfter(from) && `it lasts from ${from} to ${until}, which is not a year`,
      accessUntil !== until && `its access ends at ${accessUntil}, but the year ends at ${until}`,
    );

  const monthProblems = ({
    subscriptionId,
    amountCents,
    policyId,
    from,
    until,
    accessUntil,
  }: PaidTerm) => {
    const agreedCents = priceBySubscription.get(subscriptionId ?? '');
    const graceDays = graceDaysByPolicy.get(policyId);
    const accessDays = (Date.parse(accessUntil) - Date.parse(until)) / DAY_MS;
    return problemList(
      agreedCents !== undefined &&
        amountCents !== agreedCents &&
        `it is paid with ${formatCents(amountCents)}, but its subscription costs ${formatCents(agreedCents)}`,
      Date.parse(until) - Date.parse(from) > LONGEST_MONTH_MS &&
        `it lasts from ${from} to ${until}, which is more than a month`,
      graceDays !== undefined &&
        accessDays !== graceDays &&
        `its access ends ${accessDays} days after the month, but policy ${policyId} has ${graceDays}`,
    );
  };

  const checkMembership = (event: MembershipEvent): string[] => {
    switch (event.type) {
      case 'EliteIntentCreated':
        return problemList(
          !foundingPrices.has(event.data.amountCents) &&
            `no policy has a founding year for ${formatCents(event.data.amountCents)}`,
        );
      case 'EliteSubscriptionCreated': {
        const { subscriptionId, amountCents } = event.data;
        priceBySubscription.set(subscriptionId, amountCents);
        return problemList(
          !monthlyPrices.has(amountCents) &&
            `no policy has a subscription for ${formatCents(amountCents)} a month`,
        );
      }
      case 'EliteActivated':
      case 'EliteRenewed':
        return event.data.plan === 'founding'
          ? foundingProblems(event.data)
          : monthProblems(event.data);
      default:
        return [];
    }
  };

  return (event) => {
    if (isPolicyVersion(event.type)) {
      const { policyId, values } = event.data as PolicyVersionEvent['data'];
      foundingPrices.add(Number(values['elite.foundingCents']));
      monthlyPrices.add(Number(values['elite.monthlyCents']));
      if ('elite.graceDays' in values)
        graceDaysByPolicy.set(policyId, Number(values['elite.graceDays']));
      return [];
    }
    if (!event.type.startsWith('Elite')) return [];
    const membershipEvent = event as unknown as MembershipEvent;
    return checkMembership(membershipEvent).map(
      (problem) => `membership of ${membershipEvent.data.userId}: ${problem}`,
    );
  };
};
