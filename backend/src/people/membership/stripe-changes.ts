import { UTCDate } from '@date-fns/utc';
import type { ElitePolicy } from '@courtly/contracts/policy';
import { addYears } from 'date-fns/addYears';
import { DAY_MS } from '../../platform/kernel/local-time.js';
import type { MembershipEvent } from './membership.events.js';
import type {
  Membership,
  MembershipCommand,
  Purchase,
  StripeIntent,
  SubscriptionSnapshot,
} from './membership.js';

export type MembershipTerms = Readonly<{ policyId: string; graceDays: ElitePolicy['graceDays'] }>;

type Recorded<Type extends MembershipCommand['type']> = Extract<
  MembershipCommand,
  { type: Type }
>['data'];

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
  { userId, purchase, term }: Membership,
  { intent, founderNumber, terms, at }: Recorded<'RecordIntent'>,
): MembershipEvent[] => {
  if (!purchase || purchase.intentId !== intent.intentId) return [];
  const { purpose, intentId, amountCents } = purchase;
  const purchaseFields = { userId, purpose, intentId, amountCents };
  if (intent.status === 'cancelled')
    return [{ type: 'EliteIntentEnded', data: { ...purchaseFields, endedAt: at } }];
  if (!matchesPurchase(intent, purchase)) {
    const { amountCents: foundCents, currency: foundCurrency } = intent;
    const mismatch = { ...purchaseFields, foundCents, foundCurrency, foundAt: at };
    return purchase.isMismatched ? [] : [{ type: 'EliteIntentMismatched', data: mismatch }];
  }
  if (intent.status !== 'succeeded') return [];
  // Early renewals lose no days.
  const continues = term?.plan === 'founding' && !term.isLapsed && at < term.accessUntil;
  const from = continues ? term.until : at;
  const until = oneYearLater(from);
  const termData = {
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
  return continues
    ? [{ type: 'EliteRenewed', data: { ...termData, renewedAt: at } }]
    : [{ type: 'EliteActivated', data: { ...termData, activatedAt: at } }];
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
  recorded: Recorded<'RecordSubscription'>,
): MembershipEvent[] => {
  const { userId, subscription } = membership;
  const { snapshot, at } = recorded;
  const { subscriptionId } = snapshot;
  if (subscription?.subscriptionId !== subscriptionId || subscription.status === 'ended') return [];
  const paidMonth = hasNewMonth(membership, snapshot) ? paidMonthEvent(membership, recorded) : null;
  const endedEvent = {
    type: 'EliteSubscriptionEnded',
    data: { userId, subscriptionId, endedAt: at },
  } as const;
  return [
    ...(paidMonth ? [paidMonth] : failedMonthEvents(membership, recorded)),
    ...cancellationEvents(membership, recorded, paidMonth?.data ?? null),
    ...(snapshot.status === 'ended' ? [endedEvent] : []),
  ];
};

type PaidMonth = Extract<MembershipEvent, { type: 'EliteActivated' | 'EliteRenewed' }>;

const paidMonthEvent = (
  { userId, founderNumber, subscription, term }: Membership,
  { snapshot, processorFeeCents, terms, at }: Recorded<'RecordSubscription'>,
): PaidMonth => {
  const { subscriptionId, periodEnd } = snapshot;
  const { invoiceId, amountCents } = snapshot.invoice!;
  const continues = subscription!.status !== 'incomplete' && term !== null && !term.isLapsed;
  const termData = {
    userId,
    plan: 'monthly' as const,
    founderNumber,
    paidBy: invoiceId,
    subscriptionId,
    amountCents,
    processorFeeCents,
    policyId: terms.policyId,
    from: continues ? term.until : at,
    until: periodEnd,
    accessUntil: daysLater(periodEnd, terms.graceDays),
  };
  return continues
    ? { type: 'EliteRenewed', data: { ...termData, renewedAt: at } }
    : { type: 'EliteActivated', data: { ...termData, activatedAt: at } };
};

/** Each failed renewal is recorded once, no matter how often Stripe retries it. */
const failedMonthEvents = (
  { userId, subscription, term }: Membership,
  { snapshot: { invoice, periodEnd }, at }: Recorded<'RecordSubscription'>,
): MembershipEvent[] => {
  if (!term || subscription!.status !== 'live') return [];
  if (invoice?.status !== 'failed' || periodEnd <= term.until) return [];
  const { invoiceId, amountCents } = invoice;
  if (term.failed?.invoiceId === invoiceId) return [];
  const { subscriptionId } = subscription!;
  const { accessUntil } = term;
  const data = { userId, subscriptionId, invoiceId, amountCents, accessUntil, failedAt: at };
  return [{ type: 'ElitePaymentFailed', data }];
};

/** The end of renewals, or their resumption. A failed renewal keeps its grace period. */
const cancellationEvents = (
  { userId, subscription, term }: Membership,
  { snapshot, terms, at }: Recorded<'RecordSubscription'>,
  newMonth: PaidMonth['data'] | null,
): MembershipEvent[] => {
  const { subscriptionId, status, cancelsAtEnd } = snapshot;
  const until = newMonth?.until ?? (subscription!.status === 'live' ? term?.until : undefined);
  if (until === undefined) return [];
  const wasCancelled = newMonth === null && term!.isCancelled;
  const hasFailed = newMonth === null && term!.failed !== null;
  const endsWithMonth = cancelsAtEnd || (status === 'ended' && !hasFailed);
  if (endsWithMonth && !wasCancelled) {
    const data = { userId, subscriptionId, accessUntil: until, cancelledAt: at };
    return [{ type: 'EliteCancelled', data }];
  }
  if (!endsWithMonth && wasCancelled && status !== 'ended') {
    const accessUntil = daysLater(until, terms.graceDays);
    return [{ type: 'EliteResumed', data: { userId, subscriptionId, accessUntil, resumedAt: at } }];
  }
  return [];
};
