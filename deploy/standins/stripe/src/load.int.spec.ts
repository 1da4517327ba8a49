import { join } from 'node:path';
import { expect, it } from '@jest/globals';
import Stripe from 'stripe';
import { createStripeInProcess } from './in-process.js';
import { startStripe } from './server.js';
import { temporaryDirectory } from './testing/temporary-directory.js';

it('continues with what a stand-in in a process has saved, and keeps its own endpoint', async () => {
  const directory = await temporaryDirectory();
  const file = join(directory.path, 'saved.db');
  const earlier = createStripeInProcess(() => Date.parse('2026-01-02T12:00:00Z'));
  const response = await earlier.respond({
    method: 'POST',
    path: '/v1/customers',
    form: 'name=Pavel',
    headers: { authorization: 'Bearer sk_test_courtly' },
  });
  const { id } = JSON.parse(response!.body) as { id: string };
  earlier.save(file);
  earlier.close();

  const server = await startStripe({
    file: join(directory.path, 'stripe.db'),
    port: 0,
    durable: false,
    webhook: { url: 'http://127.0.0.1:9/hooks', secret: 'whsec_test' },
  });
  try {
    const { hostname: host, port } = new URL(server.url);
    const stripe = new Stripe('sk_test_courtly', { host, port, protocol: 'http' });
    await stripe.customers.create({ name: 'Imani' });
    const loaded = await fetch(`${server.url}/_control/load`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ file }),
    });
    expect(loaded.status).toBe(200);
    const { data: customers } = await stripe.customers.list();
    expect(customers).toMatchObject([{ id, name: 'Pavel', created: 1_767_355_200 }]);
    const { data: endpoints } = await stripe.webhookEndpoints.list();
    expect(endpoints).toMatchObject([{ url: 'http://127.0.0.1:9/hooks' }]);
  } finally {
    await server.stop();
    await directory.remove();
  }
});
