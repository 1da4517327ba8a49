import type Stripe from 'stripe';
import { billNextPeriod, finalizeDraft } from '../billing/collection.js';
import { invalidRequest } from '../http/api-error.js';
import { attachPaymentMethod, resolvePaymentMethod } from '../payments/payment-method.js';
import { updateObject, findObject, referenceId, type StripeState } from '../state.js';

/** A card that can be attached to a customer but is always declined. */
const DECLINED_CARD_TOKEN = 'pm_card_chargeCustomerFail';

/**
 * Bills the next period of one active subscription immediately, without moving the clock and
 * without the hour as a draft. With `fails`, its card is declined from now on. Returns the invoice.
 */
export function renewSubscriptionNow(
  state: StripeState,
  subscriptionId: string,
  renewalOutcome: 'paid' | 'fails',
): Stripe.Invoice {
  const subscription = findObject(state, 'subscription', subscriptionId);
  if (subscription.status !== 'active' || subscription.cancel_at_period_end)
    throw invalidRequest(
      `${subscriptionId} cannot renew: it has a status of ${subscription.status}.`,
    );
  const billedSubscription =
    renewalOutcome === 'fails' ? useDeclinedCard(state, subscription) : subscription;
  const invoice = billNextPeriod(state, billedSubscription);
  finalizeDraft(state, invoice.id);
  return findObject(state, 'invoice', invoice.id);
}

function useDeclinedCard(
  state: StripeState,
  subscription: Stripe.Subscription,
): Stripe.Subscription {
  const declinedCard = attachPaymentMethod(
    state,
    resolvePaymentMethod(state, DECLINED_CARD_TOKEN),
    referenceId(subscription.customer),
  );
  const subscriptionFields = { default_payment_method: declinedCard.id };
  return updateObject(
    state,
    'subscription',
    subscription,
    subscriptionFields,
    'customer.subscription.updated',
  );
}
