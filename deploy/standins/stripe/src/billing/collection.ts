import type Stripe from 'stripe';
import { invalidRequest, StripeApiError } from '../http/api-error.js';
import { attemptPayment } from '../payments/attempt.js';
import { confirmationError } from '../payments/intent.js';
import { updateObject, findObject, referenceId, type StripeState } from '../state.js';
import { createDraftInvoice, finalizeInvoice, findInvoiceIntent } from './invoice.js';
import { findSubscription } from './settlement.js';
import { endSubscription } from './subscription-end.js';
import { advanceItems, currentPeriodEnd } from './subscription.js';

/** The invoice of a renewal stays a draft for one hour. */
const DRAFT_SECONDS = 60 * 60;
const DAY_SECONDS = 24 * 60 * 60;
/** A subscription ends if its first invoice stays unpaid for 23 hours. */
export const INCOMPLETE_SECONDS = 23 * 60 * 60;

/**
 * The payment method for automatic payment: the subscription's, otherwise the customer's default.
 */
function defaultPaymentMethod(state: StripeState, invoice: Stripe.Invoice): string | null {
  const subscriptionMethod = referenceId(findSubscription(state, invoice)?.default_payment_method);
  const customer = state.objects.get('customer', referenceId(invoice.customer) ?? '');
  return subscriptionMethod ?? referenceId(customer?.invoice_settings.default_payment_method);
}

/**
 * Pays an open invoice. Throws the bank's decline (402, with its effects kept) or 400 if there is
 * no card.
 */
export function payInvoice(
  state: StripeState,
  invoice: Stripe.Invoice,
  {
    method: paymentMethodId = defaultPaymentMethod(state, invoice),
    offSession = true,
  }: { method?: string | null; offSession?: boolean } = {},
): Stripe.Invoice {
  if (!paymentMethodId)
    throw invalidRequest(
      'This customer has no attached payment source or default payment method.',
      {
        code: 'resource_missing',
      },
    );
  const paymentIntent = findInvoiceIntent(state, invoice.id)!;
  const confirmError = confirmationError(paymentIntent);
  if (confirmError) throw confirmError;
  const updatedIntent = attemptPayment(
    state,
    paymentIntent,
    findObject(state, 'payment_method', paymentMethodId, 'payment_method'),
    {
      offSession,
    },
  );
  if (updatedIntent.status === 'requires_action')
    throw new StripeApiError(
      402,
      {
        type: 'card_error',
        code: 'invoice_payment_intent_requires_action',
        message:
          'This payment requires additional user action before it can be completed successfully.',
        payment_intent: updatedIntent,
      },
      true,
    );
  return findObject(state, 'invoice', invoice.id);
}

/** Pays the invoice if there is a card. A decline is recorded in the invoice and its events. */
export function payIfPossible(state: StripeState, invoice: Stripe.Invoice): void {
  if (!defaultPaymentMethod(state, invoice)) return;
  try {
    payInvoice(state, invoice);
  } catch (error) {
    if (!(error instanceof StripeApiError)) throw error;
  }
}

/** At the end of a period, ends the subscription or drafts the invoice for the next period. */
export function renewSubscription(state: StripeState, subscriptionId: string): void {
  const subscription = state.objects.get('subscription', subscriptionId);
  if (!subscription || subscription.ended_at || currentPeriodEnd(subscription) > state.now) return;
  if (subscription.cancel_at_period_end) endSubscription(state, subscription, 'canceled');
  else billNextPeriod(state, subscription);
}

/**
 * Advances a subscription to its next period and drafts its invoice, which is finalized after an
 * hour.
 */
export function billNextPeriod(
  state: StripeState,
  subscription: Stripe.Subscription,
): Stripe.Invoice {
  const { id } = subscription;
  const renewedSubscription = { ...subscription, items: advanceItems(subscription) };
  const invoice = createDraftInvoice(
    state,
    renewedSubscription,
    findObject(state, 'customer', referenceId(subscription.customer)),
    'subscription_cycle',
  );
  scheduleDraft(state, invoice);
  const subscriptionFields = { items: renewedSubscription.items, latest_invoice: invoice.id };
  updateObject(
    state,
    'subscription',
    subscription,
    subscriptionFields,
    'customer.subscription.updated',
  );
  state.timers.addTimer(currentPeriodEnd(renewedSubscription), 'renewal', id);
  return invoice;
}

/** A draft is finalized after its hour. */
export function scheduleDraft(state: StripeState, invoice: Stripe.Invoice): void {
  const automatically_finalizes_at = state.now + DRAFT_SECONDS;
  updateObject(state, 'invoice', invoice, { automatically_finalizes_at });
  state.timers.addTimer(automatically_finalizes_at, 'draft', invoice.id);
}

/** Sends an invoice to its customer, who pays it by its due date. */
function sendInvoice(state: StripeState, invoice: Stripe.Invoice): void {
  const dueDays = findSubscription(state, invoice)?.days_until_due ?? 0;
  const due_date = state.now + dueDays * DAY_SECONDS;
  const sentInvoice = updateObject(state, 'invoice', invoice, { due_date });
  state.emit('invoice.sent', sentInvoice);
  state.timers.addTimer(due_date, 'overdue', invoice.id);
}

/** A sent invoice that is unpaid at its due date makes its subscription past due. */
export function passDueDate(state: StripeState, invoiceId: string): void {
  const invoice = state.objects.get('invoice', invoiceId);
  if (invoice?.status !== 'open') return;
  state.emit('invoice.overdue', invoice);
  markPastDue(state, invoice);
}

function markPastDue(state: StripeState, invoice: Stripe.Invoice): void {
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

/** Finalizes and pays a draft after its hour. Without a card, the payment fails. */
export function finalizeDraft(state: StripeState, invoiceId: string): void {
  const draftInvoice = state.objects.get('invoice', invoiceId);
  if (draftInvoice?.status !== 'draft' || !draftInvoice.auto_advance) return;
  const invoice = finalizeInvoice(state, draftInvoice);
  if (invoice.collection_method === 'send_invoice') return sendInvoice(state, invoice);
  if (defaultPaymentMethod(state, invoice)) return payIfPossible(state, invoice);
  const failedInvoice = updateObject(state, 'invoice', invoice, {
    attempted: true,
    attempt_count: 1,
  });
  state.emit('invoice.payment_failed', failedInvoice);
  markPastDue(state, invoice);
}

/** Retries a failed renewal, unless it was paid or no longer applies. */
export function retryPayment(state: StripeState, invoiceId: string): void {
  const invoice = state.objects.get('invoice', invoiceId);
  if (invoice?.status === 'open' && invoice.next_payment_attempt !== null)
    payIfPossible(state, invoice);
}

/** Expires a subscription whose first payment did not arrive in time. */
export function expireIncomplete(state: StripeState, subscriptionId: string): void {
  const subscription = state.objects.get('subscription', subscriptionId);
  if (subscription?.status === 'incomplete')
    endSubscription(state, subscription, 'incomplete_expired');
}
