import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { it } from '@jest/globals';
import Stripe from 'stripe';
import { startStripe } from '../server.js';
import { temporaryDirectory } from '../testing/temporary-directory.js';

const key = process.env.STRIPE_SECRET_KEY;

/** Whether the contract is held against Stripe itself, with a key for tests. */
export const isStripe = key?.startsWith('sk_test_') ?? false;

/** A test of what only the stand-in can do: move the clock, fail on demand, or act as a person. Counted as skipped elsewhere. */
export const itHere: typeof it.skip = isStripe ? it.skip : it;

export type Connection = Awaited<ReturnType<typeof connect>>;

async function startStandIn() {
  const directory = await temporaryDirectory();
  const { url, port, stop } = await startStripe({
    file: join(directory.path, 'stripe.db'),
    port: 0,
  });
  const close = async () => {
    await stop();
    await directory.remove();
  };
  return { url, options: { host: '127.0.0.1', port, protocol: 'http' as const }, close };
}

/** Asks the control route of a stand-in. */
export const controlOf =
  (url: string) =>
  async <Answer>(method: string, path: string, body?: object): Promise<Answer> => {
    const response = await fetch(`${url}/_control${path}`, {
      method,
      headers: { 'content-type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    });
    const answer = (await response.json()) as Answer & { error?: { message: string } };
    if (!response.ok) throw new Error(`${response.status}: ${answer.error?.message}`);
    return answer;
  };

/** The client adds what it knows of the answer to its error. */
function withoutExtras(body: unknown): unknown {
  const { error } = body as { error?: Record<string, unknown> };
  if (!error) return body;
  const { headers: _headers, statusCode: _statusCode, requestId: _requestId, ...sent } = error;
  return { error: sent };
}

/**
 * The official client, of Stripe itself when STRIPE_SECRET_KEY holds a key for tests, else of a stand-in on a file of its own.
 * `answers` are the bodies of all that it was answered.
 */
export async function connect() {
  const server = isStripe
    ? { url: 'https://api.stripe.com', options: {}, close: async () => {} }
    : await startStandIn();
  const answers: unknown[] = [];
  const stripe = new Stripe(isStripe ? key! : 'sk_test_contract', {
    ...server.options,
    emitEventBodies: true,
  });
  stripe.on('response', ({ body }: { body?: unknown }) =>
    answers.push(withoutExtras(structuredClone(body))),
  );
  return { stripe, url: server.url, control: controlOf(server.url), answers, close: server.close };
}

/** An idempotency key, an address or a name that no other test uses. */
export const fresh = (what: string): string => `${what}-${randomUUID()}`;

/** A held payment of `amount` cents. */
export async function held(
  stripe: Stripe,
  amount = 33_000,
  more: Partial<Stripe.PaymentIntentCreateParams> = {},
  options: Stripe.RequestOptions = {},
) {
  return stripe.paymentIntents.create(
    {
      amount,
      currency: 'usd',
      capture_method: 'manual',
      allowed_payment_method_types: ['card'],
      payment_method: 'pm_card_visa',
      confirm: true,
      ...more,
    },
    options,
  );
}

/** A paid payment of `amount` cents, and its charge. */
export async function paid(
  stripe: Stripe,
  amount = 33_000,
  more: Partial<Stripe.PaymentIntentCreateParams> = {},
) {
  const intent = await held(stripe, amount, { capture_method: 'automatic', ...more });
  return { intent, charge: intent.latest_charge as string };
}

/** What a call was refused with. */
export async function refusalOf(call: Promise<unknown>): Promise<Stripe.errors.StripeError> {
  return call.then(
    () => {
      throw new Error('it was not refused');
    },
    (error: Stripe.errors.StripeError) => error,
  );
}
