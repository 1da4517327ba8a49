import type { PaymentConfig } from '@courtly/contracts/payments';
import type { Stripe } from '@stripe/stripe-js';
import { loadStripe } from '@stripe/stripe-js/pure';

/**
 * Stripe.js, which must come from Stripe; where a server stands in for that, an object of the same shape, and no script from elsewhere.
 * @throws Error where the script is blocked
 */
export const getStripe = async ({
  publishableKey,
  standInUrl,
}: NonNullable<PaymentConfig['stripe']>): Promise<Stripe> => {
  if (standInUrl)
    return (await import('./stripe-standin/stripe')).createStripe(standInUrl, publishableKey);
  const stripe = await loadStripe(publishableKey);
  if (!stripe) throw new Error('Stripe.js runs in browsers only');
  return stripe;
};
