import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import Stripe from 'stripe';
import {
  connect,
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

describe('an authorization', () => {
  it('keeps the amount until it is captured and reports its deadline', async () => {
    const intent = await createAuthorizedPayment(stripe, 33_000, { expand: ['latest_charge'] });
    const charge = intent.latest_charge as Stripe.Charge;
    expect(intent).toMatchObject({
      status: 'requires_capture',
      amount_capturable: 33_000,
      amount_received: 0,
    });
    expect(charge).toMatchObject({
      paid: true,
      captured: false,
      amount_captured: 0,
      balance_transaction: null,
    });
    expect(charge.payment_method_details?.card?.capture_before).toBeGreaterThan(
      charge.created + 4 * 86_400,
    );
  });

  it('can be captured once', async () => {
    const { id } = await createAuthorizedPayment(stripe);
    const captured = await stripe.paymentIntents.capture(id);
    expect(captured).toMatchObject({
      status: 'succeeded',
      amount_received: 33_000,
      amount_capturable: 0,
    });
    expect(await captureStripeError(stripe.paymentIntents.capture(id))).toMatchObject({
      type: 'StripeInvalidRequestError',
      statusCode: 400,
      code: 'payment_intent_unexpected_state',
      payment_intent: { status: 'succeeded' },
    });
  });

  it('releases the rest without a refund when part of it is captured', async () => {
    const { id } = await createAuthorizedPayment(stripe);
    const { latest_charge: charge, ...captured } = await stripe.paymentIntents.capture(id, {
      amount_to_capture: 16_500,
      expand: ['latest_charge.balance_transaction'],
    });
    expect(captured).toMatchObject({
      status: 'succeeded',
      amount: 33_000,
      amount_received: 16_500,
    });
    expect(charge).toMatchObject({
      amount: 33_000,
      amount_captured: 16_500,
      amount_refunded: 0,
      refunded: false,
    });
    expect((await stripe.refunds.list({ payment_intent: id })).data).toEqual([]);
  });

  it('cannot be captured for more than its amount', async () => {
    const { id } = await createAuthorizedPayment(stripe);
    const refusal = await captureStripeError(
      stripe.paymentIntents.capture(id, { amount_to_capture: 33_001 }),
    );
    expect(refusal).toMatchObject({ statusCode: 400, param: 'amount_to_capture' });
    expect(await stripe.paymentIntents.retrieve(id)).toMatchObject({ status: 'requires_capture' });
  });

  it('releases the amount without a refund when canceled', async () => {
    const { id } = await createAuthorizedPayment(stripe);
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

  it.each(['capture', 'cancel', 'confirm'] as const)(
    'refuses to %s after it is canceled',
    async (verb) => {
      const { id } = await createAuthorizedPayment(stripe);
      await stripe.paymentIntents.cancel(id);
      const repeatedCall = stripe.paymentIntents[verb](
        id,
        verb === 'confirm' ? { payment_method: 'pm_card_visa' } : {},
      );
      expect(await captureStripeError(repeatedCall)).toMatchObject({
        statusCode: 400,
        code: 'payment_intent_unexpected_state',
      });
    },
  );

  it('cannot be canceled after it is captured', async () => {
    const { id } = await createAuthorizedPayment(stripe);
    await stripe.paymentIntents.capture(id);
    expect(await captureStripeError(stripe.paymentIntents.cancel(id))).toMatchObject({
      code: 'payment_intent_unexpected_state',
    });
  });

  it('cannot be refunded in part', async () => {
    const { id } = await createAuthorizedPayment(stripe);
    const refusal = await captureStripeError(
      stripe.refunds.create({ payment_intent: id, amount: 100 }),
    );
    expect(refusal).toMatchObject({ type: 'StripeInvalidRequestError', statusCode: 400 });
  });
});

describe('an intent', () => {
  it('waits for a payment method and then for confirmation', async () => {
    const intent = await stripe.paymentIntents.create({
      amount: 5_000,
      currency: 'usd',
      allowed_payment_method_types: ['card'],
    });
    expect(intent).toMatchObject({
      status: 'requires_payment_method',
      latest_charge: null,
      payment_method: null,
    });
    const updated = await stripe.paymentIntents.update(intent.id, {
      payment_method: 'pm_card_visa',
      amount: 6_000,
    });
    expect(updated).toMatchObject({ status: 'requires_confirmation', amount: 6_000 });
    expect(await stripe.paymentIntents.confirm(intent.id)).toMatchObject({
      status: 'succeeded',
      amount_received: 6_000,
    });
    expect(
      await captureStripeError(stripe.paymentIntents.update(intent.id, { amount: 7_000 })),
    ).toMatchObject({
      code: 'payment_intent_unexpected_state',
    });
  });

  it('cannot be confirmed without a payment method', async () => {
    const { id } = await stripe.paymentIntents.create({
      amount: 5_000,
      currency: 'usd',
      allowed_payment_method_types: ['card'],
    });
    expect(await captureStripeError(stripe.paymentIntents.confirm(id))).toMatchObject({
      code: 'payment_intent_unexpected_state',
    });
  });

  it.each([
    ['amount_too_small', { amount: 49 }],
    ['amount_too_large', { amount: 100_000_000 }],
    ['parameter_missing', { amount: undefined }],
    ['parameter_unknown', { color: 'red' }],
    ['payment_method_types_no_longer_supported', { payment_method_types: ['card'] }],
    ['resource_missing', { customer: 'cus_nobody' }],
  ])('refuses %s', async (code, fields) => {
    const params = {
      amount: 5_000,
      currency: 'usd',
      ...fields,
    } as Stripe.PaymentIntentCreateParams;
    expect(await captureStripeError(stripe.paymentIntents.create(params))).toMatchObject({
      statusCode: 400,
      code,
    });
  });

  it('needs a return_url if redirects are possible', async () => {
    const refusal = await captureStripeError(
      stripe.paymentIntents.create({
        amount: 5_000,
        currency: 'usd',
        payment_method: 'pm_card_visa',
        confirm: true,
      }),
    );
    expect(refusal).toMatchObject({ statusCode: 400, type: 'StripeInvalidRequestError' });
  });

  it('passes its descriptions to the charge', async () => {
    const { id: customer } = await stripe.customers.create({ email: 'ada@example.com' });
    const described = {
      customer,
      description: 'One hour at Roxbury',
      receipt_email: 'ada@example.com',
      statement_descriptor_suffix: 'ROXBURY',
      transfer_group: 'booking_1',
    };
    const intent = await createAuthorizedPayment(stripe, 5_000, {
      ...described,
      expand: ['latest_charge'],
    });
    expect(intent).toMatchObject(described);
    expect(intent.latest_charge).toMatchObject({
      ...described,
      calculated_statement_descriptor: expect.stringContaining('* ROXBURY'),
      payment_method_details: { card: { brand: 'visa', last4: '4242', network: 'visa' } },
    });
  });

  it("accepts a customer's card only with that customer", async () => {
    const { id: customer } = await stripe.customers.create();
    const method = await stripe.paymentMethods.attach('pm_card_visa', { customer });
    const refusal = await captureStripeError(
      createAuthorizedPayment(stripe, 5_000, { payment_method: method.id }),
    );
    expect(refusal).toMatchObject({ statusCode: 400 });
    expect(
      await createAuthorizedPayment(stripe, 5_000, { payment_method: method.id, customer }),
    ).toMatchObject({
      status: 'requires_capture',
    });
  });

  it('accepts an unattached card once', async () => {
    const { payment_method: method } = await createAuthorizedPayment(stripe);
    expect(
      await captureStripeError(
        createAuthorizedPayment(stripe, 5_000, { payment_method: method as string }),
      ),
    ).toMatchObject({
      statusCode: 400,
    });
  });

  it('saves the card for the customer on request', async () => {
    const { id: customer } = await stripe.customers.create();
    const { payment_method: method } = await createAuthorizedPayment(stripe, 5_000, {
      customer,
      setup_future_usage: 'off_session',
    });
    const { data } = await stripe.paymentMethods.list({ customer });
    expect(data.map(({ id }) => id)).toEqual([method]);
    const later = await createAuthorizedPayment(stripe, 5_000, {
      customer,
      payment_method: method as string,
      off_session: true,
    });
    expect(later.status).toBe('requires_capture');
  });
});
