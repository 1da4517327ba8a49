import { US_DOLLARS, formatCents } from '@courtly/contracts/amount';
import type { ChargedPayment, Reversal } from './membership-payments.js';
import type { MembershipEvent } from './membership.events.js';
import type { PaymentSnapshot } from './payment-changes.js';

/**
 * A founder's payment, a subscription, or a month's invoice, by Stripe's id, which the log has too.
 */
export type MembershipItem = Readonly<{
  id: string;
  userId: string;
  kind: 'payment' | 'subscription' | 'invoice';
  status: 'open' | 'paid' | 'live' | 'ended';
  /** Null if it has no amount. */
  amountCents: number | null;
  /** The currency of a payment or invoice. In the log, only charges have one. */
  currency?: string;
  /** All of a payment was refunded or taken back by the bank; in the log, also outside Stripe. */
  isReturned?: boolean;
}>;

/** The Stripe objects that an event records. The log records only paid invoices. */
export const itemsOfEvent = ({ type, data }: MembershipEvent): MembershipItem[] => {
  const { userId } = data;
  switch (type) {
    case 'EliteIntentCreated':
    case 'EliteIntentEnded': {
      const { intentId: id, amountCents } = data;
      const status = type === 'EliteIntentEnded' ? 'ended' : 'open';
      return [{ id, userId, kind: 'payment', status, amountCents }];
    }
    case 'EliteSubscriptionCreated':
    case 'EliteSubscriptionEnded': {
      const status = type === 'EliteSubscriptionEnded' ? 'ended' : 'open';
      return [{ id: data.subscriptionId, userId, kind: 'subscription', status, amountCents: null }];
    }
    case 'EliteMismatchCharged': {
      const { plan, paidBy: id, amountCents, currency } = data;
      const kind = plan === 'monthly' ? 'invoice' : 'payment';
      return [{ id, userId, kind, status: 'paid', amountCents, currency }];
    }
    case 'EliteActivated':
    case 'EliteRenewed': {
      const { plan, paidBy: id, subscriptionId, amountCents } = data;
      const currency = US_DOLLARS;
      const paidItem = { id, userId, status: 'paid', amountCents, currency } as const;
      if (plan === 'founding') return [{ ...paidItem, kind: 'payment' }];
      const subscriptionItem = {
        id: subscriptionId!,
        userId,
        kind: 'subscription',
        status: 'live',
        amountCents: null,
      };
      return [{ ...paidItem, kind: 'invoice' }, subscriptionItem as MembershipItem];
    }
    default:
      return [];
  }
};

/**
 * Unpaid objects that can no longer be paid are not differences, because the log has no unpaid
 * invoices.
 */
const isDifference = ({ kind, status }: MembershipItem): boolean =>
  kind === 'invoice' ? status === 'paid' : status !== 'ended';

/** Earlier releases recorded a month in another currency as dollars. */
const booksText = (loggedCurrency: string, currency: string): string => {
  if (loggedCurrency === US_DOLLARS) return 'the books count it as dollars until it is returned';
  return loggedCurrency === currency
    ? 'the books leave it out until an admin returns it'
    : `the books leave it out, and it is in ${loggedCurrency} in the log`;
};

/**
 * One sentence per difference, with amounts in cents. `hasAccount` is true if the item's user
 * exists.
 */
export const itemDifferences = (
  loggedItem: MembershipItem | null,
  stripeItem: MembershipItem | null,
  hasAccount: boolean,
): string[] => {
  if (!loggedItem) {
    if (!stripeItem || !isDifference(stripeItem)) return [];
    const description = `Stripe has ${stripeItem.kind} ${stripeItem.id}, which is ${stripeItem.status}`;
    return [
      hasAccount
        ? `${description}, but the log does not`
        : `${description}, for a user without an account`,
    ];
  }
  const { kind, id } = loggedItem;
  if (!stripeItem)
    return [`the log has ${kind} ${id}, which is ${loggedItem.status}, but Stripe does not`];
  const isReturned = stripeItem.isReturned === true || loggedItem.isReturned === true;
  const hasEnded = loggedItem.status === 'ended' && stripeItem.isReturned === true;
  const [loggedCents, stripeCents] = [loggedItem.amountCents, stripeItem.amountCents];
  const { currency = US_DOLLARS } = stripeItem;
  const loggedCurrency = loggedItem.currency ?? currency;
  const isForeign = loggedCurrency !== US_DOLLARS && stripeItem.status === 'paid';
  return [
    ...(isReturned || (loggedCurrency === currency && !isForeign)
      ? []
      : [`${kind} ${id} is in ${currency}, so ${booksText(loggedCurrency, currency)}`]),
    ...(loggedItem.status === stripeItem.status || hasEnded
      ? []
      : [`${kind} ${id} is ${loggedItem.status} in the log, but ${stripeItem.status} at Stripe`]),
    // An intent that ended without a payment has an amount that no one has paid.
    ...(loggedCents === null ||
    loggedCents === stripeCents ||
    hasEnded ||
    stripeItem.status === 'ended'
      ? []
      : [
          `${kind} ${id} has ${formatCents(loggedCents, loggedCurrency)} in the log, but ${formatCents(stripeCents ?? 0, currency)} at Stripe`,
        ]),
  ];
};

/** A bank's decision is final and can cost a founder their seat. */
const isLost = ({ kind, amountCents, isFinal }: Reversal): boolean =>
  kind === 'dispute' && amountCents > 0 && isFinal;

/** One sentence for each refund or dispute that differs between the log and Stripe. */
export const reversalDifferences = (
  {
    paidBy,
    currency,
    reversals: loggedReversals,
  }: Pick<ChargedPayment, 'paidBy' | 'currency' | 'reversals'>,
  { reversals: stripeReversals }: Pick<PaymentSnapshot, 'reversals'>,
): string[] => {
  const reversalIds = [...loggedReversals, ...stripeReversals]
    .filter(({ kind }) => kind !== 'outside')
    .map(({ reversalId }) => reversalId);
  return [...new Set(reversalIds)].flatMap((id) => {
    const [loggedReversal, stripeReversal] = [loggedReversals, stripeReversals].map((reversals) =>
      reversals.find(({ reversalId }) => reversalId === id),
    );
    const [loggedCents, stripeCents] = [
      loggedReversal?.amountCents ?? 0,
      stripeReversal?.amountCents ?? 0,
    ];
    const { kind } = (loggedReversal ?? stripeReversal)!;
    const subject = `${kind} ${id} of payment ${paidBy}`;
    if (loggedCents !== stripeCents)
      return [
        `${subject} has ${formatCents(loggedCents, currency)} in the log, but ${formatCents(stripeCents, currency)} at Stripe`,
      ];
    if (!loggedReversal || !stripeReversal) return [];
    const [feeInLog, feeAtStripe] = [loggedReversal, stripeReversal].map(
      ({ processorFeeCents }) => processorFeeCents,
    );
    return [
      // An appeal reopens a lost dispute, but the log keeps the decision until there is a new one.
      isLost(stripeReversal) &&
        !isLost(loggedReversal) &&
        `${subject} is lost at Stripe, but open in the log`,
      feeInLog !== feeAtStripe &&
        `${subject} has a fee of ${formatCents(feeInLog!)} in the log, but ${formatCents(feeAtStripe!)} at Stripe`,
    ].filter((text) => text !== false);
  });
};
