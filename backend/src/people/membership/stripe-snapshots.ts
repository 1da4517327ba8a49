import type Stripe from 'stripe';
import type { StripeIntent, Subscription, SubscriptionSnapshot } from './membership.js';

/** What a subscription brings with it to be read. */
export const subscriptionExpansions = ['latest_invoice.confirmation_secret'];

/** What a payment intent brings with it to be read: what Stripe took of its charge. */
export const feeExpansions = ['latest_charge.balance_transaction'];

const instantOfSeconds = (seconds: number): string => new Date(seconds * 1_000).toISOString();

/** A payment intent of ours. Its charge is made at once, so there is none that waits to be captured. */
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

/** How far a subscription has come: `incomplete` until its first month is paid. */
export const subscriptionStatusOf = (
  stripeStatus: Stripe.Subscription.Status,
): Subscription['status'] => {
  if (stripeStatus === 'incomplete') return 'incomplete';
  return stripeStatus === 'canceled' || stripeStatus === 'incomplete_expired' ? 'ended' : 'live';
};

/** A subscription, expanded, with its last invoice. */
export const subscriptionSnapshotOf = (
  subscription: Stripe.Subscription,
): SubscriptionSnapshot => ({
  subscriptionId: subscription.id,
  status: subscriptionStatusOf(subscription.status),
  cancelsAtEnd: subscription.cancel_at_period_end,
  periodEnd: instantOfSeconds(subscription.items.data[0]!.current_period_end),
  invoice: invoiceSnapshotOf(subscription),
});

const latestInvoiceOf = ({
  latest_invoice: invoice,
}: Stripe.Subscription): Stripe.Invoice | null =>
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

/** The secret by which a browser pays the first month; empty where there is nothing to pay. */
export const clientSecretOf = (subscription: Stripe.Subscription): string =>
  latestInvoiceOf(subscription)?.confirmation_secret?.client_secret ?? '';
