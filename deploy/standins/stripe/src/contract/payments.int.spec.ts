import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import Stripe from 'stripe';
import { connect, fresh, held, itHere, paid, refusalOf, type Connection } from './server-under-test.js';

let connection: Connection;
let stripe: Stripe;
beforeAll(async () => {
  connection = await connect();
  stripe = connection.stripe;
});
afterAll(() => connection.close());

describe('a hold', () => {
  it('keeps the amount until it is captured, and says until when', async () => {
    const intent = await held(stripe, 33_000, { expand: ['latest_charge'] });
    const charge = intent.latest_charge as Stripe.Charge;
    expect(intent).toMatchObject({ status: 'requires_capture', amount_capturable: 33_000, amount_received: 0 });
    expect(charge).toMatchObject({ paid: true, captured: false, amount_captured: 0, balance_transaction: null });
    expect(charge.payment_method_details?.card?.capture_before).toBeGreaterThan(charge.created + 4 * 86_400);
  });

  it('is captured once', async () => {
    const { id } = await held(stripe);
    const captured = await stripe.paymentIntents.capture(id);
    expect(captured).toMatchObject({ status: 'succeeded', amount_received: 33_000, amount_capturable: 0 });
    expect(await refusalOf(stripe.paymentIntents.capture(id))).toMatchObject({
      type: 'StripeInvalidRequestError',
      statusCode: 400,
      code: 'payment_intent_unexpected_state',
      payment_intent: { status: 'succeeded' },
    });
  });

  it('is captured for less: the rest is released and is no refund', async () => {
    const { id } = await held(stripe);
    const { latest_charge: charge, ...captured } = await stripe.paymentIntents.capture(id, {
      amount_to_capture: 16_500,
      expand: ['latest_charge.balance_transaction'],
    });
    expect(captured).toMatchObject({ status: 'succeeded', amount: 33_000, amount_received: 16_500 });
    expect(charge).toMatchObject({ amount: 33_000, amount_captured: 16_500, amount_refunded: 0, refunded: false });
    expect((await stripe.refunds.list({ payment_intent: id })).data).toEqual([]);
  });

  it('is not captured for more', async () => {
    const { id } = await held(stripe);
    const refusal = await refusalOf(stripe.paymentIntents.capture(id, { amount_to_capture: 33_001 }));
    expect(refusal).toMatchObject({ statusCode: 400, param: 'amount_to_capture' });
    expect(await stripe.paymentIntents.retrieve(id)).toMatchObject({ status: 'requires_capture' });
  });

  it('is released by cancelling, which makes no refund', async () => {
    const { id } = await held(stripe);
    const canceled = await stripe.paymentIntents.cancel(id, {
      cancellation_reason: 'requested_by_customer',
      expand: ['latest_charge'],
    });
    expect(canceled).toMatchObject({
      status: 'canceled',
      amount_capturable: 0,
      cancellation_reason: 'requested_by_customer',
      latest_charge: { captured: false, amount_refunded: 0, refunded: false },
    });
    expect(canceled.canceled_at).toEqual(expect.any(Number));
  });

  it.each(['capture', 'cancel', 'confirm'] as const)('refuses to %s once it is canceled', async (verb) => {
    const { id } = await held(stripe);
    await stripe.paymentIntents.cancel(id);
    const again = stripe.paymentIntents[verb](id, verb === 'confirm' ? { payment_method: 'pm_card_visa' } : {});
    expect(await refusalOf(again)).toMatchObject({ statusCode: 400, code: 'payment_intent_unexpected_state' });
  });

  it('cannot be canceled once it is captured', async () => {
    const { id } = await held(stripe);
    await stripe.paymentIntents.capture(id);
    expect(await refusalOf(stripe.paymentIntents.cancel(id))).toMatchObject({
      code: 'payment_intent_unexpected_state',
    });
  });

  it('is not refunded in part', async () => {
    const { id } = await held(stripe);
    const refusal = await refusalOf(stripe.refunds.create({ payment_intent: id, amount: 100 }));
    expect(refusal).toMatchObject({ type: 'StripeInvalidRequestError', statusCode: 400 });
  });
});

