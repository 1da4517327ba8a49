import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type Stripe from 'stripe';
import {
  connect,
  createAuthorizedPayment,
  itOnStandIn,
  createPaidPayment,
  eventually,
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

describe('a refund', () => {
  it('of an unknown payment returns 404', async () => {
    const refusal = await captureStripeError(
      stripe.refunds.create({ payment_intent: 'pi_nobody' }),
    );
    expect(refusal).toMatchObject({
      statusCode: 404,
      code: 'resource_missing',
      param: 'payment_intent',
    });
  });

  it('returns a payment in parts until nothing is left', async () => {
    const { intent, charge } = await createPaidPayment(stripe);
    const first = await stripe.refunds.create({ payment_intent: intent.id, amount: 16_500 });
    expect(first).toMatchObject({
      status: 'succeeded',
      amount: 16_500,
      charge,
      payment_intent: intent.id,
    });
    expect(
      await captureStripeError(stripe.refunds.create({ charge, amount: 16_501 })),
    ).toMatchObject({
      statusCode: 400,
      param: 'amount',
    });
    expect(await stripe.charges.retrieve(charge)).toMatchObject({
      amount_refunded: 16_500,
      refunded: false,
    });
    expect(await stripe.refunds.create({ charge })).toMatchObject({ amount: 16_500 });
    expect(await stripe.charges.retrieve(charge)).toMatchObject({
      amount_refunded: 33_000,
      refunded: true,
    });
    expect(await captureStripeError(stripe.refunds.create({ charge }))).toMatchObject({
      statusCode: 400,
      code: 'charge_already_refunded',
    });
    expect(await stripe.paymentIntents.retrieve(intent.id)).toMatchObject({ status: 'succeeded' });
  });

  it('returns the captured amount of a partly captured authorization', async () => {
    const { id } = await createAuthorizedPayment(stripe);
    await stripe.paymentIntents.capture(id, { amount_to_capture: 10_000 });
    expect(
      await captureStripeError(stripe.refunds.create({ payment_intent: id, amount: 10_001 })),
    ).toMatchObject({
      param: 'amount',
    });
    const refund = await stripe.refunds.create({ payment_intent: id, expand: ['charge'] });
    expect(refund).toMatchObject({
      amount: 10_000,
      charge: { amount: 33_000, amount_refunded: 10_000, refunded: true },
    });
  });

  it('does not return the fee', async () => {
    const { charge } = await createPaidPayment(stripe);
    const { balance_transaction: balanceTransaction } = await stripe.charges.retrieve(charge, {
      expand: ['balance_transaction'],
    });
    const refund = await stripe.refunds.create({ charge, expand: ['balance_transaction'] });
    expect(balanceTransaction).toMatchObject({
      amount: 33_000,
      fee: 987,
      net: 32_013,
      type: 'charge',
    });
    expect(refund.balance_transaction).toMatchObject({
      amount: -33_000,
      fee: 0,
      net: -33_000,
      type: 'refund',
    });
  });

  itOnStandIn(
    'returns its funds when it fails later, so the charge can be refunded again',
    async () => {
      const { charge } = await createPaidPayment(stripe);
      const { id } = await stripe.refunds.create({ charge });
      await connection.control('POST', `/refunds/${id}/fail`, {
        reason: 'expired_or_canceled_card',
      });
      const failed = await stripe.refunds.retrieve(id, { expand: ['failure_balance_transaction'] });
      expect(failed).toMatchObject({
        status: 'failed',
        failure_reason: 'expired_or_canceled_card',
        failure_balance_transaction: { net: 33_000, type: 'refund_failure' },
      });
      expect(await stripe.refunds.create({ charge })).toMatchObject({
        status: 'succeeded',
        amount: 33_000,
      });
    },
  );

  it('is pending with some cards, and succeeds later', async () => {
    const { charge } = await createPaidPayment(stripe, 33_000, {
      payment_method: 'pm_card_pendingRefund',
    });
    const { id, status } = await stripe.refunds.create({ charge });
    expect(status).toBe('pending');
    const refund = await eventually(
      connection,
      () => stripe.refunds.retrieve(id),
      (current) => current.status !== 'pending',
    );
    expect(refund.status).toBe('succeeded');
  });

  it('fails later with some cards', async () => {
    const { charge } = await createPaidPayment(stripe, 33_000, {
      payment_method: 'pm_card_refundFail',
    });
    const { id } = await stripe.refunds.create({ charge });
    await eventually(
      connection,
      () => stripe.refunds.retrieve(id),
      ({ status }) => status === 'failed',
    );
    const expand = ['failure_balance_transaction'];
    const refund = await stripe.refunds.retrieve(id, { expand });
    expect(refund.failure_balance_transaction).toMatchObject({ amount: 33_000 });
  });

  itOnStandIn('that requires action can succeed, fail, or be canceled', async () => {
    const { charge } = await createPaidPayment(stripe);
    await connection.control('POST', `/charges/${charge}/refunds`, { status: 'requires_action' });
    const refund = () => stripe.refunds.create({ charge, amount: 10_000 });
    const [first, second, third] = [await refund(), await refund(), await refund()];
    expect(first).toMatchObject({
      status: 'requires_action',
      next_action: { type: 'display_details' },
    });
    await connection.control('POST', `/refunds/${first.id}/succeed`, {});
    await connection.control('POST', `/refunds/${second.id}/fail`, {});
    expect(await stripe.refunds.cancel(third.id)).toMatchObject({ status: 'canceled' });
    expect(await captureStripeError(stripe.refunds.cancel(first.id))).toMatchObject({
      statusCode: 400,
    });
    expect(await stripe.charges.retrieve(charge)).toMatchObject({ amount_refunded: 10_000 });
    const { data } = await stripe.events.list({ types: ['refund.updated', 'refund.failed'] });
    const ids = [first.id, second.id, third.id];
    const sent = data
      .map(({ type, data: { object } }) => [type, object as Stripe.Refund] as const)
      .filter(([, { id }]) => ids.includes(id))
      .map(([type, { status }]) => [type, status]);
    expect(sent.reverse()).toEqual([
      ['refund.updated', 'succeeded'],
      ['refund.updated', 'failed'],
      ['refund.failed', 'failed'],
      ['refund.updated', 'canceled'],
    ]);
  });

  itOnStandIn('is refused for a disputed charge', async () => {
    const { charge } = await createPaidPayment(stripe);
    const dispute = await connection.control<Stripe.Dispute>(
      'POST',
      `/charges/${charge}/dispute`,
      {},
    );
    expect(await captureStripeError(stripe.refunds.create({ charge }))).toMatchObject({
      code: 'charge_disputed',
    });
    expect(dispute).toMatchObject({ status: 'needs_response', amount: 33_000, charge });
    expect((await stripe.balance.retrieve()).object).toBe('balance');
  });
});
