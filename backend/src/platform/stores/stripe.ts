import { Inject, Injectable } from '@nestjs/common';
import Stripe from 'stripe';
import { CONFIG, type Config } from '../../config.js';

const TIMEOUT_MS = 20_000;
const TRIES = 5;

/** The client of Stripe, or of the server in STRIPE_URL. Only workers and the CLI call it. */
@Injectable()
export class StripeClient {
  readonly api: Stripe | null;

  constructor(@Inject(CONFIG) { STRIPE_SECRET_KEY, STRIPE_URL }: Config) {
    this.api = STRIPE_SECRET_KEY
      ? new Stripe(STRIPE_SECRET_KEY, { timeout: TIMEOUT_MS, ...addressOf(STRIPE_URL) })
      : null;
  }

  /** @throws Error if no Stripe key is configured */
  get needed(): Stripe {
    if (!this.api) throw new Error('STRIPE_SECRET_KEY is not set, so payments are unavailable');
    return this.api;
  }
}

/**
 * Calls Stripe once. Stripe repeats a stored 500 response for an idempotency key although the call
 * may have succeeded. In that case, this looks up the result and calls again under a new key only
 * if there is none.
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
