import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type Stripe from 'stripe';
import {
  connect,
  createAuthorizedPayment,
  createPaidPayment,
  eventually,
  itOnStandIn,
  onboardAccount,
  type Connection,
} from './server-under-test.js';

let connection: Connection;
let stripe: Stripe;
beforeAll(async () => {
  connection = await connect();
  stripe = connection.stripe;
});
afterAll(() => connection.close());

const control = (path: string, body: object = {}) =>
  connection.control<Stripe.Dispute>('POST', path, body);

describe('the balance transactions', () => {
  it('name the source of each movement', async () => {
    const { charge } = await createPaidPayment(stripe);
    const refund = await stripe.refunds.create({ charge, amount: 1_000 });
    await eventually(
      connection,
      () => stripe.charges.retrieve(charge),
      ({ balance_transaction }) => balance_transaction !== null,
    );
    const bySource = async (source: string) => {
      const { data } = await stripe.balanceTransactions.list({ source });
      return data.map(({ type, amount }) => [type, amount]);
    };
    expect(await bySource(charge)).toEqual([['charge', 33_000]]);
    expect(await bySource(refund.id)).toEqual([['refund', -1_000]]);
    const { data } = await stripe.balanceTransactions.list({
      type: 'refund',
      limit: 1,
      expand: ['data.source'],
    });
    expect(data[0]?.source).toMatchObject({ id: refund.id, object: 'refund', charge });
  });

  it('are listed by time', async () => {
    const { charge } = await createPaidPayment(stripe);
    const { created } = await eventually(
      connection,
      async () => (await stripe.balanceTransactions.list({ source: charge })).data[0]!,
      (transaction) => transaction !== undefined,
    );
    const count = async (bounds: Stripe.RangeQueryParam | number) =>
      (await stripe.balanceTransactions.list({ source: charge, created: bounds })).data.length;
    expect(await count({ gte: created })).toBe(1);
    expect(await count({ lt: created })).toBe(0);
    expect(await count(created)).toBe(1);
  });

  itOnStandIn('add up to the balance, whatever happens', async () => {
    const account = await onboardAccount(connection);
    const paid = async () => (await createPaidPayment(stripe)).charge;
    const [played, refunded, disputed] = [await paid(), await paid(), await paid()];
    const transfer = await stripe.transfers.create({
      amount: 29_700,
      currency: 'usd',
      destination: account,
      source_transaction: played,
    });
    await stripe.transfers.createReversal(transfer.id, { amount: 700 });
    const refund = await stripe.refunds.create({ charge: refunded });
    await control(`/refunds/${refund.id}/fail`);
    const dispute = await control(`/charges/${disputed}/dispute`, { amount: 20_000 });
    await control(`/disputes/${dispute.id}/status`, { status: 'won' });
    await control('/fees', { amount: 250 });
    await control('/fees', { amount: 900, type: 'reserve_hold' });
    await control('/fees', { amount: -400, type: 'reserve_release' });
    await control('/clock', { advance: 2 * 86_400 });
    await stripe.payouts.create({ amount: 5_000, currency: 'usd' });
    const sums = new Map<string, number>();
    for await (const { type, net } of stripe.balanceTransactions.list({ limit: 100 }))
      sums.set(type, (sums.get(type) ?? 0) + net);
    expect([...sums.keys()].sort()).toEqual([
      'adjustment',
      'charge',
      'payout',
      'refund',
      'refund_failure',
      'reserve_hold',
      'reserve_release',
      'stripe_fee',
      'transfer',
      'transfer_refund',
    ]);
    expect(sums.get('stripe_fee')).toBe(-250);
    expect(sums.get('reserve_hold')! + sums.get('reserve_release')!).toBe(-500);
    const { available, pending } = await stripe.balance.retrieve();
    const total = [...sums.values()].reduce((subtotal, cents) => subtotal + cents, 0);
    expect(available[0]!.amount + pending[0]!.amount).toBe(total);
    expect(pending[0]!.amount).toBe(0);
  });
});

describe('an asynchronous capture', () => {
  itOnStandIn('is recorded later, with its fee, and sends charge.updated', async () => {
    await control('/captures', { delay: 60 });
    const { id } = await createAuthorizedPayment(stripe, 10_000);
    const captured = await stripe.paymentIntents.capture(id, { expand: ['latest_charge'] });
    expect(captured).toMatchObject({
      status: 'succeeded',
      amount_received: 10_000,
      latest_charge: { captured: true, balance_transaction: null },
    });
    const account = await onboardAccount(connection);
    const source_transaction = (captured.latest_charge as Stripe.Charge).id;
    await stripe.transfers.create({
      amount: 9_000,
      currency: 'usd',
      destination: account,
      source_transaction,
    });
    await control('/clock', { advance: 60 });
    await control('/captures', { delay: 0 });
    expect(
      await stripe.charges.retrieve(source_transaction, { expand: ['balance_transaction'] }),
    ).toMatchObject({ balance_transaction: { amount: 10_000, fee: 320 } });
    const [event] = (await stripe.events.list({ type: 'charge.updated', limit: 1 })).data;
    expect(event?.data).toMatchObject({
      object: { id: source_transaction },
      previous_attributes: { balance_transaction: null },
    });
  });
});
