import Stripe from 'stripe';

const TRIES = 5;

/**
 * Does something at Stripe once. `act` is given an idempotency key, under which Stripe keeps even an answer of 500, though the
 * call may have taken effect: then `find` reads what is there, and only what is not is asked for again, under the next key.
 */
export const once = async <T>(
  key: string,
  act: (key: string) => Promise<T>,
  find: () => Promise<T | null>,
): Promise<T> => {
  for (let attempt = 1; ; attempt++)
    try {
      return await act(`${key}:${attempt}`);
    } catch (error) {
      const isStored = error instanceof Stripe.errors.StripeAPIError && (error.statusCode ?? 0) >= 500;
      if (!isStored || attempt === TRIES) throw error;
      const found = await find();
      if (found) return found;
    }
};
