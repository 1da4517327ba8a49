import type { PaidCard } from '@courtly/contracts/bookings';
import type Stripe from 'stripe';
import { toStripeDispute } from '../../money/payments/disputes.js';
import { paidCardOf } from '../../money/payments/intent-of.js';
import type { Reversal } from './membership-payments.js';
import type {
  InvoiceSnapshot,
  StripeIntent,
  Subscription,
  SubscriptionSnapshot,
} from './membership.js';

export const subscriptionExpansions = ['latest_invoice.confirmation_secret'];

export const feeExpansions = ['latest_charge.balance_transaction'];

const instantOfSeconds = (seconds: number): string => new Date(seconds * 1_000).toISOString();

/** Our intents are captured immediately, so none ever waits for its capture. */
export const stripeIntentOf = (
  stripeIntent: Stripe.PaymentIntent,
  disputes: readonly Stripe.Dispute[] = [],
): StripeIntent => {
  const { id, client_secret, status, amount, amount_received, currency } = stripeIntent;
  const charge = expandedCharge(stripeIntent);
  return {
    intentId: id,
    clientSecret: client_secret ?? '',
    status: status === 'succeeded' ? 'succeeded' : status === 'canceled' ? 'cancelled' : 'open',
    amountCents: status === 'succeeded' ? amount_received : amount,
    currency,
    receivedCents: amount_received,
    returnedCents: (charge?.amount_refunded ?? 0) + sum(disputes.map(takenCentsOf)),
    processorFeeCents: processorFeeOf(charge) ?? 0,
    card: cardOf(stripeIntent),
  };
};

const expandedCharge = ({ latest_charge: charge }: Stripe.PaymentIntent): Stripe.Charge | null =>
  charge && typeof charge !== 'string' ? charge : null;

/** Null until Stripe shows the balance transaction. */
const processorFeeOf = (charge: Stripe.Charge | null): number | null => {
  const balance = charge?.balance_transaction;
  return balance && typeof balance !== 'string' ? balance.fee : null;
};

export const cardOf = (stripeIntent: Stripe.PaymentIntent): PaidCard | null => {
  const charge = expandedCharge(stripeIntent);
  return charge && paidCardOf(charge);
};

/** The currency, fee, refunds, and disputes of one charge. */
export const chargeSnapshotOf = (
  stripeIntent: Stripe.PaymentIntent,
  refunds: readonly Stripe.Refund[],
  disputes: readonly Stripe.Dispute[],
) => ({
  currency: stripeIntent.currency,
  processorFeeCents: processorFeeOf(expandedCharge(stripeIntent)),
  reversals: [...refunds.map(refundReversalOf), ...disputes.map(disputeReversalOf)],
  disputes: disputes.map(toStripeDispute),
});

export const isDisputed = (stripeIntent: Stripe.PaymentIntent): boolean =>
  expandedCharge(stripeIntent)?.disputed ?? false;

export const hasFailed = ({ status }: Stripe.Refund): boolean =>
  status === 'failed' || status === 'canceled';

/** Stripe does not return the fee of a refunded charge. */
const refundReversalOf = (refund: Stripe.Refund): Reversal => ({
  reversalId: refund.id,
  kind: 'refund',
  orderId: refund.metadata?.['orderId'] ?? null,
  amountCents: hasFailed(refund) ? 0 : refund.amount,
  processorFeeCents: 0,
  isFinal: hasFailed(refund) || refund.status === 'succeeded',
});

const sum = (amounts: readonly number[]): number =>
  amounts.reduce((totalCents, amountCents) => totalCents + amountCents, 0);

/** The amount that the balance transactions of a dispute have taken and not returned. */
const takenCentsOf = ({ balance_transactions: balanceTransactions }: Stripe.Dispute): number =>
  Math.max(0, -sum(balanceTransactions.map(({ amount }) => amount)));

const disputeReversalOf = (dispute: Stripe.Dispute): Reversal => {
  const { id, balance_transactions: balanceTransactions } = dispute;
  const { status } = toStripeDispute(dispute);
  const amountCents = takenCentsOf(dispute);
  return {
    reversalId: id,
    kind: 'dispute',
    orderId: null,
    amountCents,
    processorFeeCents: sum(balanceTransactions.map(({ fee }) => fee)),
    isFinal: status === 'lost' || (status === 'won' && amountCents === 0),
  };
};

export const subscriptionStatusOf = (
  stripeStatus: Stripe.Subscription.Status,
): Subscription['status'] => {
  if (stripeStatus === 'incomplete') return 'incomplete';
  return stripeStatus === 'canceled' || stripeStatus === 'incomplete_expired' ? 'ended' : 'live';
};

/** `invoices` contains all invoices of the subscription. */
export const subscriptionSnapshotOf = (
  subscription: Stripe.Subscription,
  invoices: readonly Stripe.Invoice[],
): SubscriptionSnapshot => ({
  subscriptionId: subscription.id,
  status: subscriptionStatusOf(subscription.status),
  cancelsAtEnd: subscription.cancel_at_period_end,
  invoices: invoices
    .filter(({ lines }) => lines.data.length > 0)
    .map(invoiceSnapshotOf)
    .sort((one, other) => one.until.localeCompare(other.until)),
});

const invoiceSnapshotOf = ({
  id,
  status,
  amount_paid: paidCents,
  amount_remaining: leftCents,
  currency,
  attempt_count: attempts,
  lines,
}: Stripe.Invoice): InvoiceSnapshot => {
  const hasFailed = status === 'uncollectible' || (status === 'open' && attempts > 0);
  const periods = lines.data.map(({ period }) => period);
  return {
    invoiceId: id!,
    status: status === 'paid' ? 'paid' : hasFailed ? 'failed' : 'waiting',
    isOpen: isPayable(status),
    amountCents: status === 'paid' ? paidCents : leftCents,
    currency,
    processorFeeCents: 0,
    card: null,
    from: instantOfSeconds(Math.min(...periods.map(({ start }) => start))),
    until: instantOfSeconds(Math.max(...periods.map(({ end }) => end))),
  };
};

/** Uncollectible invoices can still be paid. */
export const isPayable = (status: Stripe.Invoice['status']): boolean =>
  status === 'draft' || status === 'open' || status === 'uncollectible';

const latestInvoiceOf = ({ latest_invoice: invoice }: Stripe.Subscription) =>
  invoice && typeof invoice !== 'string' ? invoice : null;

/** Allows the browser to pay the first month. Empty if nothing is due. */
export const clientSecretOf = (subscription: Stripe.Subscription): string =>
  latestInvoiceOf(subscription)?.confirmation_secret?.client_secret ?? '';
