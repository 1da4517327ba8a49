import Stripe from 'stripe';
import { DomainError } from '../../platform/kernel/domain-error.js';

/** Answers a call that a browser waits for. @throws DomainError store_unavailable, where Stripe does not do it */
export const answered = async <T>(call: Promise<T>): Promise<T> => {
  try {
    return await call;
  } catch (error) {
    if (!(error instanceof Stripe.errors.StripeError)) throw error;
    const message = 'We cannot reach our payments provider. Please try again in a moment.';
    throw new DomainError('store_unavailable', message, undefined, { cause: error });
  }
};
