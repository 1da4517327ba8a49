import { UTCDate } from '@date-fns/utc';
import type { ElitePolicy } from '@courtly/contracts/policy';
import { addYears } from 'date-fns/addYears';
import { DAY_MS } from '../../platform/kernel/local-time.js';
import type { MembershipEvent } from './membership.events.js';
import type { StripeIntent, Membership, Purchase, SubscriptionSnapshot } from './membership.js';

export type MembershipTerms = Readonly<{ policyId: string; graceDays: ElitePolicy['graceDays'] }>;

const daysLater = (startInstant: string, days: number): string =>
  new Date(Date.parse(startInstant) + days * DAY_MS).toISOString();

/** February 29 becomes February 28. */
export const oneYearLater = (startInstant: string): string =>
  addYears(new UTCDate(startInstant), 1).toISOString();

export const matchesPurchase = (
  { amountCents, currency }: StripeIntent,
  purchase: Purchase,
): boolean => amountCents === purchase.amountCents && currency === 'usd';

/**
 * The events of an intent; none unless it is the open purchase. `founderNumber` is the person's
 * seat.
 */
export const recordIntent = (
  membership: Membership,
  stripeIntent: StripeIntent,
  founderNumber: number | null,
  membershipTerms: MembershipTerms,
  recordedAt: string,
): MembershipEvent[] => {
  const { userId, purchase } = membership;
  if (!purchase || purchase.intentId !== stripeIntent.intentId) return [];
  const { purpose, intentId, amountCents } = purchase;
  const purchaseFields = { userId, purpose, intentId, amountCents };
  if (stripeIntent.status === 'cancelled')
    return [{ type: 'EliteIntentEnded', data: { ...purchaseFields, endedAt: recordedAt } }];
  if (!matchesPurchase(stripeIntent, purchase)) {
    const mismatchFields = {
      foundCents: stripeIntent.amountCents,
      foundCurrency: stripeIntent.currency,
      foundAt: recordedAt,
    };
    return purchase.isMismatched
      ? []
      : [{ type: 'EliteIntentMismatched', data: { ...purchaseFields, ...mismatchFields } }];
  }
  if (stripeIntent.status !== 'succeeded') return [];
  const lastTerm = membership.term;
  // Early renewals lose no days.
  const continues =
    lastTerm?.plan === 'founding' && !lastTerm.isLapsed && recordedAt < lastTerm.accessUntil;
  const from = continues ? lastTerm.until : recordedAt;
  const until = oneYearLater(from);
  const termData = {
    userId,
    plan: 'founding' as const,
    founderNumber,
    paidBy: intentId,
    subscriptionId: null,
    amountCents,
    processorFeeCents: stripeIntent.processorFeeCents,
    policyId: membershipTerms.policyId,
    from,
    until,
    accessUntil: until,
  };
  return continues
    ? [{ type: 'EliteRenewed', data: { ...termData, renewedAt: recordedAt } }]
    : [{ type: 'EliteActivated', data: { ...termData, activatedAt: recordedAt } }];
};

/** A newly paid month ends later than the recorded one. */
export const hasNewMonth = (
  { subscription, term }: Membership,
  { invoice, periodEnd }: SubscriptionSnapshot,
): boolean =>
  invoice?.status === 'paid' &&
  (subscription?.status === 'incomplete' || term === null || periodEnd > term.until);

/**
 * The events of a subscription; none unless it is the person's last one. `processorFeeCents` is
 * Stripe's fee for a new month.
 */
