import { Inject, Injectable } from '@nestjs/common';
import Stripe from 'stripe';
import { CONFIG, type Config } from '../../config.js';

const TIMEOUT_MS = 20_000;
const MAX_TRIES = 5;

/** The client of Stripe, or of the server in STRIPE_URL. Only workers and the CLI call it. */
@Injectable()
export class StripeClient {
  readonly client: Stripe | null;

  constructor(@Inject(CONFIG) { STRIPE_SECRET_KEY, STRIPE_URL }: Config) {
    this.client = STRIPE_SECRET_KEY
      ? new Stripe(STRIPE_SECRET_KEY, { timeout: TIMEOUT_MS, ...addressOf(STRIPE_URL) })
      : null;
  }

  /** @throws Error if no Stripe key is configured */
  get required(): Stripe {
    if (!this.client) throw new Error('STRIPE_SECRET_KEY is not set, so payments are unavailable');
    return this.client;
  }
}

/**
 * Stripe refused a call, and repeating it unchanged would not help. `code` is Stripe's error code.
 */
export class StripeRefusal extends Error {
  constructor(
    readonly code: string,
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}

/** Another call with the same key is still running. */
const HTTP_CONFLICT = 409;

/**
 * @throws StripeRefusal if Stripe refuses the call, or has seen its key with other parameters;
 *   other errors, which can be retried
 */
export const withRefusals = async <T>(stripeCall: Promise<T>): Promise<T> => {
  try {
    return await stripeCall;
  } catch (error) {
    const { StripeCardError, StripeIdempotencyError, StripeInvalidRequestError } = Stripe.errors;
    const isRefusal =
      error instanceof StripeInvalidRequestError ||
      error instanceof Stripe.errors.StripePermissionError ||
      error instanceof StripeCardError ||
      error instanceof StripeIdempotencyError;
    if (!isRefusal || error.statusCode === HTTP_CONFLICT) throw error;
    const code = error instanceof StripeIdempotencyError ? 'idempotency_error' : error.code;
    throw new StripeRefusal(code ?? error.param ?? 'refused', error.message, { cause: error });
  }
};

/**
 * Makes a call take effect once. Stripe repeats a stored 500 for a key, although the call may have
 * succeeded, so this looks for the result and, if there is none, calls with a new key.
 */
export const callIdempotently = async <T>(
  callKey: string,
  makeCall: (attemptKey: string) => Promise<T>,
  findResult: () => Promise<T | null>,
): Promise<T> => {
  for (let attempt = 1; ; attempt++)
    try {
      return await makeCall(`${callKey}:${attempt}`);
    } catch (error) {
      const isStoredError =
        error instanceof Stripe.errors.StripeAPIError && (error.statusCode ?? 0) >= 500;
      if (!isStoredError) throw error;
      // Earlier runs have used up the first keys: each run after them tries one more.
      const isReplayed = error.headers?.['idempotent-replayed'] === 'true';
      if (attempt >= MAX_TRIES && !isReplayed) throw error;
      const existingResult = await findResult();
      if (existingResult) return existingResult;
    }
};

const addressOf = (
  url: string | undefined,
): Pick<Stripe.StripeConfig, 'host' | 'port' | 'protocol'> => {
  if (!url) return {};
  const { hostname, port, protocol } = new URL(url);
  const isPlainHttp = protocol === 'http:';
  return {
    host: hostname,
    port: port || (isPlainHttp ? 80 : 443),
    protocol: isPlainHttp ? 'http' : 'https',
  };
};
