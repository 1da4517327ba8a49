import type { PaymentIntent, PaymentIntentResult, Stripe, StripeError } from '@stripe/stripe-js';
import { authenticate } from './authenticate';
import { type CardElement, createCardElement } from './card-element';

type Answer = PaymentIntent & { error?: StripeError };

const noAnswer: StripeError = {
  type: 'api_connection_error',
  message: 'We could not reach the payment service. Please check your connection and try again.',
};
const notAuthenticated: StripeError = {
  type: 'invalid_request_error',
  code: 'payment_intent_authentication_failure',
  message: 'Your bank did not confirm that it is you. Please try again or use another card.',
};

/** What the page of the bank is at, where the intent waits for one. */
const bankOf = ({ status, next_action }: PaymentIntent): string | undefined =>
  status === 'requires_action'
    ? ((next_action as { use_stripe_sdk?: { stripe_js?: string } } | null)?.use_stripe_sdk
        ?.stripe_js ?? undefined)
    : undefined;

/**
 * The part of Stripe.js that pages here use, of a server that stands in for Stripe on this machine: `<Elements>`, `<CardElement>` and
 * `confirmCardPayment` take it for the real one. It is loaded only where the server says that there is such a stand-in.
 */
export const createStripe = (url: string, publishableKey: string): Stripe => {
  const ask = async (
    path: string,
    clientSecret: string,
    body?: Record<string, string>,
  ): Promise<Answer> => {
    const secrets = { key: publishableKey, client_secret: clientSecret };
    const asked = body
      ? fetch(`${url}${path}`, {
          method: 'POST',
          body: new URLSearchParams({ ...secrets, ...body }),
        })
      : fetch(`${url}${path}?${new URLSearchParams(secrets)}`);
    return (await asked
      .then((answer) => answer.json())
      .catch(() => ({ error: noAnswer }))) as Answer;
  };

  const confirmCardPayment = async (
    clientSecret: string,
    {
      payment_method,
    }: { payment_method: { card: CardElement; billing_details?: { name?: string } } },
  ): Promise<PaymentIntentResult> => {
    const path = `/v1/payment_intents/${clientSecret.split('_secret_')[0]}`;
    const details = Object.entries(payment_method.card.card());
    const card = Object.fromEntries(
      details.map(([name, value]) => [`payment_method_data[card][${name}]`, value]),
    );
    const { name } = payment_method.billing_details ?? {};
    const confirmed = await ask(`${path}/confirm`, clientSecret, {
      'payment_method_data[type]': 'card',
      ...card,
      ...(name && { 'payment_method_data[billing_details][name]': name }),
    });
    if (confirmed.error) return { error: confirmed.error };
    const bank = bankOf(confirmed);
    if (!bank) return { paymentIntent: confirmed };
    await authenticate(bank);
    const intent = await ask(path, clientSecret);
    if (intent.error) return { error: intent.error };
    const isConfirmed =
      intent.status !== 'requires_action' && intent.status !== 'requires_payment_method';
    return isConfirmed ? { paymentIntent: intent } : { error: notAuthenticated };
  };

  const elements = () => {
    let card: CardElement | null = null;
    return {
      create: (_type: 'card', options?: object) => (card = createCardElement(options)),
      getElement: () => card,
      update: () => undefined,
    };
  };
  const unsupported = () =>
    Promise.reject(new Error('The stand-in for Stripe.js only confirms card payments.'));
  const stripe = {
    elements,
    confirmCardPayment,
    createToken: unsupported,
    createPaymentMethod: unsupported,
  };
  return stripe as unknown as Stripe;
};
