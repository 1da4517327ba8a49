import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type Stripe from 'stripe';
import type { LoggedRequest } from './control/request-log.js';
import {
  connect,
  uniqueName,
  createAuthorizedPayment,
  captureStripeError,
  type Connection,
} from './contract/server-under-test.js';

let connection: Connection;
let stripe: Stripe;
beforeAll(async () => {
  connection = await connect();
  stripe = connection.stripe;
});
afterAll(() => connection.close());
beforeEach(async () => {
  await connection.control('DELETE', '/faults');
  await connection.control('DELETE', '/requests');
});

const CAPTURE = 'POST /v1/payment_intents/:id/capture';
const CREATE = 'POST /v1/customers';
const addFault = (fault: object) => connection.control('POST', '/faults', fault);
const requests = async () =>
  (await connection.control<{ data: LoggedRequest[] }>('GET', '/requests')).data;
const calls = async (path: string) => (await requests()).filter((request) => request.path === path);

describe('a fault', () => {
  it('returns 500 before the call: the same key repeats it, and another key succeeds', async () => {
    const { id } = await createAuthorizedPayment(stripe);
    await addFault({ call: CAPTURE, when: 'before', status: 500 });
    const options = { idempotencyKey: uniqueName('key') };
    const first = await captureStripeError(stripe.paymentIntents.capture(id, {}, options));
    expect(first).toMatchObject({ type: 'StripeAPIError', statusCode: 500 });
    expect(first.headers?.['stripe-should-retry']).toBe('false');
    const repeatedError = await captureStripeError(stripe.paymentIntents.capture(id, {}, options));
    expect(repeatedError).toMatchObject({ statusCode: 500 });
    expect(repeatedError.headers?.['idempotent-replayed']).toBe('true');
    expect(await stripe.paymentIntents.retrieve(id)).toMatchObject({ status: 'requires_capture' });
    expect(await stripe.paymentIntents.capture(id)).toMatchObject({ status: 'succeeded' });
  });

  it('returns 500 after the call took effect, and the same key repeats it', async () => {
    const { id } = await createAuthorizedPayment(stripe);
    await addFault({ call: CAPTURE, when: 'after', status: 500 });
    const options = { idempotencyKey: uniqueName('key') };
    expect(await captureStripeError(stripe.paymentIntents.capture(id, {}, options))).toMatchObject({
      statusCode: 500,
    });
    expect(await captureStripeError(stripe.paymentIntents.capture(id, {}, options))).toMatchObject({
      statusCode: 500,
    });
    expect(await stripe.paymentIntents.retrieve(id)).toMatchObject({ status: 'succeeded' });
    expect(await calls(`/v1/payment_intents/${id}/capture`)).toHaveLength(2);
  });

  it('lets the client retry if retries are allowed', async () => {
    await addFault({ call: CREATE, when: 'before', status: 429 });
    await addFault({ call: CREATE, when: 'before', status: 409, should_retry: true });
    const refusal = await captureStripeError(stripe.customers.create());
    expect(refusal).toMatchObject({ type: 'StripeRateLimitError', statusCode: 429 });
    await stripe.customers.create();
    expect((await calls('/v1/customers')).map(({ status }) => status)).toEqual([429, 409, 200]);
  });

  it('cuts the connection before the call, and the retry takes effect once', async () => {
    const { id } = await createAuthorizedPayment(stripe);
    await addFault({ call: CAPTURE, when: 'before', cut: true });
    expect(await stripe.paymentIntents.capture(id)).toMatchObject({ status: 'succeeded' });
    expect((await calls(`/v1/payment_intents/${id}/capture`)).map(({ status }) => status)).toEqual([
      null,
      200,
    ]);
  });

  it('cuts the connection after the call, and the retry gets its response', async () => {
    const { id } = await createAuthorizedPayment(stripe);
    await addFault({ call: CAPTURE, when: 'after', cut: true });
    expect(await stripe.paymentIntents.capture(id)).toMatchObject({ status: 'succeeded' });
    const loggedCalls = await calls(`/v1/payment_intents/${id}/capture`);
    expect(loggedCalls.map(({ status, replayed }) => ({ status, replayed }))).toEqual([
      { status: null, replayed: false },
      { status: 200, replayed: true },
    ]);
    expect(loggedCalls[0]!.idempotency_key).toBe(loggedCalls[1]!.idempotency_key);
  });

  it('delays a call while its key is in use, and keeps its response', async () => {
    await addFault({ call: CREATE, when: 'after', slow_ms: 2_000 });
    const options = { idempotencyKey: uniqueName('key'), maxNetworkRetries: 0 };
    const slow = stripe.customers.create({ name: 'Ada' }, options);
    const isLogged = async () => (await calls('/v1/customers')).length > 0;
    while (!(await isLogged()));
    expect(
      await captureStripeError(stripe.customers.create({ name: 'Ada' }, options)),
    ).toMatchObject({
      statusCode: 409,
      code: 'idempotency_key_in_use',
    });
    const { id } = await slow;
    expect((await stripe.customers.create({ name: 'Ada' }, options)).id).toBe(id);
  });

  it('affects a fraction of calls, the same ones for the same seed', async () => {
    const outcomes = async (seed: number) => {
      await connection.control('DELETE', '/faults');
      await addFault({ call: CREATE, when: 'before', status: 503, fraction: 0.5, seed });
      const results: boolean[] = [];
      for (let count = 0; count < 12; count += 1)
        results.push(
          await stripe.customers.create().then(
            () => true,
            () => false,
          ),
        );
      return results;
    };
    const first = await outcomes(3);
    expect(new Set(first).size).toBe(2);
    expect(await outcomes(3)).toEqual(first);
    expect(await outcomes(4)).not.toEqual(first);
  });

  it.each([
    [
      'an unknown call',
      { call: 'POST /v1/nothing', when: 'before', status: 500 },
      /not a call of the stand-in/,
    ],
    ['two kinds of fault', { call: '*', when: 'before', status: 500, cut: true }, /exactly one of/],
    [
      'an unknown field',
      { call: '*', when: 'before', cut: true, often: true },
      /unknown field 'often'/,
    ],
    [
      '409 after the call took effect',
      { call: '*', when: 'after', status: 409 },
      /'status' must be/,
    ],
  ])('refuses %s', async (_title, fault, message) => {
    await expect(addFault(fault)).rejects.toThrow(message);
  });
});

describe('the control route', () => {
  it('refuses pages of other sites, which cannot send its content type', async () => {
    const { status } = await fetch(`${connection.url}/_control/clock`, {
      method: 'POST',
      body: '{"advance":1}',
    });
    expect(status).toBe(415);
  });

  it('reports an unknown route', async () => {
    await expect(connection.control('POST', '/weather', {})).rejects.toThrow(
      /404: POST .* does not exist/,
    );
  });
});
