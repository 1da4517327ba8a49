import type Stripe from 'stripe';
import { invalidRequest, Refusal } from '../http/refusal.js';
import { attempt } from '../payments/attempt.js';
import { confirmRefusal } from '../payments/intent.js';
import { change, find, idOf, type World } from '../world.js';
import { draftInvoice, finalize, intentOf } from './invoice.js';
import { subscriptionOf } from './settlement.js';
import { end } from './subscription-end.js';
import { nextItems, periodEndOf } from './subscription.js';

/** A renewal's invoice stays a draft for an hour. */
const DRAFT_SECONDS = 60 * 60;
/** A subscription whose first invoice stays unpaid ends after 23 hours. */
export const INCOMPLETE_SECONDS = 23 * 60 * 60;

/** The card that pays an invoice by itself: the subscription's, else the customer's. */
function defaultMethod(world: World, invoice: Stripe.Invoice): string | null {
  const own = idOf(subscriptionOf(world, invoice)?.default_payment_method);
  const customer = world.objects.get('customer', idOf(invoice.customer) ?? '');
  return own ?? idOf(customer?.invoice_settings.default_payment_method);
}

/**
 * Pays an open invoice. Throws the refusal of the bank with 402, which takes effect, and 400 when there is no card.
 */
export function pay(
  world: World,
  invoice: Stripe.Invoice,
  {
    method = defaultMethod(world, invoice),
    offSession = true,
  }: { method?: string | null; offSession?: boolean } = {},
): Stripe.Invoice {
  if (!method)
    throw invalidRequest(
      'This customer has no attached payment source or default payment method.',
      {
        code: 'resource_missing',
      },
    );
  const intent = intentOf(world, invoice.id)!;
  const refusal = confirmRefusal(intent);
  if (refusal) throw refusal;
  const after = attempt(world, intent, find(world, 'payment_method', method, 'payment_method'), {
    offSession,
  });
  if (after.status === 'requires_action')
    throw new Refusal(
      402,
      {
        type: 'card_error',
        code: 'invoice_payment_intent_requires_action',
        message:
          'This payment requires additional user action before it can be completed successfully.',
        payment_intent: after,
      },
      true,
    );
  return find(world, 'invoice', invoice.id);
}

/** Pays if a card is there; what the bank refuses stands in the invoice and its events. */
export function tryToPay(world: World, invoice: Stripe.Invoice): void {
  if (!defaultMethod(world, invoice)) return;
  try {
    pay(world, invoice);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
  }
}

/** A period is over: the subscription ends, or an invoice for the next one is drafted. */
export function renew(world: World, id: string): void {
  const subscription = world.objects.get('subscription', id);
  if (!subscription || subscription.ended_at || periodEndOf(subscription) > world.now) return;
  if (subscription.cancel_at_period_end) end(world, subscription, 'canceled');
  else billNextPeriod(world, subscription);
}

/** Moves a subscription on to its next period; the invoice for it is a draft for an hour. */
export function billNextPeriod(world: World, subscription: Stripe.Subscription): Stripe.Invoice {
  const { id } = subscription;
  const renewed = { ...subscription, items: nextItems(subscription) };
  const invoice = draftInvoice(
    world,
    renewed,
    find(world, 'customer', idOf(subscription.customer)),
    'subscription_cycle',
  );
  const automatically_finalizes_at = world.now + DRAFT_SECONDS;
  change(world, 'invoice', invoice, { automatically_finalizes_at });
  const fields = { items: renewed.items, latest_invoice: invoice.id };
  change(world, 'subscription', subscription, fields, 'customer.subscription.updated');
  world.timers.set(automatically_finalizes_at, 'draft', invoice.id);
  world.timers.set(periodEndOf(renewed), 'renewal', id);
  return invoice;
}

/** A draft has waited for its hour: it is opened and paid. Without a card the payment fails. */
export function finalizeDraft(world: World, id: string): void {
  const draft = world.objects.get('invoice', id);
  if (draft?.status !== 'draft' || !draft.auto_advance) return;
  const invoice = finalize(world, draft);
  if (defaultMethod(world, invoice)) return tryToPay(world, invoice);
  const failed = change(world, 'invoice', invoice, { attempted: true, attempt_count: 1 });
  world.emit('invoice.payment_failed', failed);
  const subscription = subscriptionOf(world, invoice);
  if (subscription?.status === 'active')
    change(
      world,
      'subscription',
      subscription,
      { status: 'past_due' },
      'customer.subscription.updated',
    );
}

/** A failed renewal is tried again, unless somebody has paid it or it no longer matters. */
export function payAgain(world: World, id: string): void {
  const invoice = world.objects.get('invoice', id);
  if (invoice?.status === 'open' && invoice.next_payment_attempt !== null) tryToPay(world, invoice);
}

/** The first payment did not come in time. */
export function expireIncomplete(world: World, id: string): void {
  const subscription = world.objects.get('subscription', id);
  if (subscription?.status === 'incomplete') end(world, subscription, 'incomplete_expired');
}
