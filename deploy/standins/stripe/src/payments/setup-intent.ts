import type Stripe from 'stripe';
import {
  flagField,
  groupField,
  ignoredField,
  listField,
  mergeMetadata,
  metadataField,
  oneOfField,
  requiredField,
  textField,
} from '../http/parameters.js';
import { invalidRequest, StripeApiError } from '../http/api-error.js';
import { createBrowserRoute, createListRoute, createRoute, type ApiRoutes } from '../http/route.js';
import {
  updateObject,
  findObject,
  referenceId,
  createId,
  createSecret,
  type StripeState,
} from '../state.js';
import { cardParameters, typedCard, type CardParameters } from './card-parameters.js';
import { retiredTypesField } from './money-parameters.js';
import {
  attachPaymentMethod,
  findTestCard,
  resolvePaymentMethod,
  updateCardRecord,
} from './payment-method.js';

type SetupIntent = Stripe.SetupIntent;

const OPEN_STATUSES: readonly SetupIntent['status'][] = [
  'requires_payment_method',
  'requires_confirmation',
  'requires_action',
];

function buildSetupIntent(intentFields: Partial<SetupIntent>, createdSeconds: number): SetupIntent {
  const intentId = createId('seti');
  return {
    id: intentId,
    object: 'setup_intent',
    allowed_payment_method_types: null,
    application: null,
    automatic_payment_methods: null,
    cancellation_reason: null,
    client_secret: createSecret(`${intentId}_secret`),
    created: createdSeconds,
    customer: null,
    customer_account: null,
    description: null,
    excluded_payment_method_types: null,
    flow_directions: null,
    last_setup_error: null,
    latest_attempt: null,
    livemode: false,
    mandate: null,
    metadata: {},
    next_action: null,
    on_behalf_of: null,
    payment_method: null,
    payment_method_configuration_details: null,
    payment_method_options: {
      card: { mandate_options: null, network: null, request_three_d_secure: 'automatic' },
    },
    payment_method_types: ['card'],
    single_use_mandate: null,
    status: intentFields.payment_method ? 'requires_confirmation' : 'requires_payment_method',
    usage: 'off_session',
    ...intentFields,
  };
}

function succeedSetup(
  state: StripeState,
  setupIntent: SetupIntent,
  paymentMethod: Stripe.PaymentMethod,
): SetupIntent {
  if (setupIntent.customer)
    attachPaymentMethod(state, paymentMethod, referenceId(setupIntent.customer)!);
  updateCardRecord(state, paymentMethod.id, { setUp: true });
  const updatedFields = {
    status: 'succeeded',
    payment_method: paymentMethod.id,
    next_action: null,
    last_setup_error: null,
  } as const;
  return updateObject(state, 'setup_intent', setupIntent, updatedFields, 'setup_intent.succeeded');
}

function failSetup(
  state: StripeState,
  setupIntent: SetupIntent,
  setupError: Stripe.SetupIntent.LastSetupError,
): SetupIntent {
  const updatedFields = {
    status: 'requires_payment_method',
    payment_method: null,
    next_action: null,
    last_setup_error: setupError,
  } as const;
  return updateObject(
    state,
    'setup_intent',
    setupIntent,
    updatedFields,
    'setup_intent.setup_failed',
  );
}

type AttemptParameters = {
  payment_method?: string | null;
  payment_method_data?: CardParameters;
  return_url?: string | null;
};

function confirmSetup(
  state: StripeState,
  setupIntent: SetupIntent,
  attemptOptions: AttemptParameters,
): SetupIntent {
  const stateErrorDetails = { code: 'setup_intent_unexpected_state', setup_intent: setupIntent };
  if (!OPEN_STATUSES.includes(setupIntent.status))
    throw invalidRequest(
      `You cannot confirm this SetupIntent because it has a status of ${setupIntent.status}.`,
      stateErrorDetails,
    );
  const paymentMethodId = attemptOptions.payment_method ?? referenceId(setupIntent.payment_method);
  if (!paymentMethodId && !attemptOptions.payment_method_data)
    throw invalidRequest(
      "You cannot confirm this SetupIntent because it's missing a payment method.",
      stateErrorDetails,
    );
  const typedCardData = attemptOptions.payment_method_data;
  const paymentMethod = typedCardData
    ? typedCard(state, typedCardData)
    : resolvePaymentMethod(state, paymentMethodId!, 'payment_method');
  const { card } = findTestCard(state, paymentMethod.id);
  if (card.decline && !card.attaches) {
    const cardError = {
      type: 'card_error' as const,
      ...card.decline,
      payment_method: paymentMethod,
    };
    throw new StripeApiError(
      402,
      { ...cardError, setup_intent: failSetup(state, setupIntent, cardError) },
      true,
    );
  }
  if (!card.authentication) return succeedSetup(state, setupIntent, paymentMethod);
  const returnUrl = attemptOptions.return_url ?? null;
  state.objects.put('_authentication', {
    id: `3ds:${setupIntent.id}`,
    return_url: returnUrl,
    off_session: false,
  });
  const authenticationUrl = `${state.origin}/hosted/three_d_secure/${setupIntent.id}?client_secret=${setupIntent.client_secret}`;
  const next_action: Stripe.SetupIntent.NextAction = returnUrl
    ? {
        type: 'redirect_to_url',
        redirect_to_url: { return_url: returnUrl, url: authenticationUrl },
      }
    : {
        type: 'use_stripe_sdk',
        use_stripe_sdk: { type: 'three_d_secure_redirect', stripe_js: authenticationUrl },
      };
  const updatedFields = {
    status: 'requires_action',
    payment_method: paymentMethod.id,
    next_action,
  } as const;
  return updateObject(
    state,
    'setup_intent',
    setupIntent,
    updatedFields,
    'setup_intent.requires_action',
  );
}