describe('an intent', () => {
  it('waits for a payment method, then for its confirmation', async () => {
    const intent = await stripe.paymentIntents.create({
      amount: 5_000,
      currency: 'usd',
      allowed_payment_method_types: ['card'],
    });
    expect(intent).toMatchObject({ status: 'requires_payment_method', latest_charge: null, payment_method: null });
    const updated = await stripe.paymentIntents.update(intent.id, { payment_method: 'pm_card_visa', amount: 6_000 });
    expect(updated).toMatchObject({ status: 'requires_confirmation', amount: 6_000 });
    expect(await stripe.paymentIntents.confirm(intent.id)).toMatchObject({
      status: 'succeeded',
      amount_received: 6_000,
    });
    expect(await refusalOf(stripe.paymentIntents.update(intent.id, { amount: 7_000 }))).toMatchObject({
      code: 'payment_intent_unexpected_state',
    });
  });

  it('is not confirmed without a payment method', async () => {
    const { id } = await stripe.paymentIntents.create({
      amount: 5_000,
      currency: 'usd',
      allowed_payment_method_types: ['card'],
    });
    expect(await refusalOf(stripe.paymentIntents.confirm(id))).toMatchObject({
      code: 'payment_intent_unexpected_state',
    });
  });

  it.each([
    ['amount_too_small', { amount: 49 }],
    ['amount_too_large', { amount: 100_000_000 }],
    ['parameter_missing', { amount: undefined }],
    ['parameter_unknown', { colour: 'red' }],
    ['payment_method_types_no_longer_supported', { payment_method_types: ['card'] }],
    ['resource_missing', { customer: 'cus_nobody' }],
  ])('is refused with %s', async (code, fields) => {
    const params = { amount: 5_000, currency: 'usd', ...fields } as Stripe.PaymentIntentCreateParams;
    expect(await refusalOf(stripe.paymentIntents.create(params))).toMatchObject({ statusCode: 400, code });
  });

  it('needs a return_url when redirects are possible', async () => {
    const refusal = await refusalOf(
      stripe.paymentIntents.create({ amount: 5_000, currency: 'usd', payment_method: 'pm_card_visa', confirm: true }),
    );
    expect(refusal).toMatchObject({ statusCode: 400, type: 'StripeInvalidRequestError' });
  });

  it("takes a customer's card only with the customer", async () => {
    const { id: customer } = await stripe.customers.create();
    const method = await stripe.paymentMethods.attach('pm_card_visa', { customer });
    const refusal = await refusalOf(held(stripe, 5_000, { payment_method: method.id }));
    expect(refusal).toMatchObject({ statusCode: 400 });
    expect(await held(stripe, 5_000, { payment_method: method.id, customer })).toMatchObject({
      status: 'requires_capture',
    });
  });

  it('takes a card that nobody keeps once', async () => {
    const { payment_method: method } = await held(stripe);
    expect(await refusalOf(held(stripe, 5_000, { payment_method: method as string }))).toMatchObject({
      statusCode: 400,
    });
  });

  it('keeps the card for the customer when asked to', async () => {
    const { id: customer } = await stripe.customers.create();
    const { payment_method: method } = await held(stripe, 5_000, { customer, setup_future_usage: 'off_session' });
    const { data } = await stripe.paymentMethods.list({ customer });
    expect(data.map(({ id }) => id)).toEqual([method]);
    const later = await held(stripe, 5_000, { customer, payment_method: method as string, off_session: true });
    expect(later.status).toBe('requires_capture');
  });
});

