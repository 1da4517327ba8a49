import { group, ignored, integer, oneOf, required, text, type Values } from '../http/parameters.js';
import { invalidRequest } from '../http/refusal.js';
import type { World } from '../world.js';
import { fromDetails } from './payment-method.js';
import type Stripe from 'stripe';

const address = group({
  city: text,
  country: text,
  line1: text,
  line2: text,
  postal_code: text,
  state: text,
});

export const billingParameters = group({ name: text, email: text, phone: text, address });

export const cardShape = {
  type: required(oneOf('card')),
  card: required(
    group({
      number: required(text),
      exp_month: required(integer),
      exp_year: required(integer),
      cvc: text,
    }),
  ),
  billing_details: billingParameters,
  allow_redisplay: ignored,
  payment_user_agent: ignored,
  referrer: ignored,
};

/** A card as a browser sends it. */
export const cardParameters = group(cardShape);
export type CardParameters = Values<typeof cardShape>;

/** Makes a payment method of what a browser sends. A server may not send numbers, as on a new account of Stripe's. */
export function typedCard(
  world: World,
  { card, billing_details }: CardParameters,
): Stripe.PaymentMethod {
  if (!world.inBrowser)
    throw invalidRequest(
      'Sending credit card numbers directly to the Stripe API is generally unsafe. We suggest you use test tokens that map to the test card you are using, such as pm_card_visa.',
      {},
      402,
    );
  return fromDetails(world, card, billing_details);
}
