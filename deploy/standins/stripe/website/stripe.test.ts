import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { waitFor } from '@testing-library/react';
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

const openIntent = { id: 'pi_1', status: 'requires_payment_method', next_action: null };
const heldIntent = { id: 'pi_1', status: 'requires_capture', next_action: null };

const mountElement = async (options: object = {}) => {
  const stripe = createStripe(url, 'pk_test_1');
  const elements = stripe.elements({ clientSecret: 'pi_1_secret_2' });
  const element = elements.create('payment', options);
  const node = document.body.appendChild(document.createElement('div'));
  const changes: boolean[] = [];
  element.on('change', ({ complete }) => changes.push(complete));
  const loaded = new Promise<string>((resolve) => {
    element.on('ready', () => resolve('ready'));
    element.on('loaderror', ({ error }) => resolve(error.code ?? error.type));
  });
  element.mount(node);
  const pay = (confirmParams: object = {}) =>
    stripe.confirmPayment({
      elements,
      confirmParams: {
        payment_method_data: { billing_details: { name: 'Robin Base' } },
        ...confirmParams,
      },
      redirect: 'if_required',
    });
  return { stripe, elements, element, changes, loaded: await loaded, pay };
};

const openCardForm = async () => {
  responses = [openIntent];
  const form = await mountElement();
  expect(form.loaded).toBe('ready');
  expect(type('Card number', '4242x4242 42424242 99')).toBe('4242 4242 4242 4242');
  expect(type('Expiry date, month and year', '1231')).toBe('12 / 31');
  type('Security code', '123');
  expect(form.changes.at(-1)).toBe(false);
  type('ZIP code', '85253');
  expect(form.changes.at(-1)).toBe(true);
  return form;
};

it('confirms an intent with the entered card, its ZIP code, and the client secret', async () => {
  const { pay } = await openCardForm();
  responses = [heldIntent];
  expect((await pay()).paymentIntent?.status).toBe('requires_capture');
  const { path, body } = requests.at(-1)!;
  expect(path).toBe('/v1/payment_intents/pi_1/confirm');
  expect(Object.fromEntries(body!)).toEqual({
    key: 'pk_test_1',
    client_secret: 'pi_1_secret_2',
    'payment_method_data[type]': 'card',
    'payment_method_data[card][number]': '4242424242424242',
    'payment_method_data[card][exp_month]': '12',
    'payment_method_data[card][exp_year]': '2031',
    'payment_method_data[card][cvc]': '123',
    'payment_method_data[billing_details][name]': 'Robin Base',
    'payment_method_data[billing_details][address][country]': 'US',
    'payment_method_data[billing_details][address][postal_code]': '85253',
  });
});

it('sends the consent to save the card', async () => {
  const { pay } = await openCardForm();
  responses = [heldIntent];
  await pay({
    setup_future_usage: 'on_session',
    payment_method_data: { allow_redisplay: 'always' },
  });
  expect(Object.fromEntries(requests.at(-1)!.body!)).toMatchObject({
    setup_future_usage: 'on_session',
    'payment_method_data[allow_redisplay]': 'always',
  });
});

it('confirms an intent with a saved card', async () => {
  const stripe = createStripe(url, 'pk_test_1');
  responses = [heldIntent];
  await stripe.confirmPayment({
    clientSecret: 'pi_1_secret_2',
    confirmParams: { payment_method: 'pm_1' },
    redirect: 'if_required',
  });
  expect(Object.fromEntries(requests.at(-1)!.body!)).toEqual({
    key: 'pk_test_1',
    client_secret: 'pi_1_secret_2',
    payment_method: 'pm_1',
  });
});

it('loads only for an intent that can still be confirmed', async () => {
  responses = [heldIntent];
  expect((await mountElement()).loaded).toBe('payment_intent_unexpected_state');
  expect(document.querySelector('input')).toBeNull();
  expect((await mountElement()).loaded).toBe('api_connection_error');
});

it('returns a declined card and a network failure as errors, like Stripe.js', async () => {
  const { pay } = await openCardForm();
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
  const { pay } = await openCardForm();
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

it('marks the first incomplete field and sends nothing', async () => {
  const { elements, element, pay, changes } = await openCardForm();
  type('Security code', '12');
  expect(changes.at(-1)).toBe(false);
  const requestCount = requests.length;
  expect((await elements.submit()).error).toMatchObject({ type: 'validation_error' });
  expect((await pay()).error).toMatchObject({ code: 'incomplete_cvc' });
  expect(requests).toHaveLength(requestCount);
  const marked = document.querySelectorAll('[aria-invalid="true"]');
  expect([...marked].map((input) => input.getAttribute('aria-label'))).toEqual(['Security code']);
  type('Security code', '123');
  expect((await elements.submit()).error).toBeUndefined();
  element.clear();
  expect(changes.at(-1)).toBe(false);
});
