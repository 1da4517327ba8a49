import type Stripe from 'stripe';
import type { StripeIntent, Subscription, SubscriptionSnapshot } from './membership.js';

export const subscriptionExpansions = ['latest_invoice.confirmation_secret'];

export const feeExpansions = ['latest_charge.balance_transaction'];

const instantOfSeconds = (seconds: number): string => new Date(seconds * 1_000).toISOString();

/** Our intents are captured immediately, so none waits for capture. */
export const stripeIntentOf = (stripeIntent: Stripe.PaymentIntent): StripeIntent => {
  const { id, client_secret, status, amount, currency } = stripeIntent;
  return {
    intentId: id,
    clientSecret: client_secret ?? '',
    status: status === 'succeeded' ? 'succeeded' : status === 'canceled' ? 'cancelled' : 'open',
    amountCents: amount,
    currency,
    processorFeeCents: processorFeeOf(stripeIntent),
  };
};

const processorFeeOf = ({ latest_charge: latestCharge }: Stripe.PaymentIntent): number => {
  const balance =
    latestCharge && typeof latestCharge !== 'string' ? latestCharge.balance_transaction : null;
  return balance && typeof balance !== 'string' ? balance.fee : 0;
};

export const subscriptionStatusOf = (
  stripeStatus: Stripe.Subscription.Status,
): Subscription['status'] => {
  if (stripeStatus === 'incomplete') return 'incomplete';
  return stripeStatus === 'canceled' || stripeStatus === 'incomplete_expired' ? 'ended' : 'live';
};

/** The subscription must be expanded. */
export const subscriptionSnapshotOf = (
  subscription: Stripe.Subscription,
): SubscriptionSnapshot => ({
  subscriptionId: subscription.id,
  status: subscriptionStatusOf(subscription.status),
  cancelsAtEnd: subscription.cancel_at_period_end,
  periodEnd: instantOfSeconds(subscription.items.data[0]!.current_period_end),
  invoice: invoiceSnapshotOf(subscription),
});

const latestInvoiceOf = ({ latest_invoice: invoice }: Stripe.Subscription) =>
  invoice && typeof invoice !== 'string' ? invoice : null;

const invoiceSnapshotOf = (subscription: Stripe.Subscription): SubscriptionSnapshot['invoice'] => {
  const invoice = latestInvoiceOf(subscription);
  if (!invoice?.id) return null;
  const { id: invoiceId, status, amount_due: amountCents, attempt_count: attempts } = invoice;
  const hasFailed = status === 'uncollectible' || (status === 'open' && attempts > 0);
  return {
    invoiceId,
    status: status === 'paid' ? 'paid' : hasFailed ? 'failed' : 'waiting',
    amountCents,
  };
};

/** Lets the browser pay the first month; empty if nothing is due. */
export const clientSecretOf = (subscription: Stripe.Subscription): string =>
  latestInvoiceOf(subscription)?.confirmation_secret?.client_secret ?? '';
