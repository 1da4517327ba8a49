import type Stripe from 'stripe';
import { change, find, idOf, type World } from '../world.js';

const DAY = 24 * 60 * 60;

/** A renewal that fails is tried again after three, five and seven days more. */
const RETRY_SECONDS = [3 * DAY, 5 * DAY, 7 * DAY];

function invoiceOf(world: World, intent: Stripe.PaymentIntent) {
  const [payment] = world.objects.all('invoice_payment', { 'payment.payment_intent': intent.id });
  return payment && { payment, invoice: find(world, 'invoice', idOf(payment.invoice)) };
}

/** The subscription that an invoice is for. */
export const subscriptionOf = (
  world: World,
  invoice: Stripe.Invoice,
): Stripe.Subscription | undefined => {
  const id = invoice.parent?.subscription_details?.subscription;
  return id ? world.objects.get('subscription', idOf(id)) : undefined;
};

/** An intent has been paid: so is its invoice, if it has one, and the subscription is active. `method` paid it. */
export function invoicePaid(world: World, intent: Stripe.PaymentIntent, method: string): void {
  const found = invoiceOf(world, intent);
  if (!found) return;
  const { payment, invoice } = found;
  const paid_at = world.now;
  const paid = world.objects.put('invoice_payment', {
    ...payment,
    amount_paid: intent.amount,
    status: 'paid',
    status_transitions: { ...payment.status_transitions, paid_at },
  });
  const settled = change(world, 'invoice', invoice, {
    status: 'paid',
    amount_paid: invoice.total,
    amount_remaining: 0,
    attempted: true,
    attempt_count: invoice.attempt_count + 1,
    auto_advance: false,
    next_payment_attempt: null,
    status_transitions: { ...invoice.status_transitions, paid_at },
  });
  world.emit('invoice.paid', settled);
  world.emit('invoice.payment_succeeded', settled);
  world.emit('invoice_payment.paid', paid);
  const subscription = subscriptionOf(world, invoice);
  if (!subscription || subscription.ended_at) return;
  const keeps = subscription.payment_settings?.save_default_payment_method === 'on_subscription';
  const fields = { status: 'active' as const, ...(keeps && { default_payment_method: method }) };
  change(world, 'subscription', subscription, fields, 'customer.subscription.updated');
}

/** An intent was declined: its invoice stays open, and a subscription that was paid before is past due. */
export function invoiceFailed(world: World, intent: Stripe.PaymentIntent): void {
  const found = invoiceOf(world, intent);
  if (!found) return;
  const { invoice } = found;
  const isRenewal = invoice.billing_reason === 'subscription_cycle';
  const wait = isRenewal ? RETRY_SECONDS[invoice.attempt_count] : undefined;
  const next_payment_attempt = wait ? world.now + wait : null;
  if (next_payment_attempt) world.timers.set(next_payment_attempt, 'dunning', invoice.id);
  const attempt_count = invoice.attempt_count + 1;
  const after = change(world, 'invoice', invoice, {
    attempted: true,
    attempt_count,
    next_payment_attempt,
  });
  world.emit('invoice.payment_failed', after);
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
