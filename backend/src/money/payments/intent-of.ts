import type { PaidCard } from '@courtly/contracts/bookings';
import type Stripe from 'stripe';
import { toStripeDispute } from './disputes.js';
import type { Intent } from './payment.js';

/** Makes Stripe include the last charge and its processor fee when it returns an intent. */
export const expandedFields = ['latest_charge.balance_transaction'];

const intentStatuses: Partial<Record<string, Intent['status']>> = {
  requires_payment_method: 'open',
  requires_confirmation: 'open',
  requires_action: 'open',
  processing: 'open',
  requires_capture: 'authorised',
  succeeded: 'captured',
  canceled: 'cancelled',
};

const failedStatuses: readonly (string | null)[] = ['failed', 'canceled'];

/** The maximum that Stripe allows. No booking has this many refunds or disputes. */
const MAX_PAGE_SIZE = 100;

/** @throws Stripe.errors.StripeError */
export const readIntent = async (stripeApi: Stripe, intentId: string): Promise<Intent> =>
  withRefundsAndDisputes(
    stripeApi,
    await stripeApi.paymentIntents.retrieve(intentId, { expand: expandedFields }),
  );

/**
 * Adds refunds and disputes to an intent that was read with `expandedFields`. Only captured intents
 * can have any.
 */
export const withRefundsAndDisputes = async (
  stripeApi: Stripe,
  paymentIntent: Stripe.PaymentIntent,
): Promise<Intent> => {
  if (paymentIntent.status !== 'succeeded') return toIntent(paymentIntent, [], []);
  const listParams = { payment_intent: paymentIntent.id, limit: MAX_PAGE_SIZE };
  const { latest_charge: latestCharge } = paymentIntent;
  const isDisputed =
    latestCharge !== null && typeof latestCharge !== 'string' && latestCharge.disputed;
  const [refunds, disputes] = await Promise.all([
    stripeApi.refunds.list(listParams),
    isDisputed ? stripeApi.disputes.list(listParams) : null,
  ]);
  return toIntent(paymentIntent, refunds.data, disputes?.data ?? []);
};

export const toIntent = (
  paymentIntent: Stripe.PaymentIntent,
  refunds: readonly Stripe.Refund[],
  disputes: readonly Stripe.Dispute[],
): Intent => ({
  intentId: paymentIntent.id,
  clientSecret: paymentIntent.client_secret ?? '',
  status: intentStatuses[paymentIntent.status] ?? 'open',
  amountCents: paymentIntent.amount,
  receivedCents: paymentIntent.amount_received,
  currency: paymentIntent.currency,
  charge: toCharge(paymentIntent),
  refunds: refunds.map(({ id, amount, status, metadata, created }) => ({
    refundId: id,
    amountCents: amount,
    failed: failedStatuses.includes(status),
    source: metadata?.['bookingId'] ? 'courtly' : 'dashboard',
    orderId: metadata?.['orderId'] ?? null,
    madeAt: new Date(created * 1_000).toISOString(),
  })),
  disputes: disputes.map(toStripeDispute),
});

export const paidCardOf = (charge: Stripe.Charge): PaidCard | null => {
  const card = charge.payment_method_details?.card;
  return card?.brand && card.last4 ? { brand: card.brand, last4: card.last4 } : null;
};

const toCharge = ({ latest_charge: latestCharge }: Stripe.PaymentIntent): Intent['charge'] => {
  if (!latestCharge || typeof latestCharge === 'string') return null;
  const captureBefore = latestCharge.payment_method_details?.card?.capture_before;
  const { balance_transaction: balanceTransaction } = latestCharge;
  return {
    chargeId: latestCharge.id,
    declineCode:
      latestCharge.status === 'failed'
        ? (latestCharge.outcome?.reason ?? latestCharge.failure_code ?? 'declined')
        : null,
    captureBefore: captureBefore ? new Date(captureBefore * 1_000).toISOString() : null,
    processorFeeCents:
      balanceTransaction && typeof balanceTransaction !== 'string' ? balanceTransaction.fee : null,
    card: paidCardOf(latestCharge),
  };
};
