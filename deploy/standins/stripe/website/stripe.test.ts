import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { waitFor } from '@testing-library/react';
import type { StripeCardElement } from '@stripe/stripe-js';
import { createStripe } from './stripe';

const url = 'http://127.0.0.1:4242';
const api = globalThis.fetch;
let requests: { path: string; body: URLSearchParams | null }[];
let responses: object[];

beforeEach(() => {
  requests = [];
  responses = [];
  globalThis.fetch = async (address, init) => {
    requests.push({
      path: String(address).slice(url.length),
      body: (init?.body as URLSearchParams | undefined) ?? null,
    });
    const response = responses.shift();
    if (!response) throw new TypeError('no network');
    return Response.json(response);
  };
});
afterEach(() => {
  globalThis.fetch = api;
  document.body.replaceChildren();
});

const type = (label: string, text: string) => {
  const input = document.querySelector<HTMLInputElement>(`[aria-label="${label}"]`)!;
  input.value = text;
  input.dispatchEvent(new Event('input'));
  return input.value;
};

const openCardForm = () => {
  const stripe = createStripe(url, 'pk_test_1');
  const card = stripe.elements().create('card');
  const node = document.body.appendChild(document.createElement('div'));
  card.mount(node);
  const changes: boolean[] = [];
  card.on('change', ({ complete }) => changes.push(complete));
  expect(type('Card number', '4242x4242 42424242 99')).toBe('4242 4242 4242 4242');
  expect(type('Expiry date, month and year', '1231')).toBe('12 / 31');
  type('Security code', '123');
  expect(changes.at(-1)).toBe(true);
  const pay = () =>
    stripe.confirmCardPayment('pi_1_secret_2', {
      payment_method: { card: card as StripeCardElement, billing_details: { name: 'Robin Base' } },
    });
  return { card, pay, changes };
};

it('confirms an intent with the entered card and the client secret', async () => {
  const { pay } = openCardForm();
  responses = [{ id: 'pi_1', status: 'requires_capture', next_action: null }];
  expect((await pay()).paymentIntent?.status).toBe('requires_capture');
  const [{ path, body }] = requests as [{ path: string; body: URLSearchParams }];
  expect(path).toBe('/v1/payment_intents/pi_1/confirm');
  expect(Object.fromEntries(body)).toEqual({
    key: 'pk_test_1',
    client_secret: 'pi_1_secret_2',
    'payment_method_data[type]': 'card',
    'payment_method_data[card][number]': '4242424242424242',
    'payment_method_data[card][exp_month]': '12',
    'payment_method_data[card][exp_year]': '2031',
    'payment_method_data[card][cvc]': '123',
    'payment_method_data[billing_details][name]': 'Robin Base',
  });
});

it('returns a declined card and a network failure as errors, like Stripe.js', async () => {
  const { pay } = openCardForm();
  responses = [
    { error: { type: 'card_error', code: 'card_declined', message: 'Your card was declined.' } },
  ];
  expect((await pay()).error).toMatchObject({
    type: 'card_error',
    message: 'Your card was declined.',
  });
  expect((await pay()).error).toMatchObject({ type: 'api_connection_error' });
});

it('opens the page of the bank and returns the outcome after it is completed or closed', async () => {
  const bank = `${url}/hosted/three_d_secure/pi_1`;
  const waits = {
    id: 'pi_1',
    status: 'requires_action',
    next_action: { use_stripe_sdk: { stripe_js: bank } },
  };
  const { pay } = openCardForm();
  const findFrame = () =>
    waitFor(() => {
      const frame = document.querySelector('iframe');
      expect(frame).not.toBeNull();
      return frame!;
    });

  responses = [waits, { id: 'pi_1', status: 'requires_capture', next_action: null }];
  const paid = pay();
  expect((await findFrame()).src).toBe(bank);
  const postMessageFrom = (origin: string) =>
    dispatchEvent(
      new MessageEvent('message', { origin, data: { type: 'stripe-standin:three_d_secure' } }),
    );
  postMessageFrom('https://elsewhere.example');
  expect(document.querySelector('iframe')).not.toBeNull();
  postMessageFrom(url);
  expect((await paid).paymentIntent?.status).toBe('requires_capture');
  expect(document.querySelector('iframe')).toBeNull();

  responses = [waits, { ...waits, status: 'requires_action' }];
  const closedPayment = pay();
  await findFrame();
  document.querySelector<HTMLButtonElement>('[role="dialog"] button')!.click();
  expect((await closedPayment).error).toMatchObject({
    code: 'payment_intent_authentication_failure',
  });
});

it('is incomplete until every card field is filled', () => {
  const { card, changes } = openCardForm();
  type('Security code', '12');
  expect(changes.at(-1)).toBe(false);
  type('Security code', '123');
  card.clear();
  expect(changes.at(-1)).toBe(false);
});
