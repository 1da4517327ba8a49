import type Stripe from 'stripe';
import { cancelRefusal, canceled } from '../payments/intent.js';
import { change, idOf, type World } from '../world.js';
import { intentOf } from './invoice.js';

/** An open invoice is owed no more, and its payment cannot be made. */
export function voidInvoice(world: World, invoice: Stripe.Invoice): Stripe.Invoice {
  const intent = intentOf(world, invoice.id);
  if (intent && !cancelRefusal(intent))
    change(
      world,
      'payment_intent',
      intent,
      canceled('void_invoice', world.now),
      'payment_intent.canceled',
    );
  const status_transitions = { ...invoice.status_transitions, voided_at: world.now };
  const fields = {
    status: 'void',
    auto_advance: false,
    next_payment_attempt: null,
    status_transitions,
  } as const;
  return change(world, 'invoice', invoice, fields, 'invoice.voided');
}

/** Ends a subscription now. The first invoice of one that never began is void. */
export function end(
  world: World,
  subscription: Stripe.Subscription,
  status: 'canceled' | 'incomplete_expired',
): Stripe.Subscription {
  const invoice = world.objects.get('invoice', idOf(subscription.latest_invoice) ?? '');
  if (invoice?.status === 'open' && subscription.status === 'incomplete')
    voidInvoice(world, invoice);
  else if (invoice && (invoice.status === 'open' || invoice.status === 'draft'))
    change(world, 'invoice', invoice, { auto_advance: false, next_payment_attempt: null });
  const reason = subscription.cancellation_details?.reason ?? 'cancellation_requested';
  const isCanceled = status === 'canceled';
  const fields = {
    status,
    ended_at: world.now,
    canceled_at: subscription.canceled_at ?? world.now,
    ...(isCanceled && {
      cancellation_details: { comment: null, feedback: null, feedback_option: null, reason },
    }),
  } satisfies Partial<Stripe.Subscription>;
  const event = isCanceled ? 'customer.subscription.deleted' : 'customer.subscription.updated';
  return change(world, 'subscription', subscription, fields, event);
}
