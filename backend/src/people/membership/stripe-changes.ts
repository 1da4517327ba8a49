import { US_DOLLARS } from '@courtly/contracts/amount';
import { UTCDate } from '@date-fns/utc';
import type { ElitePolicy, Policy } from '@courtly/contracts/policy';
import { addMonths } from 'date-fns/addMonths';
import { addYears } from 'date-fns/addYears';
import { DAY_MS } from '../../platform/kernel/local-time.js';
import type { MembershipEvent } from './membership.events.js';
import { findCharge } from './membership-payments.js';
import type {
  InvoiceSnapshot,
  Membership,
  MembershipCommand,
  Purchase,
  StripeIntent,
  SubscriptionSnapshot,
} from './membership.js';

export type MembershipTerms = Readonly<{
  policyId: string;
  graceDays: ElitePolicy['graceDays'];
  /** Whether a founder loses the seat once all payments for it are reversed. */
  freesSeat: boolean;
}>;

export const membershipTermsOf = ({
  id,
  elite,
}: Pick<Policy, 'id' | 'elite'>): MembershipTerms => ({
  policyId: id,
  graceDays: elite.graceDays,
  freesSeat: elite.founderSeatAfterReversal === 'freed',
});

type Recorded<Type extends MembershipCommand['type']> = Extract<
  MembershipCommand,
  { type: Type }
>['data'];

const daysLater = (startInstant: string, days: number): string =>
  new Date(Date.parse(startInstant) + days * DAY_MS).toISOString();

/** February 29 becomes February 28. */
export const oneYearLater = (startInstant: string): string =>
  addYears(new UTCDate(startInstant), 1).toISOString();

/** January 31 becomes February 28 or 29. */
const oneMonthLater = (startInstant: string): string =>
  addMonths(new UTCDate(startInstant), 1).toISOString();

export const matchesPurchase = (
  { amountCents, currency }: StripeIntent,
  purchase: Purchase,
): boolean => amountCents === purchase.amountCents && currency === US_DOLLARS;

/**
 * The events for an intent; none unless it belongs to the open purchase. `founderNumber` is the
 * number of the person's seat.
 */
export const recordIntent = (
  existing: Membership,
  { intent, founderNumber, terms, at }: Recorded<'RecordIntent'>,
): MembershipEvent[] => {
  const { userId, purchase, term } = existing;
  if (!purchase || purchase.intentId !== intent.intentId) return [];
  const { purpose, intentId, amountCents } = purchase;
  const purchaseFields = { userId, purpose, intentId, amountCents };
  if (intent.status === 'cancelled')
    return [{ type: 'EliteIntentEnded', data: { ...purchaseFields, endedAt: at } }];
  if (purchase.isMismatched) return wrongChargeEvents(existing, intent, at);
  if (!matchesPurchase(intent, purchase)) {
    const { amountCents: foundCents, currency: foundCurrency } = intent;
    const mismatch = { ...purchaseFields, foundCents, foundCurrency, foundAt: at };
    return [
      { type: 'EliteIntentMismatched', data: mismatch },
      ...wrongChargeEvents(existing, intent, at),
    ];
  }
  if (intent.status !== 'succeeded') return [];
  // A member who renews early does not lose any days.
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
    card: intent.card,
    policyId: terms.policyId,
    from,
    until,
    accessUntil: until,
  };
  return continues
    ? [{ type: 'EliteRenewed', data: { ...termData, renewedAt: at } }]
    : [{ type: 'EliteActivated', data: { ...termData, activatedAt: at } }];
};

/** A payment with a wrong amount can be charged before or after the mismatch is found. */
const wrongChargeEvents = (
  { userId, wrongPayments }: Membership,
  { intentId: paidBy, status, receivedCents, currency, processorFeeCents, card }: StripeIntent,
  at: string,
): MembershipEvent[] => {
  if (status !== 'succeeded' || wrongPayments.some((payment) => payment.paidBy === paidBy))
    return [];
  const charge = { amountCents: receivedCents, currency, processorFeeCents, card, chargedAt: at };
  return [{ type: 'EliteMismatchCharged', data: { userId, plan: 'founding', paidBy, ...charge } }];
};

type PaidMonth = Extract<MembershipEvent, { type: 'EliteActivated' | 'EliteRenewed' }>;

/** The paid invoices that are not recorded yet, the oldest month first. */
export const newlyPaidInvoices = (
  membership: Membership,
  { invoices }: SubscriptionSnapshot,
): InvoiceSnapshot[] =>
  invoices.filter(
    ({ invoiceId, status }) => status === 'paid' && !findCharge(membership, invoiceId),
  );

/**
 * The plan is priced in dollars, but an admin may have changed the subscription in the dashboard.
 */
const isInDollars = ({ currency }: InvoiceSnapshot): boolean => currency === US_DOLLARS;

