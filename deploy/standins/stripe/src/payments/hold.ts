import type Stripe from 'stripe';
import { change, find, idOf, type World } from '../world.js';
import { take } from './attempt.js';
import { canceled, captured } from './intent.js';

type Intent = Stripe.PaymentIntent;

/** Takes `amount` cents of a held payment and releases the rest. */
export function capture(world: World, intent: Intent, amount: number): Intent {
  const charge = take(world, find(world, 'charge', idOf(intent.latest_charge)!), amount);
  world.emit('charge.captured', charge);
  return change(world, 'payment_intent', intent, captured(amount), 'payment_intent.succeeded');
}

/** Ends an unpaid intent; a hold is released. Since 2025-03-31 that makes no refund. */
export function cancel(
  world: World,
  intent: Intent,
  reason: Intent['cancellation_reason'],
): Intent {
  return change(
    world,
    'payment_intent',
    intent,
    canceled(reason, world.now),
    'payment_intent.canceled',
  );
}

/** A hold that nobody captured in time is released. */
export function expireHold(world: World, id: string): void {
  const intent = world.objects.get('payment_intent', id);
  if (intent?.status !== 'requires_capture') return;
  const charge = find(world, 'charge', idOf(intent.latest_charge)!);
  world.emit('charge.expired', charge);
  cancel(world, intent, 'expired');
}
