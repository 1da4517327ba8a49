import type Stripe from 'stripe';
import { invalidRequest, missing } from '../http/refusal.js';
import { authenticate } from '../payments/attempt.js';
import { authenticateSetup } from '../payments/setup-intent.js';
import type { World } from '../world.js';

/** Passes 3-D Secure of an intent of either kind, or fails it. Refuses one that does not wait for it. */
export function pass(
  world: World,
  id: string,
  passed: boolean,
): Stripe.PaymentIntent | Stripe.SetupIntent {
  const payment = world.objects.get('payment_intent', id);
  const setup = payment ? undefined : world.objects.get('setup_intent', id);
  const intent = payment ?? setup;
  if (!intent) throw missing('intent', id);
  if (intent.status !== 'requires_action')
    throw invalidRequest(
      `${id} does not wait for 3-D Secure: it has a status of ${intent.status}.`,
    );
  return payment ? authenticate(world, payment, passed) : authenticateSetup(world, setup!, passed);
}
