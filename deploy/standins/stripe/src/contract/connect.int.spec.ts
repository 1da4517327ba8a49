import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type Stripe from 'stripe';
import {
  connect,
  uniqueName,
  createAuthorizedPayment,
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

const newAccount = () =>
  stripe.accounts.create({
    controller: {
      stripe_dashboard: { type: 'express' },
      fees: { payer: 'application' },
      losses: { payments: 'application' },
    },
    capabilities: { transfers: { requested: true } },
  });

const onboard = async () => {
  const { id } = await newAccount();
  await connection.control('POST', `/accounts/${id}/transfers`, { status: 'active' });
  return id;
};

describe('an account', () => {
  it('cannot receive transfers before onboarding', async () => {
    const account = await newAccount();
    expect(account).toMatchObject({
      capabilities: { transfers: 'inactive' },
      payouts_enabled: false,
    });
    const { charge } = await createPaidPayment(stripe);
    const transfer = stripe.transfers.create({
      amount: 1_000,
      currency: 'usd',
      destination: account.id,
      source_transaction: charge,
    });
    expect(await captureStripeError(transfer)).toMatchObject({
      statusCode: 400,
      code: 'insufficient_capabilities_for_transfer',
    });
  });

  const linkOf = (account: string) =>
    stripe.accountLinks.create({
      account,
      type: 'account_onboarding',
      refresh_url: 'https://example.com/again',
      return_url: 'https://example.com/back',
    });
  const visit = (url: string, outcome?: string) =>
    fetch(url, {
      redirect: 'manual',
      ...(outcome && { method: 'POST', body: new URLSearchParams({ outcome }) }),
    });

  itOnStandIn('receives transfers after onboarding on its page', async () => {
    const { id } = await newAccount();
    const { url } = await linkOf(id);
    expect(await (await visit(url)).text()).toContain('Complete onboarding');
    expect((await visit(url, 'complete')).headers.get('location')).toBe('https://example.com/back');
    expect(await stripe.accounts.retrieve(id)).toMatchObject({
      capabilities: { transfers: 'active' },
      payouts_enabled: true,
      details_submitted: true,
    });
    const [event] = (await stripe.events.list({ type: 'account.updated', limit: 1 })).data;
    expect(event).toMatchObject({
      account: id,
      data: { object: { capabilities: { transfers: 'active' } } },
    });
  });

  itOnStandIn('stays unverified if it returns without completing onboarding', async () => {
    const { id } = await newAccount();
    const { url } = await linkOf(id);
    await visit(url);
    expect((await visit(url, 'later')).headers.get('location')).toBe('https://example.com/back');
    expect(await stripe.accounts.retrieve(id)).toMatchObject({
      capabilities: { transfers: 'inactive' },
    });
  });

  itOnStandIn('opens a link once and within five minutes', async () => {
    const { id } = await newAccount();
    const [used, late] = [await linkOf(id), await linkOf(id)];
    await visit(used.url);
    expect((await visit(used.url)).headers.get('location')).toBe('https://example.com/again');
    await connection.control('POST', '/clock', { advance: 301 });
    expect((await visit(late.url)).headers.get('location')).toBe('https://example.com/again');
  });
});

describe('a transfer', () => {
  itOnStandIn('moves the funds of a charge immediately, up to the captured amount', async () => {
    const destination = await onboard();
    const { id } = await createAuthorizedPayment(stripe, 33_000, { transfer_group: 'booking_1' });
    const { latest_charge } = await stripe.paymentIntents.capture(id, {
      amount_to_capture: 30_000,
    });
    const common = { currency: 'usd', destination, source_transaction: latest_charge as string };
    const first = await stripe.transfers.create({ ...common, amount: 29_700 });
    expect(first).toMatchObject({ amount: 29_700, reversed: false, transfer_group: 'booking_1' });
    expect(
      await captureStripeError(stripe.transfers.create({ ...common, amount: 301 })),
    ).toMatchObject({
      statusCode: 400,
      message: expect.stringContaining('must not exceed the source amount'),
    });
    expect(await stripe.transfers.create({ ...common, amount: 300 })).toMatchObject({
      amount: 300,
    });
    const { data } = await stripe.transfers.list({ transfer_group: 'booking_1' });
    expect(data.map(({ amount }) => amount)).toEqual([300, 29_700]);
  });

  itOnStandIn('is refused for a charge that is only authorized', async () => {
    const destination = await onboard();
    const { latest_charge } = await createAuthorizedPayment(stripe);
    const source_transaction = latest_charge as string;
    const refusal = await captureStripeError(
      stripe.transfers.create({ amount: 1, currency: 'usd', destination, source_transaction }),
    );
    expect(refusal).toMatchObject({ statusCode: 400, param: 'source_transaction' });
  });

  itOnStandIn(
    'without a charge is refused until funds are available, two days after the payment',
    async () => {
      const separateConnection = await connect();
      const transfer = { amount: 1_000, currency: 'usd', destination: '' };
      const { id } = await separateConnection.stripe.accounts.create({
        capabilities: { transfers: { requested: true } },
      });
      await separateConnection.control('POST', `/accounts/${id}/transfers`, { status: 'active' });
      await createPaidPayment(separateConnection.stripe);
      const create = () =>
        separateConnection.stripe.transfers.create({ ...transfer, destination: id });
      expect(await captureStripeError(create())).toMatchObject({ code: 'balance_insufficient' });
      expect((await separateConnection.stripe.balance.retrieve()).pending[0]?.amount).toBe(32_013);
      await separateConnection.control('POST', '/clock', { advance: 2 * 86_400 });
      expect(await create()).toMatchObject({ amount: 1_000 });
      expect((await separateConnection.stripe.balance.retrieve()).available[0]?.amount).toBe(
        31_013,
      );
      await separateConnection.close();
    },
  );

  itOnStandIn('can be reversed in parts, regardless of refunds', async () => {
    const destination = await onboard();
    const { charge } = await createPaidPayment(stripe);
    const { id } = await stripe.transfers.create({
      amount: 20_000,
      currency: 'usd',
      destination,
      source_transaction: charge,
    });
    await stripe.refunds.create({ charge });
    expect(await stripe.transfers.retrieve(id)).toMatchObject({ amount_reversed: 0 });
    await stripe.transfers.createReversal(id, { amount: 15_000 });
    expect(
      await captureStripeError(stripe.transfers.createReversal(id, { amount: 5_001 })),
    ).toMatchObject({
      statusCode: 400,
    });
    await stripe.transfers.createReversal(id);
    const updatedTransfer = await stripe.transfers.retrieve(id);
    expect(updatedTransfer).toMatchObject({ amount_reversed: 20_000, reversed: true });
    expect(updatedTransfer.reversals.data.map(({ amount }) => amount)).toEqual([5_000, 15_000]);
    expect(await captureStripeError(stripe.transfers.createReversal(id))).toMatchObject({
      statusCode: 400,
    });
  });

  it('needs an existing account', async () => {
    const refusal = await captureStripeError(
      stripe.transfers.create({
        amount: 1,
        currency: 'usd',
        destination: `acct_${uniqueName('nobody').slice(-12)}`,
      }),
    );
    expect(refusal).toMatchObject({ statusCode: 400 });
  });
});
