import type Stripe from 'stripe';
import { updateObject, findObject, referenceId, type StripeState } from '../state.js';

const DAY_SECONDS = 24 * 60 * 60;

/** Waits before the retries of a failed renewal: three days, then five, then seven. */
const RETRY_SECONDS = [3 * DAY_SECONDS, 5 * DAY_SECONDS, 7 * DAY_SECONDS];

function findPaidInvoice(state: StripeState, paymentIntent: Stripe.PaymentIntent) {
  const [payment] = state.objects.all('invoice_payment', {
    'payment.payment_intent': paymentIntent.id,
  });
  return (
    payment && { payment, invoice: findObject(state, 'invoice', referenceId(payment.invoice)) }
  );
}

/** The subscription of an invoice. */
export const findSubscription = (
  state: StripeState,
  invoice: Stripe.Invoice,
): Stripe.Subscription | undefined => {
  const subscriptionId = invoice.parent?.subscription_details?.subscription;
  return subscriptionId
    ? state.objects.get('subscription', referenceId(subscriptionId))
    : undefined;
};

/** Marks the invoice of a paid intent as paid and activates its subscription. */
export function markInvoicePaid(
  state: StripeState,
  paymentIntent: Stripe.PaymentIntent,
  paymentMethodId: string,
): void {
  const invoiceMatch = findPaidInvoice(state, paymentIntent);
  if (!invoiceMatch) return;
  const { payment, invoice } = invoiceMatch;
  const paid_at = state.now;
  const paidPayment = state.objects.put('invoice_payment', {
    ...payment,
    amount_paid: paymentIntent.amount,
    status: 'paid',
    status_transitions: { ...payment.status_transitions, paid_at },
  });
  const paidInvoice = updateObject(state, 'invoice', invoice, {
    status: 'paid',
    amount_paid: invoice.total,
    amount_remaining: 0,
    attempted: true,
    attempt_count: invoice.attempt_count + 1,
    auto_advance: false,
    next_payment_attempt: null,
    status_transitions: { ...invoice.status_transitions, paid_at },
  });
  state.emit('invoice.paid', paidInvoice);
  state.emit('invoice.payment_succeeded', paidInvoice);
  state.emit('invoice_payment.paid', paidPayment);
  const subscription = findSubscription(state, invoice);
  if (!subscription || subscription.ended_at) return;
  const savesMethod =
    subscription.payment_settings?.save_default_payment_method === 'on_subscription';
  const subscriptionFields = {
    status: 'active' as const,
    ...(savesMethod && { default_payment_method: paymentMethodId }),
  };
  updateObject(
    state,
    'subscription',
    subscription,
    subscriptionFields,
    'customer.subscription.updated',
  );
}

/**
 * Records a declined payment on the invoice, which stays open. An active subscription becomes past
 * due.
 */
export function markInvoiceFailed(state: StripeState, paymentIntent: Stripe.PaymentIntent): void {
  const invoiceMatch = findPaidInvoice(state, paymentIntent);
  if (!invoiceMatch) return;
  const { invoice } = invoiceMatch;
  const isRetried =
    invoice.billing_reason === 'subscription_cycle' &&
    invoice.collection_method === 'charge_automatically';
  const retryDelay = isRetried ? RETRY_SECONDS[invoice.attempt_count] : undefined;
  const next_payment_attempt = retryDelay ? state.now + retryDelay : null;
  if (next_payment_attempt) state.timers.addTimer(next_payment_attempt, 'dunning', invoice.id);
  const attempt_count = invoice.attempt_count + 1;
  const failedInvoice = updateObject(state, 'invoice', invoice, {
    attempted: true,
    attempt_count,
    next_payment_attempt,
  });
  state.emit('invoice.payment_failed', failedInvoice);
  const subscription = findSubscription(state, invoice);
  if (subscription?.status === 'active')
    updateObject(
      state,
      'subscription',
      subscription,
      { status: 'past_due' },
      'customer.subscription.updated',
    );
}
