import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import Stripe from 'stripe';
import {
  connect,
  uniqueName,
  createAuthorizedPayment,
  isRealStripe,
  itOnStandIn,
  createPaidPayment,
  captureStripeError,
  type Connection,
} from './server-under-test.js';

let connection: Connection;
let stripe: Stripe;
beforeAll(async () => {
  connection = await connect();
  stripe = connection.stripe;
});
afterAll(() => connection.close());

describe('metadata', () => {
  it('merges, and an empty value unsets one key or all of them', async () => {
    const { id } = await stripe.customers.create({ metadata: { a: '1', b: '2' } });
    const merged = await stripe.customers.update(id, { metadata: { b: '', c: '3' } });
    expect(merged.metadata).toEqual({ a: '1', c: '3' });
    expect((await stripe.customers.update(id, { metadata: '' })).metadata).toEqual({});
  });

  it('reaches the charge of an intent', async () => {
    const { charge } = await createPaidPayment(stripe, 5_000, { metadata: { bookingId: 'b1' } });
    expect((await stripe.charges.retrieve(charge)).metadata).toEqual({ bookingId: 'b1' });
  });
});

describe('expand', () => {
  it('replaces ids with objects, including nested ids and ids in lists', async () => {
    const { id: customer } = await stripe.customers.create({ name: 'Ada' });
    const { id } = await createAuthorizedPayment(stripe, 5_000, {
      customer,
      capture_method: 'automatic',
    });
    const intent = await stripe.paymentIntents.retrieve(id, {
      expand: ['customer', 'latest_charge.balance_transaction'],
    });
    expect(intent).toMatchObject({
      customer: { name: 'Ada' },
      latest_charge: { balance_transaction: { amount: 5_000 } },
    });
    const { data } = await stripe.paymentIntents.list({ customer, expand: ['data.customer'] });
    expect(data[0]).toMatchObject({ customer: { id: customer } });
  });

  it('refuses properties that cannot be expanded', async () => {
    const { id } = await stripe.customers.create({ email: 'ada@example.com' });
    expect(
      await captureStripeError(stripe.customers.retrieve(id, { expand: ['email'] })),
    ).toMatchObject({
      statusCode: 400,
    });
    expect(
      await captureStripeError(stripe.customers.retrieve(id, { expand: ['nothing'] })),
    ).toMatchObject({
      statusCode: 400,
    });
  });
});

describe('a list', () => {
  it('returns the newest objects first, with pages in both directions', async () => {
    const { id: customer } = await stripe.customers.create();
    const ids: string[] = [];
    for (let count = 0; count < 5; count += 1)
      ids.unshift((await createAuthorizedPayment(stripe, 5_000 + count, { customer })).id);
    const list = async (params: object) => {
      const { data, has_more } = await stripe.paymentIntents.list({
        customer,
        limit: 2,
        ...params,
      });
      return [data.map(({ id }) => id), has_more];
    };
    expect(await list({})).toEqual([ids.slice(0, 2), true]);
    expect(await list({ starting_after: ids[1] })).toEqual([ids.slice(2, 4), true]);
    expect(await list({ starting_after: ids[3] })).toEqual([ids.slice(4), false]);
    expect(await list({ ending_before: ids[4] })).toEqual([ids.slice(2, 4), true]);
    expect(await list({ ending_before: ids[2] })).toEqual([ids.slice(0, 2), false]);
    const listedIds: string[] = [];
    for await (const { id } of stripe.paymentIntents.list({ customer, limit: 2 }))
      listedIds.push(id);
    expect(listedIds).toEqual(ids);
  });

  it('filters by creation time', async () => {
    const { id: customer } = await stripe.customers.create();
    const { created } = await createAuthorizedPayment(stripe, 5_000, { customer });
    const count = async (bounds: Stripe.RangeQueryParam) =>
      (await stripe.paymentIntents.list({ customer, created: bounds })).data.length;
    expect(await count({ gte: created })).toBe(1);
    expect(await count({ gt: created })).toBe(0);
  });

  it.each([0, -1, 101, 1_000])('refuses a limit of %i by name', async (limit) => {
    const lists = [
      stripe.customers.list({ limit }),
      stripe.events.list({ limit }),
      stripe.prices.list({ limit }),
      stripe.prices.list({ limit, lookup_keys: ['none'] }),
    ];
    for (const list of lists)
      expect(await captureStripeError(list)).toMatchObject({ statusCode: 400, param: 'limit' });
  });

  it('refuses a cursor that does not exist', async () => {
    const refusal = await captureStripeError(
      stripe.customers.list({ starting_after: 'cus_nobody' }),
    );
    expect(refusal).toMatchObject({
      statusCode: 400,
      code: 'resource_missing',
      param: 'starting_after',
    });
  });
});

