import type Stripe from 'stripe';
import {
  flag,
  group,
  ignored,
  integer,
  listOf,
  mergeMetadata,
  metadata,
  oneOf,
  required,
  text,
} from '../http/parameters.js';
import { invalidRequest } from '../http/refusal.js';
import { browserRoute, listRoute, route, type Routes } from '../http/route.js';
import { change, find, idOf, type World } from '../world.js';
import { attempt } from './attempt.js';
import { cancel, capture } from './hold.js';
import {
  cancelRefusal,
  captureRefusal,
  confirmRefusal,
  newIntent,
  updateRefusal,
  withPaymentMethod,
} from './intent.js';
import { amountOf, currency, retiredTypes } from './money-parameters.js';
import { cardParameters, typedCard, type CardParameters } from './card-parameters.js';
import { cardOf, paymentMethodOf } from './payment-method.js';

type Intent = Stripe.PaymentIntent;

const cancelReason = oneOf('abandoned', 'duplicate', 'fraudulent', 'requested_by_customer');

const words = {
  description: text,
  metadata,
  receipt_email: text,
  statement_descriptor: text,
  statement_descriptor_suffix: text,
  transfer_group: text,
  payment_method_types: retiredTypes,
};
const choices = {
  customer: text,
  payment_method: text,
  setup_future_usage: oneOf('off_session', 'on_session'),
};
const attemptParameters = {
  payment_method_data: cardParameters,
  return_url: text,
  off_session: flag,
  use_stripe_sdk: ignored,
  mandate_data: ignored,
};

type Attempt = {
  payment_method?: string | null;
  payment_method_data?: CardParameters;
  return_url?: string | null;
  off_session?: boolean;
};

/** The payment method of an attempt. A customer's own card needs the customer on the intent. */
function chosenMethod(
  world: World,
  intent: Intent,
  { payment_method, payment_method_data: data }: Attempt,
) {
  const id = payment_method ?? idOf(intent.payment_method);
  if (!id && !data)
    throw invalidRequest(
      "You cannot confirm this PaymentIntent because it's missing a payment method. You can either update the PaymentIntent with a payment method and then confirm it again, or confirm it again directly with a payment method or ConfirmationToken.",
      { code: 'payment_intent_unexpected_state', payment_intent: intent },
    );
  const method = data ? typedCard(world, data) : paymentMethodOf(world, id!, 'payment_method');
  if (method.customer && idOf(method.customer) !== idOf(intent.customer))
    throw invalidRequest(
      'The PaymentMethod belongs to a Customer. Please also specify that Customer on the PaymentIntent.',
      {
        code: 'payment_intent_invalid_parameter',
        param: 'payment_method',
      },
    );
  if (cardOf(world, method.id).known.usedUp)
    throw invalidRequest(
      'The provided PaymentMethod was previously used with a PaymentIntent without Customer attachment, or was detached from a Customer, and may not be used again.',
      { code: 'payment_intent_invalid_parameter', param: 'payment_method' },
    );
  return method;
}

function confirm(world: World, intent: Intent, params: Attempt): Intent {
  const refusal = confirmRefusal(intent);
  if (refusal) throw refusal;
  const redirects =
    intent.automatic_payment_methods?.enabled &&
    intent.automatic_payment_methods.allow_redirects !== 'never';
  if (redirects && !world.inBrowser && !params.return_url && !params.off_session)
    throw invalidRequest(
      "This PaymentIntent is configured to accept payment methods enabled in your Dashboard. Because some of these payment methods might redirect your customer off of your page, you must provide a `return_url`. If you don't want to accept redirect-based payment methods, set `automatic_payment_methods[enabled]` to `true` and `automatic_payment_methods[allow_redirects]` to `never` when creating Setup Intents and Payment Intents.",
      { param: 'return_url' },
    );
  const method = chosenMethod(world, intent, params);
  return attempt(world, intent, method, {
    offSession: params.off_session,
    returnUrl: params.return_url,
  });
}