/** A month that was paid in another currency is not granted, and all of the payment is returned. */
const wrongMonthEvents = (
  membership: Membership,
  { snapshot, at }: Recorded<'RecordSubscription'>,
): MembershipEvent[] =>
  newlyPaidInvoices(membership, snapshot)
    .filter((invoice) => !isInDollars(invoice))
    .map(({ invoiceId: paidBy, amountCents, currency, processorFeeCents, card }) => {
      const charge = { paidBy, amountCents, currency, processorFeeCents, card, chargedAt: at };
      const { userId } = membership;
      return { type: 'EliteMismatchCharged', data: { userId, plan: 'monthly', ...charge } };
    });

const hasOpenInvoices = ({ invoices }: SubscriptionSnapshot): boolean =>
  invoices.some(({ isOpen }) => isOpen);

/** Whether a subscription that has ended at Stripe could still charge the member. */
export const mustVoidInvoices = (snapshot: SubscriptionSnapshot): boolean =>
  snapshot.status === 'ended' && hasOpenInvoices(snapshot);

/**
 * The events for a subscription; none unless it is the member's latest one. Each invoice paid in
 * dollars grants its month, even after the end. The end waits until no invoice can be paid.
 */
export const recordSubscription = (
  membership: Membership,
  recorded: Recorded<'RecordSubscription'>,
): MembershipEvent[] => {
  const { userId, subscription, refusals } = membership;
  const { snapshot, at } = recorded;
  const { subscriptionId } = snapshot;
  if (subscription?.subscriptionId !== subscriptionId) return [];
  const paidMonths = paidMonthEvents(membership, recorded);
  const lastMonth = paidMonths.at(-1)?.data ?? null;
  const cannotBePaid = snapshot.status === 'ended' && !hasOpenInvoices(snapshot);
  // The end is recorded again once Stripe no longer refuses to void a later invoice.
  const isNews = subscription.status !== 'ended' || refusals[subscriptionId] !== undefined;
  const endedEvent = {
    type: 'EliteSubscriptionEnded',
    data: { userId, subscriptionId, endedAt: at },
  } as const;
  return [
    ...wrongMonthEvents(membership, recorded),
    ...paidMonths,
    ...(lastMonth ? [] : failedMonthEvents(membership, recorded)),
    ...cancellationEvents(membership, recorded, lastMonth),
    ...(cannotBePaid && isNews ? [endedEvent] : []),
  ];
};

const paidMonthEvents = (
  membership: Membership,
  { snapshot, terms, at }: Recorded<'RecordSubscription'>,
): PaidMonth[] => {
  const { userId, founderNumber, subscription, term } = membership;
  const { subscriptionId } = snapshot;
  let continues = subscription!.status === 'live' && term !== null && !term.isLapsed;
  const paidInvoices = newlyPaidInvoices(membership, snapshot).filter(isInDollars);
  return paidInvoices.map((invoice) => {
    const { invoiceId: paidBy, amountCents, processorFeeCents, card } = invoice;
    // A month that is paid after the end starts with its payment.
    const isLate = !continues && (snapshot.status === 'ended' || invoice.until <= at);
    const until = isLate && term !== null ? oneMonthLater(at) : invoice.until;
    const termData = {
      userId,
      plan: 'monthly' as const,
      founderNumber,
      paidBy,
      subscriptionId,
      amountCents,
      processorFeeCents,
      card,
      policyId: terms.policyId,
      from: continues || until <= at ? invoice.from : at,
      until,
      accessUntil: daysLater(until, terms.graceDays),
    };
    const monthEvent: PaidMonth = continues
      ? { type: 'EliteRenewed', data: { ...termData, renewedAt: at } }
      : { type: 'EliteActivated', data: { ...termData, activatedAt: at } };
    continues = true;
    return monthEvent;
  });
};

/**
 * Each failed renewal is recorded only once, no matter how often Stripe retries it. An invoice of a
 * subscription that has ended is voided, so it did not fail.
 */
const failedMonthEvents = (
  { userId, subscription, term }: Membership,
  { snapshot: { status, invoices }, at }: Recorded<'RecordSubscription'>,
): MembershipEvent[] => {
  const invoice = invoices.at(-1);
  if (status === 'ended') return [];
  if (!term || term.isLapsed || subscription!.status !== 'live') return [];
  if (invoice?.status !== 'failed' || invoice.until <= term.until) return [];
  const { invoiceId, amountCents, currency } = invoice;
  if (term.failed?.invoiceId === invoiceId) return [];
  const { subscriptionId } = subscription!;
  const { accessUntil } = term;
  const charge = { invoiceId, amountCents, currency };
  const data = { userId, subscriptionId, ...charge, accessUntil, failedAt: at };
  return [{ type: 'ElitePaymentFailed', data }];
};

/**
 * Records that renewals end or resume. A failed renewal keeps its grace period. A membership that
 * is already over has nothing to cancel.
 */
const cancellationEvents = (
  { userId, subscription, term }: Membership,
  { snapshot, terms, at }: Recorded<'RecordSubscription'>,
  newMonth: PaidMonth['data'] | null,
): MembershipEvent[] => {
  const { subscriptionId, status, cancelsAtEnd } = snapshot;
  const isRunning = subscription!.status === 'live' && term !== null && !term.isLapsed;
  const until = newMonth?.until ?? (isRunning ? term.until : undefined);
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
