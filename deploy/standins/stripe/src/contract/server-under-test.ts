import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { it } from '@jest/globals';
import Stripe from 'stripe';
import { startStripe } from '../server.js';
import { temporaryDirectory } from '../testing/temporary-directory.js';

const configuredKey = process.env.STRIPE_SECRET_KEY;

/** Whether the contract suite runs against Stripe itself, using a test key. */
export const isRealStripe = configuredKey?.startsWith('sk_test_') ?? false;

/**
 * A test that needs the stand-in: it moves the clock, injects faults, or acts as a person. Skipped
 * against Stripe.
 */
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

/** Returns a function that calls the stand-in's control routes. */
export const createControl =
  (serverUrl: string) =>
  async <ResponseBody>(
    httpMethod: string,
    controlPath: string,
    requestBody?: object,
  ): Promise<ResponseBody> => {
    const httpResponse = await fetch(`${serverUrl}/_control${controlPath}`, {
      method: httpMethod,
      headers: { 'content-type': 'application/json' },
      ...(requestBody && { body: JSON.stringify(requestBody) }),
    });
    const responseBody = (await httpResponse.json()) as ResponseBody & {
      error?: { message: string };
    };
    if (!httpResponse.ok) throw new Error(`${httpResponse.status}: ${responseBody.error?.message}`);
    return responseBody;
  };

/** Removes fields the client adds to errors. */
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
 * Connects the official client to Stripe if STRIPE_SECRET_KEY is a test key, otherwise to a
 * stand-in with a temporary data file. `responses` collects all response bodies.
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
    responses: responseBodies,
    close: testServer.close,
  };
}

/** Creates an Express account that can receive transfers. Only on the stand-in. */
export async function onboardAccount({ stripe, control }: Connection): Promise<string> {
  const { id } = await stripe.accounts.create({
    controller: {
      stripe_dashboard: { type: 'express' },
      fees: { payer: 'application' },
      losses: { payments: 'application' },
    },
    capabilities: { transfers: { requested: true } },
  });
  await control('POST', `/accounts/${id}/transfers`, { status: 'active' });
  return id;
}

const POLL_MS = 1_000;
const MAX_POLLS = 60;

/**
 * Reads until the result satisfies a condition, because Stripe's test cards take effect some
 * seconds later. The stand-in moves its clock instead.
 */
export async function eventually<Result>(
  { control }: Connection,
  read: () => Promise<Result>,
  isDone: (result: Result) => boolean,
): Promise<Result> {
  for (let pollCount = 0; pollCount < MAX_POLLS; pollCount += 1) {
    const result = await read();
    if (isDone(result)) return result;
    if (isRealStripe) await delay(POLL_MS);
    else await control('POST', '/clock', { advance: 1 });
  }
  throw new Error(`The result did not change within ${MAX_POLLS} seconds`);
}

/** A unique idempotency key, email address, or name. */
export const uniqueName = (namePrefix: string): string => `${namePrefix}-${randomUUID()}`;

/** Creates an authorized payment of `amountCents` that is not captured. */
export async function createAuthorizedPayment(
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

/** Creates a captured payment of `amountCents` and returns its charge. */
export async function createPaidPayment(
  stripeClient: Stripe,
  amountCents = 33_000,
  extraParameters: Partial<Stripe.PaymentIntentCreateParams> = {},
) {
  const paymentIntent = await createAuthorizedPayment(stripeClient, amountCents, {
    capture_method: 'automatic',
    ...extraParameters,
  });
  return { intent: paymentIntent, charge: paymentIntent.latest_charge as string };
}

/** The error that a call rejects with. */
export async function captureStripeError(
  stripeCall: Promise<unknown>,
): Promise<Stripe.errors.StripeError> {
  return stripeCall.then(
    () => {
      throw new Error('The call succeeded unexpectedly');
    },
    (stripeError: Stripe.errors.StripeError) => stripeError,
  );
}