/** Completes 3-D Secure for a card setup, with success or failure. */
export function finishSetupAuthentication(
  state: StripeState,
  setupIntent: SetupIntent,
  isAuthenticated: boolean,
): SetupIntent {
  if (setupIntent.status !== 'requires_action') return setupIntent;
  const paymentMethod = findObject(
    state,
    'payment_method',
    referenceId(setupIntent.payment_method)!,
  );
  if (isAuthenticated) return succeedSetup(state, setupIntent, paymentMethod);
  return failSetup(state, setupIntent, {
    type: 'invalid_request_error',
    code: 'setup_intent_authentication_failure',
    message:
      'The latest attempt to set up the payment method has failed because authentication failed.',
    payment_method: paymentMethod,
  });
}

const attemptShape = {
  payment_method: textField,
  payment_method_data: cardParameters,
  return_url: textField,
  use_stripe_sdk: ignoredField,
  mandate_data: ignoredField,
};

export const setupIntentRoutes: ApiRoutes = {
  'POST /v1/setup_intents': createRoute(
    {
      ...attemptShape,
      customer: textField,
      description: textField,
      metadata: metadataField,
      confirm: flagField,
      usage: oneOfField('off_session', 'on_session'),
      payment_method_types: retiredTypesField,
      allowed_payment_method_types: listField(oneOfField('card')),
      automatic_payment_methods: groupField({
        enabled: requiredField(flagField),
        allow_redirects: oneOfField('always', 'never'),
      }),
    },
    (
      state,
      {
        customer = null,
        description = null,
        allowed_payment_method_types: allowedTypes = null,
        ...intentParameters
      },
    ) => {
      if (customer) findObject(state, 'customer', customer, 'customer');
      const paymentMethodId =
        intentParameters.payment_method &&
        resolvePaymentMethod(state, intentParameters.payment_method, 'payment_method').id;
      const automaticMethods = allowedTypes
        ? null
        : {
            allow_redirects: 'always' as const,
            enabled: true,
            ...intentParameters.automatic_payment_methods,
          };
      const setupIntent = buildSetupIntent(
        {
          customer,
          description,
          allowed_payment_method_types: allowedTypes,
          automatic_payment_methods: automaticMethods,
          metadata: mergeMetadata({}, intentParameters.metadata),
          payment_method: paymentMethodId ?? null,
          usage: intentParameters.usage ?? 'off_session',
        },
        state.now,
      );
      state.objects.put('setup_intent', setupIntent);
      state.emit('setup_intent.created', setupIntent);
      return intentParameters.confirm
        ? confirmSetup(state, setupIntent, { ...intentParameters, payment_method: paymentMethodId })
        : setupIntent;
    },
  ),
  'GET /v1/setup_intents/:id': createBrowserRoute({}, (state, _params, intentId) =>
    findObject(state, 'setup_intent', intentId),
  ),
  'GET /v1/setup_intents': createListRoute(
    'setup_intent',
    '/v1/setup_intents',
    { customer: textField, payment_method: textField },
    ({ customer, payment_method }) => ({ customer, payment_method }),
  ),
  'POST /v1/setup_intents/:id/confirm': createBrowserRoute(
    attemptShape,
    (state, parameters, intentId) =>
      confirmSetup(state, findObject(state, 'setup_intent', intentId), parameters),
  ),
  'POST /v1/setup_intents/:id/cancel': createRoute(
    { cancellation_reason: oneOfField('abandoned', 'duplicate', 'requested_by_customer') },
    (state, { cancellation_reason = null }, intentId) => {
      const setupIntent = findObject(state, 'setup_intent', intentId);
      if (!OPEN_STATUSES.includes(setupIntent.status))
        throw invalidRequest(
          `You cannot cancel this SetupIntent because it has a status of ${setupIntent.status}.`,
          {
            code: 'setup_intent_unexpected_state',
            setup_intent: setupIntent,
          },
        );
      const updatedFields = { status: 'canceled', cancellation_reason, next_action: null } as const;
      return updateObject(
        state,
        'setup_intent',
        setupIntent,
        updatedFields,
        'setup_intent.canceled',
      );
    },
  ),
};
