import type {
  ConfirmPaymentData,
  PaymentIntent,
  PaymentIntentResult,
  Stripe,
  StripeElements,
  StripeElementsOptionsClientSecret,
  StripeError,
  StripePaymentElementOptions,
} from '@stripe/stripe-js';
import { authenticate } from './authenticate';
import { type PaymentElement, createPaymentElement } from './payment-element';

type IntentResponse = PaymentIntent & { error?: StripeError };
type ConfirmOptions = {
  elements?: StripeElements;
  clientSecret?: string;
  confirmParams?: Partial<ConfirmPaymentData>;
};
type Fields = { [name: string]: string | Fields | null | undefined };

const connectionError: StripeError = {
  type: 'api_connection_error',
  message: 'We could not reach the payment service. Please check your connection and try again.',
};
const authenticationError: StripeError = {
  type: 'invalid_request_error',
  code: 'payment_intent_authentication_failure',
  message: 'Your bank did not confirm that it is you. Please try again or use another card.',
};
const openStatuses: readonly string[] = [
  'requires_payment_method',
  'requires_confirmation',
  'requires_action',
];

/** Form encoding as in Stripe's API: `{ card: { cvc } }` becomes `card[cvc]`. */
const formEntries = (fields: Fields, prefix = ''): [string, string][] =>
  Object.entries(fields).flatMap(([name, value]): [string, string][] => {
    const path = prefix ? `${prefix}[${name}]` : name;
    if (value === undefined || value === null) return [];
    return typeof value === 'string' ? [[path, value]] : formEntries(value, path);
  });

/** URL of the bank's authentication page, if the intent requires one. */
const bankUrlOf = ({ status, next_action }: PaymentIntent): string | undefined =>
  status === 'requires_action'
    ? ((next_action as { use_stripe_sdk?: { stripe_js?: string } } | null)?.use_stripe_sdk
        ?.stripe_js ?? undefined)
    : undefined;

/**
 * The part of Stripe.js that the website uses, backed by the local stand-in for Stripe. Its shape
 * satisfies `<Elements>`, `<PaymentElement>`, and `confirmPayment`. Loaded only in development.
 */
export const createStripe = (standInUrl: string, publishableKey: string): Stripe => {
  const intentPath = (clientSecret: string) =>
    `/v1/payment_intents/${clientSecret.split('_secret_')[0]}`;

  const sendRequest = async (
    path: string,
    clientSecret: string,
    fields?: Fields,
  ): Promise<IntentResponse> => {
    const credentials = { key: publishableKey, client_secret: clientSecret };
    const pendingResponse = fields
      ? fetch(`${standInUrl}${path}`, {
          method: 'POST',
          body: new URLSearchParams(formEntries({ ...credentials, ...fields })),
        })
      : fetch(`${standInUrl}${path}?${new URLSearchParams(credentials)}`);
    return (await pendingResponse
      .then((response) => response.json())
      .catch(() => ({ error: connectionError }))) as IntentResponse;
  };

  const retrievePaymentIntent = async (clientSecret: string): Promise<PaymentIntentResult> => {
    const { error, ...intent } = await sendRequest(intentPath(clientSecret), clientSecret);
    return error ? { error } : { paymentIntent: intent };
  };

  /** Like Stripe.js, the element loads only for an intent that can still be confirmed. */
  const loadError = async (clientSecret: string): Promise<StripeError | undefined> => {
    const { error, paymentIntent } = await retrievePaymentIntent(clientSecret);
    if (error) return error;
    return openStatuses.includes(paymentIntent.status)
      ? undefined
      : {
          type: 'invalid_request_error',
          code: 'payment_intent_unexpected_state',
          message: 'This payment can no longer be confirmed.',
          payment_intent: paymentIntent,
        };
  };

  const elements = ({ clientSecret = '' }: Partial<StripeElementsOptionsClientSecret> = {}) => {
    let paymentElement: PaymentElement | null = null;
    return {
      clientSecret,
      create: (_type: 'payment', options?: StripePaymentElementOptions) =>
        (paymentElement = createPaymentElement(() => loadError(clientSecret), options)),
      getElement: () => paymentElement,
      update: () => Promise.resolve(),
      submit: () => Promise.resolve({ error: paymentElement?.validate() }),
    };
  };

  const confirmPayment = async ({
    elements: group,
    clientSecret: givenSecret,
    confirmParams: { payment_method, payment_method_data, setup_future_usage } = {},
  }: ConfirmOptions): Promise<PaymentIntentResult> => {
    const formGroup = group as unknown as ReturnType<typeof elements> | undefined;
    const clientSecret = givenSecret ?? formGroup?.clientSecret ?? '';
    const paymentElement = payment_method ? null : formGroup?.getElement();
    const error = paymentElement?.validate();
    if (error) return { error };
    const enteredCard = paymentElement?.enteredCard();
    const confirmedIntent = await sendRequest(`${intentPath(clientSecret)}/confirm`, clientSecret, {
      setup_future_usage,
      ...(enteredCard
        ? {
            payment_method_data: {
              type: 'card',
              card: enteredCard.card,
              allow_redisplay: payment_method_data?.allow_redisplay,
              billing_details: {
                name: payment_method_data?.billing_details?.name,
                address: enteredCard.address,
              },
            },
          }
        : { payment_method }),
    });
    if (confirmedIntent.error) return { error: confirmedIntent.error };
    const bankUrl = bankUrlOf(confirmedIntent);
    if (!bankUrl) return { paymentIntent: confirmedIntent };
    await authenticate(bankUrl);
    const { error: readError, paymentIntent } = await retrievePaymentIntent(clientSecret);
    if (readError) return { error: readError };
    const isConfirmed =
      paymentIntent.status !== 'requires_action' &&
      paymentIntent.status !== 'requires_payment_method';
    return isConfirmed ? { paymentIntent } : { error: authenticationError };
  };

  const unsupported = () =>
    Promise.reject(new Error('The stand-in for Stripe.js only confirms payments.'));
  const stripe = {
    elements,
    confirmPayment,
    retrievePaymentIntent,
    confirmCardPayment: unsupported,
    createToken: unsupported,
    createPaymentMethod: unsupported,
  };
  return stripe as unknown as Stripe;
};
