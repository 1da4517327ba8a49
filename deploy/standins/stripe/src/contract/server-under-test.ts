import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { it } from '@jest/globals';
import Stripe from 'stripe';
import { startStripe } from '../server.js';
import { temporaryDirectory } from '../testing/temporary-directory.js';

const configuredKey = process.env.STRIPE_SECRET_KEY;

/** Whether the contract is held against Stripe itself, with a key for tests. */
export const isRealStripe = configuredKey?.startsWith('sk_test_') ?? false;

/** A test of what only the stand-in can do: move the clock, fail on demand, or act as a person. Counted as skipped elsewhere. */
export const itOnStandIn: typeof it.skip = isRealStripe ? it.skip : it;

export type Connection = Awaited<ReturnType<typeof connect>>;

async function startStandIn() {
  const dataDirectory = await temporaryDirectory();
  const { url, port, stop } = await startStripe({
    file: join(dataDirectory.path, 'stripe.db'),
    port: 0,
  });
  const close = async () => {
    await stop();
    await dataDirectory.remove();
  };
  return { url, options: { host: '127.0.0.1', port, protocol: 'http' as const }, close };
}

/** Asks the control route of a stand-in. */
export const createControl =
  (serverUrl: string) =>
  async <Answer>(
    httpMethod: string,
    controlPath: string,
    requestBody?: object,
  ): Promise<Answer> => {
    const httpResponse = await fetch(`${serverUrl}/_control${controlPath}`, {
      method: httpMethod,
      headers: { 'content-type': 'application/json' },
      ...(requestBody && { body: JSON.stringify(requestBody) }),
    });
    const responseBody = (await httpResponse.json()) as Answer & { error?: { message: string } };
    if (!httpResponse.ok) throw new Error(`${httpResponse.status}: ${responseBody.error?.message}`);
    return responseBody;
  };

/** The client adds what it knows of the answer to its error. */
function withoutExtras(responseBody: unknown): unknown {
  const { error } = responseBody as { error?: Record<string, unknown> };
  if (!error) return responseBody;
  const {
    headers: _headers,
    statusCode: _statusCode,
    requestId: _requestId,
    ...errorFields
  } = error;
  return { error: errorFields };
}

/**
 * The official client, of Stripe itself when STRIPE_SECRET_KEY holds a key for tests, else of a stand-in on a file of its own.
 * `answers` are the bodies of all that it was answered.
 */
export async function connect() {
  const testServer = isRealStripe
    ? { url: 'https://api.stripe.com', options: {}, close: async () => {} }
    : await startStandIn();
  const responseBodies: unknown[] = [];
  const stripeClient = new Stripe(isRealStripe ? configuredKey! : 'sk_test_contract', {
    ...testServer.options,
    emitEventBodies: true,
  });
  stripeClient.on('response', ({ body }: { body?: unknown }) =>
    responseBodies.push(withoutExtras(structuredClone(body))),
  );
  return {
    stripe: stripeClient,
    url: testServer.url,
    control: createControl(testServer.url),
    answers: responseBodies,
    close: testServer.close,
  };
}

/** An idempotency key, an address or a name that no other test uses. */
export const uniqueName = (namePrefix: string): string => `${namePrefix}-${randomUUID()}`;

/** A held payment of `amount` cents. */
export async function createHeldPayment(
  stripeClient: Stripe,
  amountCents = 33_000,
  extraParameters: Partial<Stripe.PaymentIntentCreateParams> = {},
  requestOptions: Stripe.RequestOptions = {},
) {
  return stripeClient.paymentIntents.create(
    {
      amount: amountCents,
      currency: 'usd',
      capture_method: 'manual',
      allowed_payment_method_types: ['card'],
      payment_method: 'pm_card_visa',
      confirm: true,
      ...extraParameters,
    },
    requestOptions,
  );
}

/** A paid payment of `amount` cents, and its charge. */
export async function createPaidPayment(
  stripeClient: Stripe,
  amountCents = 33_000,
  extraParameters: Partial<Stripe.PaymentIntentCreateParams> = {},
) {
  const paymentIntent = await createHeldPayment(stripeClient, amountCents, {
    capture_method: 'automatic',
    ...extraParameters,
  });
  return { intent: paymentIntent, charge: paymentIntent.latest_charge as string };
}

/** What a call was refused with. */
export async function captureStripeError(
  stripeCall: Promise<unknown>,
): Promise<Stripe.errors.StripeError> {
  return stripeCall.then(
    () => {
      throw new Error('it was not refused');
    },
    (stripeError: Stripe.errors.StripeError) => stripeError,
  );
}
