import {
  groupField,
  ignoredField,
  integerField,
  oneOfField,
  requiredField,
  textField,
  type ShapeValues,
} from '../http/parameters.js';
import { invalidRequest } from '../http/api-error.js';
import type { StripeState } from '../state.js';
import { createFromDetails } from './payment-method.js';
import type Stripe from 'stripe';

const addressShape = groupField({
  city: textField,
  country: textField,
  line1: textField,
  line2: textField,
  postal_code: textField,
  state: textField,
});

export const billingParameters = groupField({
  name: textField,
  email: textField,
  phone: textField,
  address: addressShape,
});

export const cardShape = {
  type: requiredField(oneOfField('card')),
  card: requiredField(
    groupField({
      number: requiredField(textField),
      exp_month: requiredField(integerField),
      exp_year: requiredField(integerField),
      cvc: textField,
    }),
  ),
  billing_details: billingParameters,
  allow_redisplay: oneOfField('always', 'limited', 'unspecified'),
  payment_user_agent: ignoredField,
  referrer: ignoredField,
};

/** A card in the form browsers send. */
export const cardParameters = groupField(cardShape);
export type CardParameters = ShapeValues<typeof cardShape>;

/**
 * Creates a payment method from card details sent by a browser. Servers cannot send card numbers,
 * as on a new Stripe account.
 */
export function typedCard(
  state: StripeState,
  { card, billing_details, allow_redisplay }: CardParameters,
): Stripe.PaymentMethod {
  if (!state.inBrowser)
    throw invalidRequest(
      'Sending credit card numbers directly to the Stripe API is generally unsafe. We suggest you use test tokens that map to the test card you are using, such as pm_card_visa.',
      {},
      402,
    );
  return createFromDetails(state, card, billing_details, allow_redisplay);
}
