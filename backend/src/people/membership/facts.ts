import { UTCDate } from '@date-fns/utc';
import type { ElitePolicy } from '@courtly/contracts/policy';
import { addYears } from 'date-fns';
import { DAY_MS } from '../../platform/kernel/local-time.js';
import type { MembershipEvent } from './membership.events.js';
import type { Intent, Membership, Purchase, SubscriptionFacts } from './membership.js';

/** What a policy says of membership when something is noted. */
export type Terms = Readonly<{ policyId: string; graceDays: ElitePolicy['graceDays'] }>;

const inDays = (instant: string, days: number): string =>
  new Date(Date.parse(instant) + days * DAY_MS).toISOString();

/** The same moment a year later: of 29 February, on the 28th. */
export const inAYear = (instant: string): string => addYears(new UTCDate(instant), 1).toISOString();

/** Whether an intent is of the amount and currency that were asked for. */
export const fits = ({ amountCents, currency }: Intent, purchase: Purchase): boolean =>
  amountCents === purchase.amountCents && currency === 'usd';

/** What is new in an intent. Of one that is not the person's open purchase, nothing is. `founderNumber` is of their seat. */
export const noteIntent = (
  known: Membership,
  intent: Intent,
  founderNumber: number | null,
  terms: Terms,
  at: string,
): MembershipEvent[] => {
  const { userId, purchase } = known;
  if (!purchase || purchase.intentId !== intent.intentId) return [];
  const { purpose, intentId, amountCents } = purchase;
  const its = { userId, purpose, intentId, amountCents };
  if (intent.status === 'cancelled')
    return [{ type: 'EliteIntentEnded', data: { ...its, endedAt: at } }];
  if (!fits(intent, purchase)) {
    const found = { foundCents: intent.amountCents, foundCurrency: intent.currency, foundAt: at };
    return purchase.isMismatched
      ? []
      : [{ type: 'EliteIntentMismatched', data: { ...its, ...found } }];
  }
  if (intent.status !== 'succeeded') return [];
  const last = known.term;
  // Who renews early loses no day of the year before.
  const goesOn = last?.plan === 'founding' && !last.isLapsed && at < last.accessUntil;
  const from = goesOn ? last.until : at;
  const until = inAYear(from);
  const data = {
    userId,
    plan: 'founding' as const,
    founderNumber,
    paidBy: intentId,
    subscriptionId: null,
    amountCents,
    processorFeeCents: intent.processorFeeCents,
    policyId: terms.policyId,
    from,
    until,
    accessUntil: until,
  };
  return goesOn
    ? [{ type: 'EliteRenewed', data: { ...data, renewedAt: at } }]
    : [{ type: 'EliteActivated', data: { ...data, activatedAt: at } }];
};

/** Whether a month was paid that is not noted yet: it ends later than what was paid before. */
export const hasNewMonth = (
  { subscription, term }: Membership,
  { invoice, periodEnd }: SubscriptionFacts,
): boolean =>
  invoice?.status === 'paid' &&
  (subscription?.status === 'incomplete' || term === null || periodEnd > term.until);

/**
 * What is new in a subscription. Of another than the person's last one, nothing is. `processorFeeCents` is what Stripe took of a
 * new month.
 */
export const noteSubscription = (
  known: Membership,
  facts: SubscriptionFacts,
  processorFeeCents: number,
  terms: Terms,
  at: string,
): MembershipEvent[] => {
  const { userId, subscription } = known;
  if (subscription?.subscriptionId !== facts.subscriptionId || subscription.status === 'ended')
    return [];
  const paid = hasNewMonth(known, facts)
    ? [paidMonth(known, facts, processorFeeCents, terms, at)]
    : [];
  const its = { userId, subscriptionId: facts.subscriptionId };
  const ended = { type: 'EliteSubscriptionEnded', data: { ...its, endedAt: at } } as const;
  return [
    ...paid,
    ...(paid.length > 0 ? [] : failedMonth(known, facts, at)),
    ...cancelled(known, facts, paid[0]?.data ?? null, terms, at),
    ...(facts.status === 'ended' ? [ended] : []),
  ];
};

type Month = Extract<MembershipEvent, { type: 'EliteActivated' | 'EliteRenewed' }>;

const paidMonth = (
  { userId, founderNumber, subscription, term }: Membership,
  { subscriptionId, invoice, periodEnd }: SubscriptionFacts,
  processorFeeCents: number,
  terms: Terms,
  at: string,
): Month => {
  const { invoiceId, amountCents } = invoice!;
  const goesOn = subscription!.status !== 'incomplete' && term !== null && !term.isLapsed;
  const data = {
    userId,
    plan: 'monthly' as const,
    founderNumber,
    paidBy: invoiceId,
    subscriptionId,
    amountCents,
    processorFeeCents,
    policyId: terms.policyId,
    from: goesOn ? term.until : at,
    until: periodEnd,
    accessUntil: inDays(periodEnd, terms.graceDays),
  };
  return goesOn
    ? { type: 'EliteRenewed', data: { ...data, renewedAt: at } }
    : { type: 'EliteActivated', data: { ...data, activatedAt: at } };
};

/** A renewal that could not be charged; each is noted once, however often Stripe tries it. */
const failedMonth = (
  known: Membership,
  { invoice, periodEnd }: SubscriptionFacts,
  at: string,
): MembershipEvent[] => {
  const { userId, subscription, term } = known;
  if (
    !term ||
    subscription!.status !== 'live' ||
    invoice?.status !== 'failed' ||
    periodEnd <= term.until
  )
    return [];
  if (term.failed?.invoiceId === invoice.invoiceId) return [];
  const { subscriptionId } = subscription!;
  const { invoiceId, amountCents } = invoice;
  const data = {
    userId,
    subscriptionId,
    invoiceId,
    amountCents,
    accessUntil: term.accessUntil,
    failedAt: at,
  };
  return [{ type: 'ElitePaymentFailed', data }];
};

/** That it ends with the month that is paid, or that this was taken back. Whose renewal failed keeps the days of grace. */
const cancelled = (
  known: Membership,
  { subscriptionId, status, cancelsAtEnd }: SubscriptionFacts,
  paid: Month['data'] | null,
  terms: Terms,
  at: string,
): MembershipEvent[] => {
  const { userId, subscription, term } = known;
  const until = paid?.until ?? (subscription!.status === 'live' ? term?.until : undefined);
  if (until === undefined) return [];
  const wasCancelled = paid === null && term!.isCancelled;
  const hasFailed = paid === null && term!.failed !== null;
  const its = { userId, subscriptionId };
  const ends = cancelsAtEnd || (status === 'ended' && !hasFailed);
  if (ends && !wasCancelled)
    return [{ type: 'EliteCancelled', data: { ...its, accessUntil: until, cancelledAt: at } }];
  if (!ends && wasCancelled && status !== 'ended')
    return [
      {
        type: 'EliteResumed',
        data: { ...its, accessUntil: inDays(until, terms.graceDays), resumedAt: at },
      },
    ];
  return [];
};
