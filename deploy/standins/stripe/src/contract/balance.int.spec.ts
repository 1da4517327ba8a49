import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type Stripe from 'stripe';
import {
  captureStripeError,
  connect,
  createPaidPayment,
  itOnStandIn,
  onboardAccount,
  type Connection,
} from './server-under-test.js';

const DAY = 86_400;

let connection: Connection;
let stripe: Stripe;
beforeEach(async () => {
  connection = await connect();
  stripe = connection.stripe;
});
afterEach(() => connection.close());

const advance = (seconds: number) => connection.control('POST', '/clock', { advance: seconds });

/** The available and pending cents of the platform or of an account. */
async function readBalance(stripeAccount?: string) {
  const { available, pending } = await stripe.balance.retrieve({}, { stripeAccount });
  return [available[0]?.amount, pending[0]?.amount];
}
const sendToHost = (destination: string, source_transaction: string, amount = 29_700) =>
  stripe.transfers.create({ amount, currency: 'usd', destination, source_transaction });

describe('the balance of the platform', () => {
  it('receives a payment as pending funds, less the fee', async () => {
    const { charge } = await createPaidPayment(stripe);
    const { balance_transaction: id } = await stripe.charges.retrieve(charge);
    const transaction = await stripe.balanceTransactions.retrieve(id as string);
    expect(transaction).toMatchObject({ type: 'charge', status: 'pending', source: charge });
    expect(transaction.net).toBe(transaction.amount - transaction.fee);
    expect(transaction.available_on).toBeGreaterThan(transaction.created);
  });

  it('says how it is paid out', async () => {
    const { payments } = await stripe.balanceSettings.retrieve();
    expect(['daily', 'manual', 'monthly', 'weekly']).toContain(
      payments.payouts?.schedule?.interval,
    );
    const account = await stripe.accounts.retrieveCurrent();
    expect(account.settings?.payouts?.schedule.interval).toBe(payments.payouts?.schedule?.interval);
  });

  itOnStandIn('settles a payment after two days', async () => {
    await createPaidPayment(stripe);
    expect(await readBalance()).toEqual([0, 32_013]);
    await advance(2 * DAY);
    expect(await readBalance()).toEqual([32_013, 0]);
  });

  itOnStandIn('is not needed for a transfer until the charge settles', async () => {
    const account = await onboardAccount(connection);
    const [early, late] = [await createPaidPayment(stripe), await createPaidPayment(stripe)];
    await stripe.refunds.create({ charge: early.charge, amount: 30_000 });
    expect(await sendToHost(account, early.charge, 33_000)).toMatchObject({ amount: 33_000 });
    await advance(2 * DAY);
    expect(await readBalance()).toEqual([2 * 32_013 - 63_000, 0]);
    expect(await captureStripeError(sendToHost(account, late.charge))).toMatchObject({
      statusCode: 400,
      code: 'balance_insufficient',
    });
    await stripe.topups.create({ amount: 100_000, currency: 'usd' });
    expect(await sendToHost(account, late.charge)).toMatchObject({ amount: 29_700 });
  });

  itOnStandIn('goes to the bank every day if payouts are automatic', async () => {
    const account = await onboardAccount(connection);
    await stripe.balanceSettings.update({
      payments: { payouts: { schedule: { interval: 'daily' } } },
    });
    const { charge } = await createPaidPayment(stripe);
    await advance(3 * DAY);
    const { data: payouts } = await stripe.payouts.list();
    expect(payouts).toMatchObject([{ amount: 32_013, automatic: true }]);
    expect(await readBalance()).toEqual([0, 0]);
    expect(await captureStripeError(sendToHost(account, charge))).toMatchObject({
      code: 'balance_insufficient',
    });
    await advance(DAY);
    expect(await stripe.payouts.retrieve(payouts[0]!.id)).toMatchObject({ status: 'paid' });
    const { data: included } = await stripe.balanceTransactions.list({ payout: payouts[0]!.id });
    expect(included.map(({ type, net }) => [type, net])).toEqual([
      ['payout', -32_013],
      ['charge', 32_013],
    ]);
  });

  itOnStandIn('keeps its minimum when it is paid out', async () => {
    await stripe.balanceSettings.update({
      payments: {
        payouts: { schedule: { interval: 'daily' }, minimum_balance_by_currency: { usd: 30_000 } },
      },
    });
    await createPaidPayment(stripe);
    await advance(3 * DAY);
    expect(await readBalance()).toEqual([30_000, 0]);
  });

  itOnStandIn('can be paid out manually up to the available amount', async () => {
    await stripe.topups.create({ amount: 5_000, currency: 'usd' });
    const payOut = (amount: number) => stripe.payouts.create({ amount, currency: 'usd' });
    expect(await captureStripeError(payOut(5_001))).toMatchObject({ code: 'balance_insufficient' });
    const { id } = await payOut(4_000);
    await stripe.payouts.cancel(id);
    expect(await readBalance()).toEqual([5_000, 0]);
    const later = await payOut(5_000);
    await connection.control('POST', `/payouts/${later.id}/pay`, {});
    await connection.control('POST', `/payouts/${later.id}/fail`, { code: 'no_account' });
    expect(await stripe.payouts.retrieve(later.id)).toMatchObject({
      status: 'failed',
      failure_code: 'no_account',
    });
    expect(await readBalance()).toEqual([5_000, 0]);
  });
});

