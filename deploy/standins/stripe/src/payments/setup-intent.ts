import type Stripe from 'stripe';
import {
  flag,
  group,
  ignored,
  listOf,
  mergeMetadata,
  metadata,
  oneOf,
  required,
  text,
} from '../http/parameters.js';
import { invalidRequest, Refusal } from '../http/refusal.js';
import { browserRoute, listRoute, route, type Routes } from '../http/route.js';
import { change, find, idOf, newId, newSecret, type World } from '../world.js';
import { cardParameters, typedCard, type CardParameters } from './card-parameters.js';
import { retiredTypes } from './money-parameters.js';
import { attach, cardOf, paymentMethodOf, remember } from './payment-method.js';

type SetupIntent = Stripe.SetupIntent;

const OPEN: readonly SetupIntent['status'][] = [
  'requires_payment_method',
  'requires_confirmation',
  'requires_action',
];

function newSetupIntent(chosen: Partial<SetupIntent>, now: number): SetupIntent {
  const id = newId('seti');
  return {
    id,
    object: 'setup_intent',
    allowed_payment_method_types: null,
    application: null,
    automatic_payment_methods: null,
    cancellation_reason: null,
    client_secret: newSecret(`${id}_secret`),
    created: now,
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
    status: chosen.payment_method ? 'requires_confirmation' : 'requires_payment_method',
    usage: 'off_session',
    ...chosen,
  };
}

function succeed(world: World, intent: SetupIntent, method: Stripe.PaymentMethod): SetupIntent {
  if (intent.customer) attach(world, method, idOf(intent.customer)!);
  remember(world, method.id, { setUp: true });
  const fields = {
    status: 'succeeded',
    payment_method: method.id,
    next_action: null,
    last_setup_error: null,
  } as const;
  return change(world, 'setup_intent', intent, fields, 'setup_intent.succeeded');
}

function fail(
  world: World,
  intent: SetupIntent,
  error: Stripe.SetupIntent.LastSetupError,
): SetupIntent {
  const fields = {
    status: 'requires_payment_method',
    payment_method: null,
    next_action: null,
    last_setup_error: error,
  } as const;
  return change(world, 'setup_intent', intent, fields, 'setup_intent.setup_failed');
}

type Attempt = {
  payment_method?: string | null;
  payment_method_data?: CardParameters;
  return_url?: string | null;
};

function confirm(world: World, intent: SetupIntent, params: Attempt): SetupIntent {
  const unexpected = { code: 'setup_intent_unexpected_state', setup_intent: intent };
  if (!OPEN.includes(intent.status))
    throw invalidRequest(
      `You cannot confirm this SetupIntent because it has a status of ${intent.status}.`,
      unexpected,
    );
  const id = params.payment_method ?? idOf(intent.payment_method);
  if (!id && !params.payment_method_data)
    throw invalidRequest(
      "You cannot confirm this SetupIntent because it's missing a payment method.",
      unexpected,
    );
  const data = params.payment_method_data;
  const method = data ? typedCard(world, data) : paymentMethodOf(world, id!, 'payment_method');
  const { card } = cardOf(world, method.id);
  if (card.decline && !card.attaches) {
    const error = { type: 'card_error' as const, ...card.decline, payment_method: method };
    throw new Refusal(402, { ...error, setup_intent: fail(world, intent, error) }, true);
  }
  if (!card.authentication) return succeed(world, intent, method);
  const returnUrl = params.return_url ?? null;
  world.objects.put('_authentication', {
    id: `3ds:${intent.id}`,
    return_url: returnUrl,
    off_session: false,
  });
  const url = `${world.origin}/hosted/three_d_secure/${intent.id}?client_secret=${intent.client_secret}`;
  const next_action: Stripe.SetupIntent.NextAction = returnUrl
    ? { type: 'redirect_to_url', redirect_to_url: { return_url: returnUrl, url } }
    : {
        type: 'use_stripe_sdk',
        use_stripe_sdk: { type: 'three_d_secure_redirect', stripe_js: url },
      };
  const fields = { status: 'requires_action', payment_method: method.id, next_action } as const;
  return change(world, 'setup_intent', intent, fields, 'setup_intent.requires_action');
}

/** A person passed 3-D Secure for a card that is set up, or did not. */
export function authenticateSetup(world: World, intent: SetupIntent, passed: boolean): SetupIntent {
  if (intent.status !== 'requires_action') return intent;
  const method = find(world, 'payment_method', idOf(intent.payment_method)!);
  if (passed) return succeed(world, intent, method);
  return fail(world, intent, {
    type: 'invalid_request_error',
    code: 'setup_intent_authentication_failure',
    message:
      'The latest attempt to set up the payment method has failed because authentication failed.',
    payment_method: method,
  });
}

const attemptParameters = {
  payment_method: text,
  payment_method_data: cardParameters,
  return_url: text,
  use_stripe_sdk: ignored,
  mandate_data: ignored,
};

export const setupIntentRoutes: Routes = {
  'POST /v1/setup_intents': route(
    {
      ...attemptParameters,
      customer: text,
      description: text,
      metadata,
      confirm: flag,
      usage: oneOf('off_session', 'on_session'),
      payment_method_types: retiredTypes,
      allowed_payment_method_types: listOf(oneOf('card')),
      automatic_payment_methods: group({
        enabled: required(flag),
        allow_redirects: oneOf('always', 'never'),
      }),
    },
    (
      world,
      {
        customer = null,
        description = null,
        allowed_payment_method_types: allowed = null,
        ...params
      },
    ) => {
      if (customer) find(world, 'customer', customer, 'customer');
      const method =
        params.payment_method && paymentMethodOf(world, params.payment_method, 'payment_method').id;
      const automatic = allowed
        ? null
        : {
            allow_redirects: 'always' as const,
            enabled: true,
            ...params.automatic_payment_methods,
          };
      const intent = newSetupIntent(
        {
          customer,
          description,
          allowed_payment_method_types: allowed,
          automatic_payment_methods: automatic,
          metadata: mergeMetadata({}, params.metadata),
          payment_method: method ?? null,
          usage: params.usage ?? 'off_session',
        },
        world.now,
      );
      world.objects.put('setup_intent', intent);
      world.emit('setup_intent.created', intent);
      return params.confirm
        ? confirm(world, intent, { ...params, payment_method: method })
        : intent;
    },
  ),
  'GET /v1/setup_intents/:id': browserRoute({}, (world, _params, id) =>
    find(world, 'setup_intent', id),
  ),
  'GET /v1/setup_intents': listRoute(
    'setup_intent',
    '/v1/setup_intents',
    { customer: text, payment_method: text },
    ({ customer, payment_method }) => ({ customer, payment_method }),
  ),
  'POST /v1/setup_intents/:id/confirm': browserRoute(attemptParameters, (world, params, id) =>
    confirm(world, find(world, 'setup_intent', id), params),
  ),
  'POST /v1/setup_intents/:id/cancel': route(
    { cancellation_reason: oneOf('abandoned', 'duplicate', 'requested_by_customer') },
    (world, { cancellation_reason = null }, id) => {
      const intent = find(world, 'setup_intent', id);
      if (!OPEN.includes(intent.status))
        throw invalidRequest(
          `You cannot cancel this SetupIntent because it has a status of ${intent.status}.`,
          {
            code: 'setup_intent_unexpected_state',
            setup_intent: intent,
          },
        );
      const fields = { status: 'canceled', cancellation_reason, next_action: null } as const;
      return change(world, 'setup_intent', intent, fields, 'setup_intent.canceled');
    },
  ),
};
