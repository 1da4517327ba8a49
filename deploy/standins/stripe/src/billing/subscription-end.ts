import type Stripe from 'stripe';
import { cancellationError, canceledFields } from '../payments/intent.js';
import { updateObject, referenceId, type StripeState } from '../state.js';
import { findInvoiceIntent } from './invoice.js';

/** Voids an open invoice and cancels its payment intent. */
export function voidInvoice(state: StripeState, invoice: Stripe.Invoice): Stripe.Invoice {
  const paymentIntent = findInvoiceIntent(state, invoice.id);
  if (paymentIntent && !cancellationError(paymentIntent))
    updateObject(
      state,
      'payment_intent',
      paymentIntent,
      canceledFields('void_invoice', state.now),
      'payment_intent.canceled',
    );
  const status_transitions = { ...invoice.status_transitions, voided_at: state.now };
  const invoiceFields = {
    status: 'void',
    auto_advance: false,
    next_payment_attempt: null,
    status_transitions,
  } as const;
  return updateObject(state, 'invoice', invoice, invoiceFields, 'invoice.voided');
}

/** Ends a subscription now. If it never became active, its first invoice is voided. */
export function endSubscription(
  state: StripeState,
  subscription: Stripe.Subscription,
  finalStatus: 'canceled' | 'incomplete_expired',
): Stripe.Subscription {
  const latestInvoice = state.objects.get(
    'invoice',
    referenceId(subscription.latest_invoice) ?? '',
  );
  if (latestInvoice?.status === 'open' && subscription.status === 'incomplete')
    voidInvoice(state, latestInvoice);
  else if (latestInvoice && (latestInvoice.status === 'open' || latestInvoice.status === 'draft'))
    updateObject(state, 'invoice', latestInvoice, {
      auto_advance: false,
      next_payment_attempt: null,
    });
  const cancelReason = subscription.cancellation_details?.reason ?? 'cancellation_requested';
  const isCanceled = finalStatus === 'canceled';
  const subscriptionFields = {
    status: finalStatus,
    ended_at: state.now,
    canceled_at: subscription.canceled_at ?? state.now,
    ...(isCanceled && {
      cancellation_details: {
        comment: null,
        feedback: null,
        feedback_option: null,
        reason: cancelReason,
      },
    }),
  } satisfies Partial<Stripe.Subscription>;
  const eventType = isCanceled ? 'customer.subscription.deleted' : 'customer.subscription.updated';
  return updateObject(state, 'subscription', subscription, subscriptionFields, eventType);
}