describe('a connected account', () => {
  it('is paid out daily unless its platform changes that', async () => {
    const account = await onboardAccount(connection);
    const scheduleOf = async () =>
      (await stripe.accounts.retrieve(account)).settings?.payouts?.schedule;
    expect(await scheduleOf()).toEqual({ interval: 'daily', delay_days: 2 });
    await stripe.accounts.update(account, {
      settings: { payouts: { schedule: { interval: 'manual' } } },
    });
    expect(await scheduleOf()).toMatchObject({ interval: 'manual' });
  });

  itOnStandIn('receives a transfer when the charge settles', async () => {
    const account = await onboardAccount(connection);
    const { charge } = await createPaidPayment(stripe);
    await sendToHost(account, charge);
    expect(await readBalance(account)).toEqual([0, 29_700]);
    await advance(2 * DAY);
    expect(await readBalance(account)).toEqual([29_700, 0]);
    const { data } = await stripe.balanceTransactions.list({}, { stripeAccount: account });
    expect(data.map(({ type, amount }) => [type, amount])).toEqual([['payment', 29_700]]);
    expect((await stripe.balanceTransactions.list({ type: 'payment' })).data).toEqual([]);
  });

  itOnStandIn('cannot pay for a reversal after its balance was paid out', async () => {
    const account = await onboardAccount(connection);
    const { charge } = await createPaidPayment(stripe);
    const { id } = await sendToHost(account, charge);
    await advance(4 * DAY);
    expect(await readBalance(account)).toEqual([0, 0]);
    expect(await captureStripeError(stripe.transfers.createReversal(id))).toMatchObject({
      statusCode: 400,
      code: 'balance_insufficient',
    });
    expect(await stripe.transfers.retrieve(id)).toMatchObject({ amount_reversed: 0 });
    const [paid] = (await stripe.events.list({ type: 'payout.paid' })).data;
    expect(paid).toMatchObject({ account, data: { object: { amount: 29_700 } } });
  });

  itOnStandIn('pays for a reversal again after its next transfer', async () => {
    const account = await onboardAccount(connection);
    const { charge } = await createPaidPayment(stripe);
    const { id } = await sendToHost(account, charge);
    await connection.control('POST', `/accounts/${account}/balance`, { amount: -29_700 });
    expect(await readBalance(account)).toEqual([-29_700, 29_700]);
    expect(await captureStripeError(stripe.transfers.createReversal(id))).toMatchObject({
      code: 'balance_insufficient',
    });
    const second = await createPaidPayment(stripe);
    await sendToHost(account, second.charge);
    expect(await stripe.transfers.createReversal(id)).toMatchObject({ amount: 29_700 });
    expect(await readBalance(account)).toEqual([-29_700, 29_700]);
  });

  itOnStandIn('debits the bank if its balance is negative and payouts are automatic', async () => {
    const account = await onboardAccount(connection);
    await connection.control('POST', `/accounts/${account}/balance`, { amount: -2_000 });
    await advance(DAY);
    const { data } = await stripe.payouts.list({}, { stripeAccount: account });
    expect(data).toMatchObject([{ amount: -2_000 }]);
    expect(await readBalance(account)).toEqual([0, 0]);
  });

  itOnStandIn('has no payouts after one fails, until the bank account is replaced', async () => {
    const account = await onboardAccount(connection);
    await connection.control('POST', `/accounts/${account}/balance`, { amount: 2_000 });
    await advance(DAY);
    const [payout] = (await stripe.payouts.list({}, { stripeAccount: account })).data;
    await connection.control('POST', `/payouts/${payout!.id}/fail`, { code: 'account_closed' });
    expect(await stripe.accounts.retrieve(account)).toMatchObject({
      payouts_enabled: false,
      capabilities: { transfers: 'active' },
      requirements: { currently_due: ['external_account'] },
      external_accounts: { data: [{ status: 'errored' }] },
    });
    const [failed] = (await stripe.events.list({ type: 'payout.failed' })).data;
    expect(failed).toMatchObject({
      account,
      data: { object: { status: 'failed', failure_code: 'account_closed' } },
    });
    expect(await readBalance(account)).toEqual([2_000, 0]);
    await advance(2 * DAY);
    expect(await readBalance(account)).toEqual([2_000, 0]);

    const { url } = await stripe.accounts.createLoginLink(account);
    expect(await (await fetch(url)).text()).toContain('Your bank returned a payout.');
    await fetch(url, { method: 'POST', body: new URLSearchParams({ action: 'bank' }) });
    expect(await stripe.accounts.retrieve(account)).toMatchObject({ payouts_enabled: true });
    await advance(DAY);
    expect(await readBalance(account)).toEqual([0, 0]);
  });

  it('has no login link before it is onboarded', async () => {
    const { id } = await stripe.accounts.create({
      controller: {
        stripe_dashboard: { type: 'express' },
        fees: { payer: 'application' },
        losses: { payments: 'application' },
      },
      capabilities: { transfers: { requested: true } },
    });
    expect(await captureStripeError(stripe.accounts.createLoginLink(id))).toMatchObject({
      statusCode: 400,
    });
  });

  it('cannot be read without access', async () => {
    const options = { stripeAccount: 'acct_1nobodynobody' };
    expect(await captureStripeError(stripe.balance.retrieve({}, options))).toMatchObject({
      type: 'StripePermissionError',
    });
  });
});