describe('a refund', () => {
  it('gives back in parts until nothing is left', async () => {
    const { intent, charge } = await paid(stripe);
    const first = await stripe.refunds.create({ payment_intent: intent.id, amount: 16_500 });
    expect(first).toMatchObject({ status: 'succeeded', amount: 16_500, charge, payment_intent: intent.id });
    expect(await refusalOf(stripe.refunds.create({ charge, amount: 16_501 }))).toMatchObject({
      statusCode: 400,
      param: 'amount',
    });
    expect(await stripe.charges.retrieve(charge)).toMatchObject({ amount_refunded: 16_500, refunded: false });
    expect(await stripe.refunds.create({ charge })).toMatchObject({ amount: 16_500 });
    expect(await stripe.charges.retrieve(charge)).toMatchObject({ amount_refunded: 33_000, refunded: true });
    expect(await refusalOf(stripe.refunds.create({ charge }))).toMatchObject({
      statusCode: 400,
      code: 'charge_already_refunded',
    });
    expect(await stripe.paymentIntents.retrieve(intent.id)).toMatchObject({ status: 'succeeded' });
  });

  it('of a hold that was captured for less gives back what was captured', async () => {
    const { id } = await held(stripe);
    await stripe.paymentIntents.capture(id, { amount_to_capture: 10_000 });
    expect(await refusalOf(stripe.refunds.create({ payment_intent: id, amount: 10_001 }))).toMatchObject({
      param: 'amount',
    });
    const refund = await stripe.refunds.create({ payment_intent: id, expand: ['charge'] });
    expect(refund).toMatchObject({ amount: 10_000, charge: { amount: 33_000, amount_refunded: 10_000, refunded: true } });
  });

  it('does not give back the fee', async () => {
    const { charge } = await paid(stripe);
    const { balance_transaction: taken } = await stripe.charges.retrieve(charge, { expand: ['balance_transaction'] });
    const refund = await stripe.refunds.create({ charge, expand: ['balance_transaction'] });
    expect(taken).toMatchObject({ amount: 33_000, fee: 987, net: 32_013, type: 'charge' });
    expect(refund.balance_transaction).toMatchObject({ amount: -33_000, fee: 0, net: -33_000, type: 'refund' });
  });

  itHere('that fails later returns its money, and the charge can be refunded anew', async () => {
    const { charge } = await paid(stripe);
    const { id } = await stripe.refunds.create({ charge });
    await connection.control('POST', `/refunds/${id}/fail`, { reason: 'expired_or_canceled_card' });
    const failed = await stripe.refunds.retrieve(id, { expand: ['failure_balance_transaction'] });
    expect(failed).toMatchObject({
      status: 'failed',
      failure_reason: 'expired_or_canceled_card',
      failure_balance_transaction: { net: 33_000, type: 'refund_failure' },
    });
    expect(await stripe.refunds.create({ charge })).toMatchObject({ status: 'succeeded', amount: 33_000 });
  });

  itHere('is refused while the charge is disputed', async () => {
    const { charge } = await paid(stripe);
    const dispute = await connection.control<Stripe.Dispute>('POST', `/charges/${charge}/dispute`, {});
    expect(await refusalOf(stripe.refunds.create({ charge }))).toMatchObject({ code: 'charge_disputed' });
    expect(dispute).toMatchObject({ status: 'needs_response', amount: 33_000, charge });
    expect((await stripe.balance.retrieve()).object).toBe('balance');
  });
});

describe('an idempotency key', () => {
  it('makes one intent of a hundred calls at once', async () => {
    const transfer_group = fresh('group');
    const options = { idempotencyKey: fresh('key'), maxNetworkRetries: 10 };
    const create = () =>
      stripe.paymentIntents.create({ amount: 5_000, currency: 'usd', transfer_group }, options).then(({ id }) => id);
    const ids = await Promise.all(Array.from({ length: 100 }, create));
    expect(new Set(ids).size).toBe(1);
  });

  it('replays the first answer, 402 included', async () => {
    const options = { idempotencyKey: fresh('key') };
    const decline = () => refusalOf(held(stripe, 5_000, { payment_method: 'pm_card_chargeDeclined' }, options));
    const first = await decline();
    const second = await decline();
    expect(second).toMatchObject({ statusCode: 402, code: 'card_declined', charge: first.charge });
    expect(second.headers?.['idempotent-replayed']).toBe('true');
    expect(second.payment_intent?.id).toBe(first.payment_intent?.id);
  });

  it('is refused for other parameters, and for another call', async () => {
    const options = { idempotencyKey: fresh('key') };
    await stripe.customers.create({ name: 'A' }, options);
    const refused = { type: 'StripeIdempotencyError', statusCode: 400 };
    expect(await refusalOf(stripe.customers.create({ name: 'B' }, options))).toMatchObject(refused);
    expect(await refusalOf(stripe.products.create({ name: 'A' }, options))).toMatchObject(refused);
  });

  it('is free again after parameters that are refused', async () => {
    const options = { idempotencyKey: fresh('key') };
    await refusalOf(stripe.paymentIntents.create({ amount: 1, currency: 'usd' }, options));
    const intent = await stripe.paymentIntents.create({ amount: 5_000, currency: 'usd' }, options);
    expect(intent.amount).toBe(5_000);
  });
});