export const intentRoutes: Routes = {
  'POST /v1/payment_intents': route(
    {
      ...words,
      ...choices,
      ...attemptParameters,
      amount: required(amountOf),
      currency: required(currency),
      capture_method: oneOf('manual', 'automatic', 'automatic_async'),
      confirmation_method: oneOf('automatic'),
      confirm: flag,
      allowed_payment_method_types: listOf(oneOf('card')),
      automatic_payment_methods: group({
        enabled: required(flag),
        allow_redirects: oneOf('always', 'never'),
      }),
    },
    (world, params) => {
      const {
        allowed_payment_method_types: allowed,
        automatic_payment_methods: automatic,
        customer,
      } = params;
      if (allowed && automatic)
        throw invalidRequest(
          'You may only specify one of these parameters: allowed_payment_method_types, automatic_payment_methods.',
          {
            code: 'parameters_exclusive',
            param: 'automatic_payment_methods',
          },
        );
      if (customer) find(world, 'customer', customer, 'customer');
      const chosen =
        params.payment_method && paymentMethodOf(world, params.payment_method, 'payment_method').id;
      const { description = null, receipt_email = null, transfer_group = null } = params;
      const intent = newIntent(
        {
          amount: params.amount,
          currency: params.currency,
          capture_method: params.capture_method ?? 'automatic_async',
          customer: customer ?? null,
          description,
          receipt_email,
          transfer_group,
          metadata: mergeMetadata({}, params.metadata),
          payment_method: chosen ?? null,
          setup_future_usage: params.setup_future_usage ?? null,
          statement_descriptor: params.statement_descriptor ?? null,
          statement_descriptor_suffix: params.statement_descriptor_suffix ?? null,
          allowed_payment_method_types: allowed ?? null,
          automatic_payment_methods: allowed
            ? null
            : { allow_redirects: 'always', enabled: true, ...automatic },
        },
        world.now,
      );
      world.objects.put('payment_intent', intent);
      world.emit('payment_intent.created', intent);
      return params.confirm
        ? confirm(world, intent, { ...params, payment_method: chosen })
        : intent;
    },
  ),
  'GET /v1/payment_intents/:id': browserRoute({}, (world, _params, id) =>
    find(world, 'payment_intent', id),
  ),
  'GET /v1/payment_intents': listRoute(
    'payment_intent',
    '/v1/payment_intents',
    { customer: text },
    ({ customer }) => ({
      customer,
    }),
  ),
  'POST /v1/payment_intents/:id': route(
    {
      ...words,
      ...choices,
      amount: amountOf,
      currency,
      capture_method: oneOf('manual', 'automatic', 'automatic_async'),
    },
    (world, params, id) => {
      const intent = find(world, 'payment_intent', id);
      const { metadata: words, payment_method: method, customer, ...fields } = params;
      const refusal = updateRefusal(intent, Object.keys(params));
      if (refusal) throw refusal;
      if (customer) find(world, 'customer', customer, 'customer');
      return change(world, 'payment_intent', intent, {
        ...fields,
        ...(customer !== undefined && { customer }),
        metadata: mergeMetadata(intent.metadata, words),
        ...(method && withPaymentMethod(paymentMethodOf(world, method, 'payment_method').id)),
      });
    },
  ),
  'POST /v1/payment_intents/:id/confirm': browserRoute(
    {
      ...attemptParameters,
      payment_method: text,
      setup_future_usage: choices.setup_future_usage,
      receipt_email: text,
    },
    (world, { setup_future_usage: usage, receipt_email, ...params }, id) => {
      const found = find(world, 'payment_intent', id);
      const intent = {
        ...found,
        ...(usage && { setup_future_usage: usage }),
        ...(receipt_email && { receipt_email }),
      };
      return confirm(world, intent, params);
    },
  ),
  'POST /v1/payment_intents/:id/capture': route(
    { amount_to_capture: integer, metadata, statement_descriptor: text },
    (world, { amount_to_capture, metadata: words }, id) => {
      const intent = find(world, 'payment_intent', id);
      const refusal = captureRefusal(intent, amount_to_capture);
      if (refusal) throw refusal;
      const noted = { ...intent, metadata: mergeMetadata(intent.metadata, words) };
      return capture(world, noted, amount_to_capture ?? intent.amount_capturable);
    },
  ),
  'POST /v1/payment_intents/:id/cancel': route(
    { cancellation_reason: cancelReason },
    (world, params, id) => {
      const intent = find(world, 'payment_intent', id);
      const refusal = cancelRefusal(intent);
      if (refusal) throw refusal;
      return cancel(world, intent, params.cancellation_reason ?? null);
    },
  ),
};