describe('a response', () => {
  it('names its request ID and API version', async () => {
    const { lastResponse } = await stripe.customers.create();
    expect(lastResponse.requestId).toMatch(/^req_/);
    expect(lastResponse.headers['stripe-version']).toBe('2026-10-28.endive');
  });

  it('returns 404 for an unknown id', async () => {
    const refusal = await captureStripeError(stripe.paymentIntents.retrieve('pi_nobody'));
    expect(refusal).toMatchObject({
      type: 'StripeInvalidRequestError',
      statusCode: 404,
      code: 'resource_missing',
    });
  });

  it('reports that a customer was deleted', async () => {
    const { id } = await stripe.customers.create();
    expect(await stripe.customers.del(id)).toMatchObject({ id, deleted: true });
    expect(await stripe.customers.retrieve(id)).toMatchObject({ id, deleted: true });
  });

  it('returns 401 without a valid key', async () => {
    const options = isRealStripe
      ? {}
      : { host: '127.0.0.1', port: new URL(connection.url).port, protocol: 'http' as const };
    const client = new Stripe('nonsense', options);
    expect(await captureStripeError(client.customers.list())).toMatchObject({
      type: 'StripeAuthenticationError',
      statusCode: 401,
    });
  });

  itOnStandIn('returns 401 with an explanation for a live key', async () => {
    const { port } = new URL(connection.url);
    const client = new Stripe('sk_live_secret', { host: '127.0.0.1', port, protocol: 'http' });
    expect((await captureStripeError(client.customers.list())).message).toMatch(
      /accepts no live keys/,
    );
  });

  itOnStandIn('returns 200 for a key sent with basic authentication', async () => {
    const authorization = `Basic ${Buffer.from('sk_test_contract:').toString('base64')}`;
    expect(
      (await fetch(`${connection.url}/v1/customers`, { headers: { authorization } })).status,
    ).toBe(200);
    expect((await fetch(`${connection.url}/v1/customers`)).status).toBe(401);
  });

  itOnStandIn('names an unsupported feature', async () => {
    const call = captureStripeError(stripe.coupons.create({ percent_off: 10, duration: 'once' }));
    expect(await call).toMatchObject({
      type: 'StripeInvalidRequestError',
      statusCode: 404,
      message: expect.stringContaining('POST: /v1/coupons'),
    });
    const acting = captureStripeError(stripe.customers.list({}, { stripeAccount: 'acct_other' }));
    expect((await acting).message).toMatch(/not supported/);
  });

  itOnStandIn('returns 403 for another host name', async () => {
    const { port } = new URL(connection.url);
    const { request } = await import('node:http');
    const status = await new Promise((resolve) => {
      request(
        { host: '127.0.0.1', port, path: '/v1/customers', headers: { host: 'evil.example' } },
        ({ statusCode }) => resolve(statusCode),
      ).end();
    });
    expect(status).toBe(403);
  });
});

describe('a webhook endpoint', () => {
  it('lists the events it receives', async () => {
    const enabled_events = ['charge.refunded', 'payout.failed'] as const;
    const { id } = await stripe.webhookEndpoints.create({
      url: 'https://example.com/webhooks',
      enabled_events: [...enabled_events],
    });
    const { data } = await stripe.webhookEndpoints.list({ limit: 100 });
    expect(data.find((endpoint) => endpoint.id === id)).toMatchObject({
      enabled_events,
      status: 'enabled',
    });
    await stripe.webhookEndpoints.del(id);
  });
});

describe('the catalog', () => {
  it('finds a price by its unique lookup key', async () => {
    const lookup_key = uniqueName('elite');
    const product = await stripe.products.create({ name: 'Elite' });
    const create = (more: object) =>
      stripe.prices.create({
        currency: 'usd',
        unit_amount: 100,
        product: product.id,
        lookup_key,
        ...more,
      });
    const first = await create({});
    expect(
      (await stripe.prices.list({ lookup_keys: [lookup_key] })).data.map(({ id }) => id),
    ).toEqual([first.id]);
    expect(await captureStripeError(create({}))).toMatchObject({ statusCode: 400 });
    const secondPrice = await create({ transfer_lookup_key: true });
    expect(
      (await stripe.prices.list({ lookup_keys: [lookup_key] })).data.map(({ id }) => id),
    ).toEqual([secondPrice.id]);
  });
});
