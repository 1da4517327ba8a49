import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type Stripe from 'stripe';
import {
  connect,
  uniqueName,
  createAuthorizedPayment,
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

describe('an idempotency key', () => {
  it('creates one intent for a hundred concurrent calls', async () => {
    const transfer_group = uniqueName('group');
    const options = { idempotencyKey: uniqueName('key'), maxNetworkRetries: 10 };
    const create = () =>
      stripe.paymentIntents
        .create({ amount: 5_000, currency: 'usd', transfer_group }, options)
        .then(({ id }) => id);
    const ids = await Promise.all(Array.from({ length: 100 }, create));
    expect(new Set(ids).size).toBe(1);
  });

  it('replays the first response, including a 402', async () => {
    const options = { idempotencyKey: uniqueName('key') };
    const decline = () =>
      captureStripeError(
        createAuthorizedPayment(
          stripe,
          5_000,
          { payment_method: 'pm_card_chargeDeclined' },
          options,
        ),
      );
    const first = await decline();
    const repeatedError = await decline();
    expect(repeatedError).toMatchObject({
      statusCode: 402,
      code: 'card_declined',
      charge: first.charge,
    });
    expect(repeatedError.headers?.['idempotent-replayed']).toBe('true');
    expect(repeatedError.payment_intent?.id).toBe(first.payment_intent?.id);
  });

  it('refuses other parameters or another call', async () => {
    const options = { idempotencyKey: uniqueName('key') };
    await stripe.customers.create({ name: 'A' }, options);
    const refused = { type: 'StripeIdempotencyError', statusCode: 400 };
    expect(await captureStripeError(stripe.customers.create({ name: 'B' }, options))).toMatchObject(
      refused,
    );
    expect(await captureStripeError(stripe.products.create({ name: 'A' }, options))).toMatchObject(
      refused,
    );
  });

  it('can be used again after invalid parameters', async () => {
    const options = { idempotencyKey: uniqueName('key') };
    await captureStripeError(stripe.paymentIntents.create({ amount: 1, currency: 'usd' }, options));
    const intent = await stripe.paymentIntents.create({ amount: 5_000, currency: 'usd' }, options);
    expect(intent.amount).toBe(5_000);
  });
});
