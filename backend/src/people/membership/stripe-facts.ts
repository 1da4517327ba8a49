import type Stripe from 'stripe';
import type { Intent, Subscription, SubscriptionFacts } from './membership.js';

/** What a subscription brings with it to be read. */
export const expand = ['latest_invoice.confirmation_secret'];

/** What a payment intent brings with it to be read: what Stripe took of its charge. */
export const expandFee = ['latest_charge.balance_transaction'];

const instant = (seconds: number): string => new Date(seconds * 1_000).toISOString();

/** A payment intent of ours. Its charge is made at once, so there is none that waits to be captured. */
export const intentOf = (intent: Stripe.PaymentIntent): Intent => {
  const { id, client_secret, status, amount, currency } = intent;
  return {
    intentId: id,
    clientSecret: client_secret ?? '',
    status: status === 'succeeded' ? 'succeeded' : status === 'canceled' ? 'cancelled' : 'open',
    amountCents: amount,
    currency,
    processorFeeCents: feeOf(intent),
  };
};

const feeOf = ({ latest_charge: charge }: Stripe.PaymentIntent): number => {
  const balance = charge && typeof charge !== 'string' ? charge.balance_transaction : null;
  return balance && typeof balance !== 'string' ? balance.fee : 0;
};

/** How far a subscription has come: `incomplete` until its first month is paid. */
export const statusOf = (status: Stripe.Subscription.Status): Subscription['status'] => {
  if (status === 'incomplete') return 'incomplete';
  return status === 'canceled' || status === 'incomplete_expired' ? 'ended' : 'live';
};

/** A subscription, expanded, with its last invoice. */
export const subscriptionOf = (subscription: Stripe.Subscription): SubscriptionFacts => ({
  subscriptionId: subscription.id,
  status: statusOf(subscription.status),
  cancelsAtEnd: subscription.cancel_at_period_end,
  periodEnd: instant(subscription.items.data[0]!.current_period_end),
  invoice: invoiceOf(subscription),
});

const invoiceIn = ({ latest_invoice: invoice }: Stripe.Subscription): Stripe.Invoice | null =>
  invoice && typeof invoice !== 'string' ? invoice : null;

const invoiceOf = (subscription: Stripe.Subscription): SubscriptionFacts['invoice'] => {
  const invoice = invoiceIn(subscription);
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
export const secretOf = (subscription: Stripe.Subscription): string =>
  invoiceIn(subscription)?.confirmation_secret?.client_secret ?? '';
