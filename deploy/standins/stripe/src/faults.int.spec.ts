import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type Stripe from 'stripe';
import type { LoggedRequest } from './control/request-log.js';
import {
  connect,
  uniqueName,
  createHeldPayment,
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
const meet = (fault: object) => connection.control('POST', '/faults', fault);
const requests = async () =>
  (await connection.control<{ data: LoggedRequest[] }>('GET', '/requests')).data;
const calls = async (path: string) => (await requests()).filter((request) => request.path === path);

describe('a fault', () => {
  it('before the call: 500, nothing done, the same key says so for ever, another one works', async () => {
    const { id } = await createHeldPayment(stripe);
    await meet({ call: CAPTURE, when: 'before', status: 500 });
    const options = { idempotencyKey: uniqueName('key') };
    const first = await captureStripeError(stripe.paymentIntents.capture(id, {}, options));
    expect(first).toMatchObject({ type: 'StripeAPIError', statusCode: 500 });
    expect(first.headers?.['stripe-should-retry']).toBe('false');
    const again = await captureStripeError(stripe.paymentIntents.capture(id, {}, options));
    expect(again).toMatchObject({ statusCode: 500 });
    expect(again.headers?.['idempotent-replayed']).toBe('true');
    expect(await stripe.paymentIntents.retrieve(id)).toMatchObject({ status: 'requires_capture' });
    expect(await stripe.paymentIntents.capture(id)).toMatchObject({ status: 'succeeded' });
  });

  it('after the call: 500 although it was done, and the same key hides that', async () => {
    const { id } = await createHeldPayment(stripe);
    await meet({ call: CAPTURE, when: 'after', status: 500 });
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

  it('that may be tried again is tried again by the client', async () => {
    await meet({ call: CREATE, when: 'before', status: 429 });
    await meet({ call: CREATE, when: 'before', status: 409, should_retry: true });
    const refusal = await captureStripeError(stripe.customers.create());
    expect(refusal).toMatchObject({ type: 'StripeRateLimitError', statusCode: 429 });
    await stripe.customers.create();
    expect((await calls('/v1/customers')).map(({ status }) => status)).toEqual([429, 409, 200]);
  });

  it('cuts the connection before: the client tries again and it is done once', async () => {
    const { id } = await createHeldPayment(stripe);
    await meet({ call: CAPTURE, when: 'before', cut: true });
    expect(await stripe.paymentIntents.capture(id)).toMatchObject({ status: 'succeeded' });
    expect((await calls(`/v1/payment_intents/${id}/capture`)).map(({ status }) => status)).toEqual([
      null,
      200,
    ]);
  });

  it('cuts the connection after: the client is answered what was done', async () => {
    const { id } = await createHeldPayment(stripe);
    await meet({ call: CAPTURE, when: 'after', cut: true });
    expect(await stripe.paymentIntents.capture(id)).toMatchObject({ status: 'succeeded' });
    const seen = await calls(`/v1/payment_intents/${id}/capture`);
    expect(seen.map(({ status, replayed }) => ({ status, replayed }))).toEqual([
      { status: null, replayed: false },
      { status: 200, replayed: true },
    ]);
    expect(seen[0]!.idempotency_key).toBe(seen[1]!.idempotency_key);
  });

  it('makes a call slow: the same key is in use meanwhile, and its answer is kept', async () => {
    await meet({ call: CREATE, when: 'after', slow_ms: 2_000 });
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

  it('meets a share of calls, the same ones with the same seed', async () => {
    const outcomes = async (seed: number) => {
      await connection.control('DELETE', '/faults');
      await meet({ call: CREATE, when: 'before', status: 503, fraction: 0.5, seed });
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
      'a call that is not there',
      { call: 'POST /v1/nothing', when: 'before', status: 500 },
      /no call of the stand-in/,
    ],
    ['two kinds at once', { call: '*', when: 'before', status: 500, cut: true }, /give one of/],
    [
      'a field that is not known',
      { call: '*', when: 'before', cut: true, often: true },
      /unknown field 'often'/,
    ],
    ['409 after it took effect', { call: '*', when: 'after', status: 409 }, /'status' is/],
  ])('is refused for %s', async (_what, fault, message) => {
    await expect(meet(fault)).rejects.toThrow(message);
  });
});

describe('the control route', () => {
  it('is closed to the pages of other sites, which cannot send its type of content', async () => {
    const { status } = await fetch(`${connection.url}/_control/clock`, {
      method: 'POST',
      body: '{"advance":1}',
    });
    expect(status).toBe(415);
  });

  it('says when there is no such route', async () => {
    await expect(connection.control('POST', '/weather', {})).rejects.toThrow(
      /404: There is no POST/,
    );
  });
});
