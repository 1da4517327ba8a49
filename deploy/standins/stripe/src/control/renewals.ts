import type Stripe from 'stripe';
import { billNextPeriod, finalizeDraft } from '../billing/collection.js';
import { invalidRequest } from '../http/refusal.js';
import { attach, paymentMethodOf } from '../payments/payment-method.js';
import { change, find, idOf, type World } from '../world.js';

/** A card that a customer may have, and that is always declined. */
const DECLINED = 'pm_card_chargeCustomerFail';

/**
 * Bills the next period of one active subscription now, a period early, without the hour of a draft: nobody else's clock moves. With
 * `fails` its card is declined from now on. Answers the invoice.
 */
export function renewNow(world: World, id: string, outcome: 'paid' | 'fails'): Stripe.Invoice {
  const subscription = find(world, 'subscription', id);
  if (subscription.status !== 'active' || subscription.cancel_at_period_end)
    throw invalidRequest(`${id} does not renew: it has a status of ${subscription.status}.`);
  const billed = outcome === 'fails' ? declined(world, subscription) : subscription;
  const invoice = billNextPeriod(world, billed);
  finalizeDraft(world, invoice.id);
  return find(world, 'invoice', invoice.id);
}

function declined(world: World, subscription: Stripe.Subscription): Stripe.Subscription {
  const card = attach(world, paymentMethodOf(world, DECLINED), idOf(subscription.customer));
  const fields = { default_payment_method: card.id };
  return change(world, 'subscription', subscription, fields, 'customer.subscription.updated');
}