export const recordSubscription = (
  membership: Membership,
  stripeSubscription: SubscriptionSnapshot,
  processorFeeCents: number,
  membershipTerms: MembershipTerms,
  recordedAt: string,
): MembershipEvent[] => {
  const { userId, subscription } = membership;
  if (
    subscription?.subscriptionId !== stripeSubscription.subscriptionId ||
    subscription.status === 'ended'
  )
    return [];
  const paidMonths = hasNewMonth(membership, stripeSubscription)
    ? [
        paidMonthEvent(
          membership,
          stripeSubscription,
          processorFeeCents,
          membershipTerms,
          recordedAt,
        ),
      ]
    : [];
  const subscriptionFields = { userId, subscriptionId: stripeSubscription.subscriptionId };
  const endedEvent = {
    type: 'EliteSubscriptionEnded',
    data: { ...subscriptionFields, endedAt: recordedAt },
  } as const;
  return [
    ...paidMonths,
    ...(paidMonths.length > 0 ? [] : failedMonthEvents(membership, stripeSubscription, recordedAt)),
    ...cancellationEvents(
      membership,
      stripeSubscription,
      paidMonths[0]?.data ?? null,
      membershipTerms,
      recordedAt,
    ),
    ...(stripeSubscription.status === 'ended' ? [endedEvent] : []),
  ];
};

type PaidMonth = Extract<MembershipEvent, { type: 'EliteActivated' | 'EliteRenewed' }>;

const paidMonthEvent = (
  { userId, founderNumber, subscription, term }: Membership,
  { subscriptionId, invoice, periodEnd }: SubscriptionSnapshot,
  processorFeeCents: number,
  membershipTerms: MembershipTerms,
  recordedAt: string,
): PaidMonth => {
  const { invoiceId, amountCents } = invoice!;
  const continues = subscription!.status !== 'incomplete' && term !== null && !term.isLapsed;
  const termData = {
    userId,
    plan: 'monthly' as const,
    founderNumber,
    paidBy: invoiceId,
    subscriptionId,
    amountCents,
    processorFeeCents,
    policyId: membershipTerms.policyId,
    from: continues ? term.until : recordedAt,
    until: periodEnd,
    accessUntil: daysLater(periodEnd, membershipTerms.graceDays),
  };
  return continues
    ? { type: 'EliteRenewed', data: { ...termData, renewedAt: recordedAt } }
    : { type: 'EliteActivated', data: { ...termData, activatedAt: recordedAt } };
};

/** Each failed renewal is recorded once, however often Stripe retries it. */
const failedMonthEvents = (
  membership: Membership,
  { invoice, periodEnd }: SubscriptionSnapshot,
  recordedAt: string,
): MembershipEvent[] => {
  const { userId, subscription, term } = membership;
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
  const failureData = {
    userId,
    subscriptionId,
    invoiceId,
    amountCents,
    accessUntil: term.accessUntil,
    failedAt: recordedAt,
  };
  return [{ type: 'ElitePaymentFailed', data: failureData }];
};

/** The end of renewals, or their resumption. A failed renewal keeps its grace period. */
const cancellationEvents = (
  membership: Membership,
  { subscriptionId, status, cancelsAtEnd }: SubscriptionSnapshot,
  newMonth: PaidMonth['data'] | null,
  membershipTerms: MembershipTerms,
  recordedAt: string,
): MembershipEvent[] => {
  const { userId, subscription, term } = membership;
  const until = newMonth?.until ?? (subscription!.status === 'live' ? term?.until : undefined);
  if (until === undefined) return [];
  const wasCancelled = newMonth === null && term!.isCancelled;
  const hasFailed = newMonth === null && term!.failed !== null;
  const subscriptionFields = { userId, subscriptionId };
  const endsWithMonth = cancelsAtEnd || (status === 'ended' && !hasFailed);
  if (endsWithMonth && !wasCancelled)
    return [
      {
        type: 'EliteCancelled',
        data: { ...subscriptionFields, accessUntil: until, cancelledAt: recordedAt },
      },
    ];
  if (!endsWithMonth && wasCancelled && status !== 'ended')
    return [
      {
        type: 'EliteResumed',
        data: {
          ...subscriptionFields,
          accessUntil: daysLater(until, membershipTerms.graceDays),
          resumedAt: recordedAt,
        },
      },
    ];
  return [];
};
