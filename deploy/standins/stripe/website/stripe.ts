import type { PaymentIntent, PaymentIntentResult, Stripe, StripeError } from '@stripe/stripe-js';
import { authenticate } from './authenticate';
import { type CardElement, createCardElement } from './card-element';

type IntentResponse = PaymentIntent & { error?: StripeError };

const connectionError: StripeError = {
  type: 'api_connection_error',
  message: 'We could not reach the payment service. Please check your connection and try again.',
};
const authenticationError: StripeError = {
  type: 'invalid_request_error',
  code: 'payment_intent_authentication_failure',
  message: 'Your bank did not confirm that it is you. Please try again or use another card.',
};

/** URL of the bank's authentication page, if the intent requires one. */
const bankUrlOf = ({ status, next_action }: PaymentIntent): string | undefined =>
  status === 'requires_action'
    ? ((next_action as { use_stripe_sdk?: { stripe_js?: string } } | null)?.use_stripe_sdk
        ?.stripe_js ?? undefined)
    : undefined;

/**
 * The part of Stripe.js that the website uses, backed by the local stand-in for Stripe. Its shape
 * satisfies `<Elements>`, `<CardElement>` and `confirmCardPayment`. Loaded only in development.
 */
export const createStripe = (standInUrl: string, publishableKey: string): Stripe => {
  const sendRequest = async (
    path: string,
    clientSecret: string,
    body?: Record<string, string>,
  ): Promise<IntentResponse> => {
    const credentials = { key: publishableKey, client_secret: clientSecret };
    const pendingResponse = body
      ? fetch(`${standInUrl}${path}`, {
          method: 'POST',
          body: new URLSearchParams({ ...credentials, ...body }),
        })
      : fetch(`${standInUrl}${path}?${new URLSearchParams(credentials)}`);
    return (await pendingResponse
      .then((response) => response.json())
      .catch(() => ({ error: connectionError }))) as IntentResponse;
  };

  const confirmCardPayment = async (
    clientSecret: string,
    {
      payment_method,
    }: { payment_method: { card: CardElement; billing_details?: { name?: string } } },
  ): Promise<PaymentIntentResult> => {
    const path = `/v1/payment_intents/${clientSecret.split('_secret_')[0]}`;
    const cardEntries = Object.entries(payment_method.card.card());
    const cardFields = Object.fromEntries(
      cardEntries.map(([name, value]) => [`payment_method_data[card][${name}]`, value]),
    );
    const { name } = payment_method.billing_details ?? {};
    const confirmedIntent = await sendRequest(`${path}/confirm`, clientSecret, {
      'payment_method_data[type]': 'card',
      ...cardFields,
      ...(name && { 'payment_method_data[billing_details][name]': name }),
    });
    if (confirmedIntent.error) return { error: confirmedIntent.error };
    const bankUrl = bankUrlOf(confirmedIntent);
    if (!bankUrl) return { paymentIntent: confirmedIntent };
    await authenticate(bankUrl);
    const intent = await sendRequest(path, clientSecret);
    if (intent.error) return { error: intent.error };
    const isConfirmed =
      intent.status !== 'requires_action' && intent.status !== 'requires_payment_method';
    return isConfirmed ? { paymentIntent: intent } : { error: authenticationError };
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
