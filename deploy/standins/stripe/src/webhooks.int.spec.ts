import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type Stripe from 'stripe';
import {
  connect,
  createAuthorizedPayment,
  createPaidPayment,
  type Connection,
} from './contract/server-under-test.js';
import { receiver } from './testing/receiver.js';

let connection: Connection;
let stripe: Stripe;
let endpoint: Awaited<ReturnType<typeof receiver>>;
let registered: Stripe.WebhookEndpoint;

const listen = (
  enabled_events: Stripe.WebhookEndpointCreateParams.EnabledEvent[],
  more: object = {},
) => stripe.webhookEndpoints.create({ url: endpoint.url, enabled_events, ...more });

beforeEach(async () => {
  connection = await connect();
  stripe = connection.stripe;
  endpoint = await receiver();
  registered = await listen([
    'customer.created',
    'customer.updated',
    'refund.failed',
    'payment_intent.canceled',
    'charge.expired',
  ]);
});
afterEach(async () => {
  await connection.close();
  await endpoint.close();
});

const customers = async (count: number) => {
  for (let number = 0; number < count; number += 1)
    await stripe.customers.create({ name: String(number) });
};
const namesHeard = () =>
  endpoint.received.map(({ event }) => (event.data.object as Stripe.Customer).name);

describe('a webhook', () => {
  it('carries a signature that constructEvent accepts and the state at that time', async () => {
    const customer = await stripe.customers.create({ name: 'Ada' }, { idempotencyKey: 'ada' });
    await stripe.customers.update(customer.id, { name: 'Grace' });
    const received = await endpoint.until(({ length }) => length >= 2);
    const events = received.map(({ body, signature }) =>
      stripe.webhooks.constructEvent(body, signature, registered.secret!),
    );
    const created = events.find(({ type }) => type === 'customer.created');
    const updated = events.find(({ type }) => type === 'customer.updated');
    expect(created).toMatchObject({
      data: { object: { name: 'Ada' } },
      request: { idempotency_key: 'ada' },
    });
    expect(updated).toMatchObject({
      data: { object: { name: 'Grace' }, previous_attributes: { name: 'Ada' } },
    });
    expect(() =>
      stripe.webhooks.constructEvent(received[0]!.body, received[0]!.signature, 'whsec_other'),
    ).toThrow(/signature/);
  });

  it('fails verification once its signature is older than 300 s', async () => {
    await customers(1);
    const [deliveries] = await endpoint.until(({ length }) => length >= 1);
    const { body, signature } = deliveries!;
    const signed = Number(/t=(\d+)/.exec(signature)![1]);
    const at = (seconds: number) =>
      stripe.webhooks.constructEvent(
        body,
        signature,
        registered.secret!,
        300,
        undefined,
        (signed + seconds) * 1000,
      );
    expect(at(300).type).toBe('customer.created');
    expect(() => at(301)).toThrow(/tolerance/);
  });

  it('repeats with a new signature until it is accepted', async () => {
    const statuses = [500, 302, 200];
    endpoint.respondWith(() => statuses.shift() ?? 200);
    await customers(1);
    for (const [attempt, seconds] of [5, 30].entries()) {
      await endpoint.until(({ length }) => length >= attempt + 1);
      await connection.control('POST', '/deliveries/flush');
      await connection.control('POST', '/clock', { advance: seconds });
    }
    const { data } = await connection.control<{ data: { state: string; attempts: number }[] }>(
      'POST',
      '/deliveries/flush',
    );
    expect(data).toMatchObject([{ state: 'delivered', attempts: 3 }]);
    const [first, , third] = endpoint.received;
    expect(endpoint.received).toHaveLength(3);
    expect(third!.event.id).toBe(first!.event.id);
    expect(third!.signature).not.toBe(first!.signature);
    expect((await stripe.events.retrieve(first!.event.id)).pending_webhooks).toBe(0);
  });

  it('repeats after five seconds', async () => {
    endpoint.respondWith(() => (endpoint.received.length === 0 ? 503 : 200));
    await customers(1);
    const [first, second] = await endpoint.until(({ length }) => length >= 2);
    expect(second!.event.id).toBe(first!.event.id);
  });

  it('fails after three days', async () => {
    endpoint.respondWith(() => 500);
    await customers(1);
    let state = 'waiting';
    let attempts = 0;
    for (; state === 'waiting' && attempts < 20; attempts += 1) {
      await connection.control('POST', '/clock', { advance: 86_400 });
      const { data } = await connection.control<{ data: { state: string }[] }>(
        'POST',
        '/deliveries/flush',
      );
      state = data[0]!.state;
    }
    expect(state).toBe('failed');
    expect(endpoint.received.length).toBe(11);
  });

  it('is not delayed by an endpoint that never responds', async () => {
    const silent = createServer(() => {});
    await once(silent.listen(0, '127.0.0.1'), 'listening');
    const { port } = silent.address() as AddressInfo;
    const { id } = await listen(['customer.created'], { url: `http://127.0.0.1:${port}/` });
    await customers(20);
    await endpoint.until(({ length }) => length >= 20);
    const { data } = await connection.control<{ data: { endpoint: string; attempts: number }[] }>(
      'GET',
      '/deliveries',
    );
    const silentDeliveries = data.filter((delivery) => delivery.endpoint === id);
    expect(silentDeliveries.map(({ attempts }) => attempts)).toEqual(Array(20).fill(0));
    silent.close().closeAllConnections();
  });

  it('reaches only Connect endpoints if it concerns a connected account', async () => {
    const connected = await receiver();
    await stripe.webhookEndpoints.create({
      url: connected.url,
      enabled_events: ['*'],
      connect: true,
    });
    await listen(['account.updated']);
    const { id } = await stripe.accounts.create({
      capabilities: { transfers: { requested: true } },
    });
    await connection.control('POST', `/accounts/${id}/transfers`, { status: 'active' });
    await connected.until(({ length }) => length >= 1);
    await connection.control('POST', '/deliveries/flush');
    expect(connected.received[0]!.event).toMatchObject({ type: 'account.updated', account: id });
    expect(endpoint.types()).toEqual([]);
    await connected.close();
  });
});

