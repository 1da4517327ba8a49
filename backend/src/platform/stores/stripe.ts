import { Inject, Injectable } from '@nestjs/common';
import Stripe from 'stripe';
import { CONFIG, type Config } from '../../config.js';

const TIMEOUT_MS = 20_000;
const TRIES = 5;

/** Stripe's client: of Stripe itself, or of the server that STRIPE_URL names. Workers call it, and the command line. */
@Injectable()
export class StripeClient {
  readonly api: Stripe | null;

  constructor(@Inject(CONFIG) { STRIPE_SECRET_KEY, STRIPE_URL }: Config) {
    this.api = STRIPE_SECRET_KEY
      ? new Stripe(STRIPE_SECRET_KEY, { timeout: TIMEOUT_MS, ...addressOf(STRIPE_URL) })
      : null;
  }

  /** @throws Error where Courtly has no key of Stripe's */
  get needed(): Stripe {
    if (!this.api) throw new Error('STRIPE_SECRET_KEY is not set: nothing can be paid');
    return this.api;
  }
}

/**
 * Does a call to Stripe once. Stripe keeps an answer of 500 under the call's key, though the call may have taken effect: then
 * what is there is read, and only what is not is asked for again, under the next key.
 */
export const callIdempotently = async <T>(
  key: string,
  act: (key: string) => Promise<T>,
  find: () => Promise<T | null>,
): Promise<T> => {
  for (let attempt = 1; ; attempt++)
    try {
      return await act(`${key}:${attempt}`);
    } catch (error) {
      const isStored =
        error instanceof Stripe.errors.StripeAPIError && (error.statusCode ?? 0) >= 500;
      if (!isStored || attempt === TRIES) throw error;
      const found = await find();
      if (found) return found;
    }
};

const addressOf = (
  address: string | undefined,
): Pick<Stripe.StripeConfig, 'host' | 'port' | 'protocol'> => {
  if (!address) return {};
  const { hostname, port, protocol } = new URL(address);
  const isPlain = protocol === 'http:';
  return {
    host: hostname,
    port: port || (isPlain ? 80 : 443),
    protocol: isPlain ? 'http' : 'https',
  };
};
