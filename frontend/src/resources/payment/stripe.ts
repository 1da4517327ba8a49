import type { PaymentConfig } from '@courtly/contracts/payments';
import type { Stripe } from '@stripe/stripe-js';
import { loadStripe } from '@stripe/stripe-js/pure';

/**
 * Loads Stripe.js from Stripe, as Stripe requires, or the local stand-in if the server names one.
 * @throws Error if the script is blocked
 */
export const getStripe = async ({
  publishableKey,
  standInUrl,
}: NonNullable<PaymentConfig['stripe']>): Promise<Stripe> => {
  if (standInUrl)
    return (await import('../../../../deploy/standins/stripe/website/stripe')).createStripe(
      standInUrl,
      publishableKey,
    );
  const stripeClient = await loadStripe(publishableKey);
  if (!stripeClient) throw new Error('Stripe.js runs in browsers only');
  return stripeClient;
};