describe('the delivery faults', () => {
  const flush = () => connection.control('POST', '/deliveries/flush');

  it('drop the next deliveries', async () => {
    await connection.control('POST', '/webhooks', { lose: { next: 2 } });
    await customers(3);
    await flush();
    expect(namesHeard()).toEqual(['2']);
    expect(await connection.control('GET', '')).toMatchObject({
      met: { lost: 2, duplicated: 0, reordered: 0 },
    });
    const { data } = await stripe.events.list({ type: 'customer.created' });
    expect(data).toHaveLength(3);
  });

  it('deliver an event twice', async () => {
    await connection.control('POST', '/webhooks', { duplicate: { next: 1 } });
    await customers(2);
    await flush();
    expect(namesHeard().sort()).toEqual(['0', '0', '1']);
  });

  it('delay a delivery until the clock reaches the time', async () => {
    await connection.control('POST', '/webhooks', { delay: { next: 1, seconds: 3_600 } });
    await customers(2);
    await endpoint.until(({ length }) => length >= 1);
    expect(namesHeard()).toEqual(['1']);
    await connection.control('POST', '/clock', { advance: 3_600 });
    await endpoint.until(({ length }) => length >= 2);
    expect(namesHeard()).toEqual(['1', '0']);
  });

  it('let a later delivery overtake an earlier one', async () => {
    await connection.control('POST', '/webhooks', { reorder: { next: 1 } });
    await customers(2);
    await endpoint.until(({ length }) => length >= 2);
    expect(namesHeard()).toEqual(['1', '0']);
  });

  it('give the same results for the same seed', async () => {
    const deliveries = async (seed: number) => {
      await connection.control('POST', '/webhooks', {
        seed,
        lose: { fraction: 0.5 },
        duplicate: { fraction: 0.3 },
      });
      const receivedBefore = endpoint.received.length;
      await customers(12);
      await flush();
      return namesHeard().slice(receivedBefore).sort();
    };
    const first = await deliveries(7);
    expect(await deliveries(7)).toEqual(first);
    expect(await deliveries(8)).not.toEqual(first);
    expect(first.length).toBeGreaterThan(0);
  });
});

describe('the passing of time', () => {
  it('releases an authorization after seven days', async () => {
    const { id, latest_charge } = await createAuthorizedPayment(stripe);
    const { payment_method_details } = await stripe.charges.retrieve(latest_charge as string);
    await connection.control('POST', '/clock', { advance: 7 * 86_400 - 60 });
    expect(await stripe.paymentIntents.retrieve(id)).toMatchObject({ status: 'requires_capture' });
    await connection.control('POST', '/clock', { advance: 60 });
    const expired = await stripe.paymentIntents.retrieve(id);
    expect(expired).toMatchObject({
      status: 'canceled',
      cancellation_reason: 'expired',
      amount_capturable: 0,
    });
    expect(expired.canceled_at).toBe(payment_method_details?.card?.capture_before);
    const deliveries = await endpoint.until(({ length }) => length >= 2);
    expect(deliveries.map(({ event }) => event.type).sort()).toEqual([
      'charge.expired',
      'payment_intent.canceled',
    ]);
  });

  it('does not affect a captured authorization', async () => {
    const { id } = await createAuthorizedPayment(stripe);
    await stripe.paymentIntents.capture(id);
    await connection.control('POST', '/clock', { advance: 8 * 86_400 });
    expect(await stripe.paymentIntents.retrieve(id)).toMatchObject({ status: 'succeeded' });
  });

  it('frees idempotency keys after 24 hours', async () => {
    const create = () => stripe.customers.create({ name: 'Ada' }, { idempotencyKey: 'ada' });
    const { id } = await create();
    await connection.control('POST', '/clock', { advance: 86_340 });
    expect((await create()).id).toBe(id);
    await connection.control('POST', '/clock', { advance: 60 });
    expect((await create()).id).not.toBe(id);
  });
});

describe('the control route', () => {
  it('fails a refund and sends its events', async () => {
    const { charge } = await createPaidPayment(stripe);
    const refund = await stripe.refunds.create({ charge });
    await connection.control('POST', `/refunds/${refund.id}/fail`, {
      reason: 'lost_or_stolen_card',
    });
    const [deliveries] = await endpoint.until(({ length }) => length >= 1);
    expect(deliveries!.event).toMatchObject({
      type: 'refund.failed',
      data: { object: { id: refund.id, status: 'failed' } },
    });
  });

  it('sends an event of any type and age, and resends it', async () => {
    const { id } = await stripe.customers.create();
    await endpoint.until(({ length }) => length >= 1);
    const event = await connection.control<Stripe.Event>('POST', '/events', {
      type: 'customer.updated',
      object: id,
      age: 864_000,
    });
    await endpoint.until(({ length }) => length >= 2);
    await connection.control('POST', `/events/${event.id}/resend`, {});
    const deliveries = await endpoint.until(({ length }) => length >= 3);
    expect(deliveries.slice(1).map(({ event: { id } }) => id)).toEqual([event.id, event.id]);
    expect(deliveries[1]!.event.created).toBeLessThan(Date.now() / 1000 - 863_000);
  });
});
