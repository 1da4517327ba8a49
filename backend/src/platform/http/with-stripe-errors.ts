import Stripe from 'stripe';
import { DomainError } from '../kernel/domain-error.js';

/**
 * Wraps a call for which a browser is waiting.
 * @throws DomainError store_unavailable if Stripe fails or refuses
 */
export const withStripeErrors = async <T>(stripeCall: Promise<T>): Promise<T> => {
  try {
    return await stripeCall;
  } catch (error) {
    if (!(error instanceof Stripe.errors.StripeError)) throw error;
    const message = "We can't reach our payment provider. Please try again in a moment.";
    throw new DomainError('store_unavailable', message, undefined, { cause: error });
  }
};
