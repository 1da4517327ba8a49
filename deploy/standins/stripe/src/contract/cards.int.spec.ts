import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import Stripe from 'stripe';
import {
  connect,
  createAuthorizedPayment,
  createPaidPayment,
  eventually,
  itOnStandIn,
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

const declines: readonly (readonly [string, string, string, string | undefined])[] = [
  ['pm_card_chargeDeclined', '4000000000000002', 'card_declined', 'generic_decline'],
  [
    'pm_card_chargeDeclinedInsufficientFunds',
    '4000000000009995',
    'card_declined',
    'insufficient_funds',
  ],
  ['pm_card_chargeDeclinedExpiredCard', '4000000000000069', 'expired_card', undefined],
  ['pm_card_chargeDeclinedIncorrectCvc', '4000000000000127', 'incorrect_cvc', undefined],
  ['pm_card_chargeDeclinedProcessingError', '4000000000000119', 'processing_error', undefined],
];

describe('a declined card', () => {
  it.each(declines)(
    '(%s) lets the same intent use another card',
    async (payment_method, _number, code, decline) => {
      const { id } = await stripe.paymentIntents.create({
        amount: 5_000,
        currency: 'usd',
        capture_method: 'manual',
        allowed_payment_method_types: ['card'],
      });
      const refusal = await captureStripeError(
        stripe.paymentIntents.confirm(id, { payment_method }),
      );
      expect(refusal).toBeInstanceOf(Stripe.errors.StripeCardError);
      expect(refusal).toMatchObject({
        statusCode: 402,
        code,
        payment_intent: { id, status: 'requires_payment_method' },
      });
      if (decline) expect(refusal.decline_code).toBe(decline);
      const updatedIntent = await stripe.paymentIntents.retrieve(id, { expand: ['latest_charge'] });
      expect(updatedIntent).toMatchObject({
        status: 'requires_payment_method',
        payment_method: null,
        last_payment_error: { code, charge: refusal.charge },
        latest_charge: { id: refusal.charge, status: 'failed', paid: false, failure_code: code },
      });
      const paid = await stripe.paymentIntents.confirm(id, { payment_method: 'pm_card_visa' });
      expect(paid).toMatchObject({ status: 'requires_capture', last_payment_error: null });
      expect(paid.latest_charge).not.toBe(refusal.charge);
    },
  );

  it('cannot be attached to a customer', async () => {
    const { id: customer } = await stripe.customers.create();
    const refusal = await captureStripeError(
      stripe.paymentMethods.attach('pm_card_chargeDeclined', { customer }),
    );
    expect(refusal).toMatchObject({ type: 'StripeCardError', code: 'card_declined' });
  });

  it('can be attached but not charged if it is the test card 0341', async () => {
    const { id: customer } = await stripe.customers.create();
    const method = await stripe.paymentMethods.attach('pm_card_chargeCustomerFail', { customer });
    expect(method.customer).toBe(customer);
    const refusal = await captureStripeError(
      createAuthorizedPayment(stripe, 5_000, { customer, payment_method: method.id }),
    );
    expect(refusal).toMatchObject({ type: 'StripeCardError', code: 'card_declined' });
  });
});

describe('3-D Secure', () => {
  const challenged = (more: Partial<Stripe.PaymentIntentCreateParams> = {}) =>
    createAuthorizedPayment(stripe, 5_000, {
      payment_method: 'pm_card_authenticationRequired',
      ...more,
    });

  it('redirects with a return_url and uses Stripe.js without one', async () => {
    const redirected = await challenged({ return_url: 'https://example.com/back' });
    expect(redirected).toMatchObject({
      status: 'requires_action',
      next_action: {
        type: 'redirect_to_url',
        redirect_to_url: { return_url: 'https://example.com/back' },
      },
    });
    expect(await challenged()).toMatchObject({
      status: 'requires_action',
      next_action: { type: 'use_stripe_sdk' },
    });
  });

  it('is declined off session', async () => {
    const refusal = await captureStripeError(challenged({ off_session: true }));
    expect(refusal).toMatchObject({ statusCode: 402, code: 'authentication_required' });
  });

  const act = async (intent: Stripe.PaymentIntent, outcome: string) => {
    const page = String(intent.next_action?.redirect_to_url?.url);
    expect(await (await fetch(page)).text()).toContain('Complete authentication');
    const response = await fetch(page, {
      method: 'POST',
      body: new URLSearchParams({ outcome }),
      redirect: 'manual',
    });
    return new URL(response.headers.get('location') ?? '');
  };

  itOnStandIn('returns after success with the authorization in place', async () => {
    const intent = await challenged({ return_url: 'https://example.com/back?bookingId=1' });
    const back = await act(intent, 'succeed');
    expect(Object.fromEntries(back.searchParams)).toEqual({
      bookingId: '1',
      payment_intent: intent.id,
      payment_intent_client_secret: intent.client_secret,
      redirect_status: 'succeeded',
    });
    const updatedIntent = await stripe.paymentIntents.retrieve(intent.id, {
      expand: ['latest_charge'],
    });
    expect(updatedIntent).toMatchObject({
      status: 'requires_capture',
      latest_charge: {
        payment_method_details: { card: { three_d_secure: { result: 'authenticated' } } },
      },
    });
  });

  itOnStandIn('returns after failure, and the intent accepts another card', async () => {
    const intent = await challenged({ return_url: 'https://example.com/back' });
    expect((await act(intent, 'fail')).searchParams.get('redirect_status')).toBe('failed');
    const updatedIntent = await stripe.paymentIntents.retrieve(intent.id);
    expect(updatedIntent).toMatchObject({
      status: 'requires_payment_method',
      last_payment_error: { code: 'payment_intent_authentication_failure' },
    });
    const retriedIntent = await stripe.paymentIntents.confirm(intent.id, {
      payment_method: 'pm_card_visa',
    });
    expect(retriedIntent.status).toBe('requires_capture');
  });

  itOnStandIn('is skipped off session once card 3155 is set up, but not on session', async () => {
    const { id: customer } = await stripe.customers.create();
    const setup = await stripe.setupIntents.create({
      customer,
      payment_method: 'pm_card_authenticationRequiredOnSetup',
      allowed_payment_method_types: ['card'],
      confirm: true,
    });
    expect(setup.status).toBe('requires_action');
    await connection.control('POST', `/intents/${setup.id}/authenticate`, { passed: true });
    const [method] = (await stripe.paymentMethods.list({ customer })).data;
    const mine = { customer, payment_method: method!.id };
    expect(
      await createAuthorizedPayment(stripe, 5_000, { ...mine, off_session: true }),
    ).toMatchObject({
      status: 'requires_capture',
    });
    expect(await createAuthorizedPayment(stripe, 5_000, mine)).toMatchObject({
      status: 'requires_action',
    });
  });
});

describe('the bank', () => {
  it('reports charges of some test cards as fraud', async () => {
    const { intent, charge } = await createPaidPayment(stripe, 5_000, {
      payment_method: 'pm_card_createIssuerFraudRecord',
    });
    const warning = await eventually(
      connection,
      async () => (await stripe.radar.earlyFraudWarnings.list({ charge })).data[0],
      (listed) => listed !== undefined,
    );
    expect(warning).toMatchObject({ charge, payment_intent: intent.id, actionable: true });
  });
});

describe('a browser', () => {
  const origin = 'http://localhost:5173';

  /** Sends the requests of Stripe.js with a publishable key. */
  async function browse(
    path: string,
    fields: Record<string, string>,
    headers: Record<string, string> = {},
  ) {
    const body = new URLSearchParams({ key: 'pk_test_contract', ...fields });
    const response = await fetch(`${connection.url}${path}`, {
      method: 'POST',
      body,
      headers: { origin, ...headers },
    });
    return {
      response,
      responseBody: (await response.json()) as Stripe.PaymentIntent & {
        error?: Stripe.errors.StripeError;
      },
    };
  }

  const typed = (number: string) => ({
    'payment_method_data[type]': 'card',
    'payment_method_data[card][number]': number,
    'payment_method_data[card][exp_month]': '12',
    'payment_method_data[card][exp_year]': '2099',
    'payment_method_data[card][cvc]': '123',
    'payment_method_data[billing_details][name]': 'Ada',
  });
  itOnStandIn.each([
    ['4242424242424242', 'pass'],
    ['4000000000000036', 'fail'],
    ['4000000000000044', 'unchecked'],
  ])(
    'sends the postal code of card %s and receives the result of its check: %s',
    async (number, check) => {
      const intent = await unpaid();
      await browse(`/v1/payment_intents/${intent.id}/confirm`, {
        ...typed(number),
        'payment_method_data[billing_details][address][postal_code]': '90210',
        client_secret: intent.client_secret!,
      });
      const paid = await stripe.paymentIntents.retrieve(intent.id, { expand: ['latest_charge'] });
      expect(paid.latest_charge).toMatchObject({
        billing_details: { name: 'Ada', address: { postal_code: '90210' } },
        payment_method_details: {
          card: {
            brand: 'visa',
            last4: number.slice(-4),
            network: 'visa',
            checks: { address_postal_code_check: check, cvc_check: 'pass' },
          },
        },
      });
    },
  );

  const unpaid = () =>
    stripe.paymentIntents.create({ amount: 5_000, currency: 'usd', capture_method: 'manual' });

  itOnStandIn('saves a card with consent, and pays with it later', async () => {
    const { id: customer } = await stripe.customers.create();
    const unpaidByCustomer = () =>
      stripe.paymentIntents.create({
        amount: 5_000,
        currency: 'usd',
        capture_method: 'manual',
        allowed_payment_method_types: ['card', 'link'],
        customer,
      });
    const intent = await unpaidByCustomer();
    await browse(`/v1/payment_intents/${intent.id}/confirm`, {
      ...typed('4242424242424242'),
      'payment_method_data[allow_redisplay]': 'always',
      setup_future_usage: 'on_session',
      client_secret: intent.client_secret!,
    });
    const { data: cards } = await stripe.paymentMethods.list({ customer, type: 'card' });
    expect(cards).toMatchObject([{ allow_redisplay: 'always', card: { last4: '4242' } }]);
    const laterIntent = await unpaidByCustomer();
    const { responseBody } = await browse(`/v1/payment_intents/${laterIntent.id}/confirm`, {
      payment_method: cards[0]!.id,
      client_secret: laterIntent.client_secret!,
    });
    expect(responseBody).toMatchObject({ id: laterIntent.id, status: 'requires_capture' });
  });

  itOnStandIn(
    'confirms with the publishable key, the client secret, and a typed card',
    async () => {
      const intent = await unpaid();
      const { response, responseBody } = await browse(`/v1/payment_intents/${intent.id}/confirm`, {
        ...typed('4242 4242 4242 4242'),
        client_secret: intent.client_secret!,
      });
      expect(response.headers.get('access-control-allow-origin')).toBe(origin);
      expect(responseBody).toMatchObject({ id: intent.id, status: 'requires_capture' });
      expect(responseBody).not.toHaveProperty('metadata');
    },
  );

  itOnStandIn.each(declines)(
    'receives the decline code of %s when the card number is %s',
    async (_token, number, code) => {
      const intent = await unpaid();
      const secret = { client_secret: intent.client_secret! };
      const { response, responseBody } = await browse(`/v1/payment_intents/${intent.id}/confirm`, {
        ...typed(number),
        ...secret,
      });
      expect(response.status).toBe(402);
      expect(responseBody.error).toMatchObject({
        type: 'card_error',
        code,
        payment_intent: { status: 'requires_payment_method' },
      });
      expect(responseBody.error?.payment_intent).not.toHaveProperty('metadata');
    },
  );

  itOnStandIn(
    'cannot use a wrong secret, make other calls, or use a number that is not a test card',
    async () => {
      const intent = await unpaid();
      const confirm = `/v1/payment_intents/${intent.id}/confirm`;
      const wrong = await browse(confirm, {
        ...typed('4242424242424242'),
        client_secret: 'pi_other_secret_other',
      });
      expect(wrong.responseBody.error).toMatchObject({ param: 'client_secret' });
      const capture = await browse(`/v1/payment_intents/${intent.id}/capture`, {
        client_secret: intent.client_secret!,
      });
      expect(capture.response.status).toBe(403);
      expect(capture.responseBody.error).toMatchObject({ code: 'secret_key_required' });
      const other = await browse(confirm, {
        ...typed('4111111111111111'),
        client_secret: intent.client_secret!,
      });
      expect(other.responseBody.error).toMatchObject({
        type: 'card_error',
        code: 'incorrect_number',
      });
    },
  );

  itOnStandIn('reads an intent with its client secret', async () => {
    const intent = await unpaid();
    const read = async (secret: string) => {
      const query = new URLSearchParams({ key: 'pk_test_contract', client_secret: secret });
      return (await fetch(`${connection.url}/v1/payment_intents/${intent.id}?${query}`)).json();
    };
    expect(await read(intent.client_secret!)).toMatchObject({
      id: intent.id,
      status: 'requires_payment_method',
    });
    expect(await read('pi_other_secret_other')).toMatchObject({
      error: { param: 'client_secret' },
    });
  });

  itOnStandIn('cannot call from another site', async () => {
    const { response } = await browse(
      '/v1/payment_methods',
      {},
      { origin: 'https://evil.example' },
    );
    expect(response.headers.get('access-control-allow-origin')).toBeNull();
  });

  itOnStandIn('creates a payment method that the server can charge', async () => {
    const { responseBody } = await browse('/v1/payment_methods', {
      type: 'card',
      'card[number]': '5555555555554444',
      'card[exp_month]': '12',
      'card[exp_year]': '99',
    });
    const intent = await createAuthorizedPayment(stripe, 5_000, {
      payment_method: responseBody.id,
    });
    expect(intent.status).toBe('requires_capture');
  });

  it('can send card numbers, but a server cannot', async () => {
    const card = { number: '4242424242424242', exp_month: 12, exp_year: 2099 };
    const refusal = await captureStripeError(stripe.paymentMethods.create({ type: 'card', card }));
    expect(refusal.message).toMatch(/generally unsafe/);
  });
});
