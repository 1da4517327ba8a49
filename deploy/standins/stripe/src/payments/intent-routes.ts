import type Stripe from 'stripe';
import {
  flagField,
  groupField,
  ignoredField,
  integerField,
  listField,
  mergeMetadata,
  metadataField,
  oneOfField,
  requiredField,
  textField,
} from '../http/parameters.js';
import { invalidRequest } from '../http/api-error.js';
import { createBrowserRoute, createListRoute, createRoute, type ApiRoutes } from '../http/route.js';
import { updateObject, findObject, referenceId, type StripeState } from '../state.js';
import { attemptPayment } from './attempt.js';
import { cancelIntent, captureIntent } from './hold.js';
import {
  cancellationError,
  captureError,
  confirmationError,
  buildIntent,
  updateError,
  paymentMethodFields,
} from './intent.js';
import { amountField, currencyField, retiredTypesField } from './money-parameters.js';
import { cardParameters, typedCard, type CardParameters } from './card-parameters.js';
import { findTestCard, resolvePaymentMethod } from './payment-method.js';

type PaymentIntent = Stripe.PaymentIntent;

const cancelReasonField = oneOfField(
  'abandoned',
  'duplicate',
  'fraudulent',
  'requested_by_customer',
);

const descriptionShape = {
  description: textField,
  metadata: metadataField,
  receipt_email: textField,
  statement_descriptor: textField,
  statement_descriptor_suffix: textField,
  transfer_group: textField,
  payment_method_types: retiredTypesField,
};
const customerShape = {
  customer: textField,
  payment_method: textField,
  setup_future_usage: oneOfField('off_session', 'on_session'),
};
const attemptShape = {
  payment_method_data: cardParameters,
  return_url: textField,
  off_session: flagField,
  use_stripe_sdk: ignoredField,
  mandate_data: ignoredField,
};

type AttemptParameters = {
  payment_method?: string | null;
  payment_method_data?: CardParameters;
  return_url?: string | null;
  off_session?: boolean;
};

/**
 * The payment method of an attempt. A card attached to a customer requires that customer on the
 * intent.
 */
function chooseAttemptMethod(
  state: StripeState,
  paymentIntent: PaymentIntent,
  { payment_method, payment_method_data: typedCardData }: AttemptParameters,
) {
  const paymentMethodId = payment_method ?? referenceId(paymentIntent.payment_method);
  if (!paymentMethodId && !typedCardData)
    throw invalidRequest(
      "You cannot confirm this PaymentIntent because it's missing a payment method. You can either update the PaymentIntent with a payment method and then confirm it again, or confirm it again directly with a payment method or ConfirmationToken.",
      { code: 'payment_intent_unexpected_state', payment_intent: paymentIntent },
    );
  const paymentMethod = typedCardData
    ? typedCard(state, typedCardData)
    : resolvePaymentMethod(state, paymentMethodId!, 'payment_method');
  if (
    paymentMethod.customer &&
    referenceId(paymentMethod.customer) !== referenceId(paymentIntent.customer)
  )
    throw invalidRequest(
      'The PaymentMethod belongs to a Customer. Please also specify that Customer on the PaymentIntent.',
      {
        code: 'payment_intent_invalid_parameter',
        param: 'payment_method',
      },
    );
  if (findTestCard(state, paymentMethod.id).record.usedUp)
    throw invalidRequest(
      'The provided PaymentMethod was previously used with a PaymentIntent without Customer attachment, or was detached from a Customer, and may not be used again.',
      { code: 'payment_intent_invalid_parameter', param: 'payment_method' },
    );
  return paymentMethod;
}

function confirmIntent(
  state: StripeState,
  paymentIntent: PaymentIntent,
  attemptOptions: AttemptParameters,
): PaymentIntent {
  const confirmError = confirmationError(paymentIntent);
  if (confirmError) throw confirmError;
  const mayRedirect =
    paymentIntent.automatic_payment_methods?.enabled &&
    paymentIntent.automatic_payment_methods.allow_redirects !== 'never';
  if (mayRedirect && !state.inBrowser && !attemptOptions.return_url && !attemptOptions.off_session)
    throw invalidRequest(
      "This PaymentIntent is configured to accept payment methods enabled in your Dashboard. Because some of these payment methods might redirect your customer off of your page, you must provide a `return_url`. If you don't want to accept redirect-based payment methods, set `automatic_payment_methods[enabled]` to `true` and `automatic_payment_methods[allow_redirects]` to `never` when creating Setup Intents and Payment Intents.",
      { param: 'return_url' },
    );
  const paymentMethod = chooseAttemptMethod(state, paymentIntent, attemptOptions);
  return attemptPayment(state, paymentIntent, paymentMethod, {
    offSession: attemptOptions.off_session,
    returnUrl: attemptOptions.return_url,
  });
}

export const paymentIntentRoutes: ApiRoutes = {
  'POST /v1/payment_intents': createRoute(
    {
      ...descriptionShape,
      ...customerShape,
      ...attemptShape,
      amount: requiredField(amountField),
      currency: requiredField(currencyField),
      capture_method: oneOfField('manual', 'automatic', 'automatic_async'),
      confirmation_method: oneOfField('automatic'),
      confirm: flagField,
      allowed_payment_method_types: listField(oneOfField('card', 'link')),
      automatic_payment_methods: groupField({
        enabled: requiredField(flagField),
        allow_redirects: oneOfField('always', 'never'),
      }),
    },
    (state, parameters) => {
      const {
        allowed_payment_method_types: allowedTypes,
        automatic_payment_methods: automaticMethods,
        customer,
      } = parameters;
      if (allowedTypes && automaticMethods)
        throw invalidRequest(
          'You may only specify one of these parameters: allowed_payment_method_types, automatic_payment_methods.',
          {
            code: 'parameters_exclusive',
            param: 'automatic_payment_methods',
          },
        );
      if (customer) findObject(state, 'customer', customer, 'customer');
      const paymentMethodId =
        parameters.payment_method &&
        resolvePaymentMethod(state, parameters.payment_method, 'payment_method').id;
      const { description = null, receipt_email = null, transfer_group = null } = parameters;
      const paymentIntent = buildIntent(
        {
          amount: parameters.amount,
          currency: parameters.currency,
          capture_method: parameters.capture_method ?? 'automatic_async',
          customer: customer ?? null,
          description,
          receipt_email,
          transfer_group,
          metadata: mergeMetadata({}, parameters.metadata),
          payment_method: paymentMethodId ?? null,
          setup_future_usage: parameters.setup_future_usage ?? null,
          statement_descriptor: parameters.statement_descriptor ?? null,
          statement_descriptor_suffix: parameters.statement_descriptor_suffix ?? null,
          allowed_payment_method_types: allowedTypes ?? null,
          automatic_payment_methods: allowedTypes
            ? null
            : { allow_redirects: 'always', enabled: true, ...automaticMethods },
        },
        state.now,
      );
      state.objects.put('payment_intent', paymentIntent);
      state.emit('payment_intent.created', paymentIntent);
      return parameters.confirm
        ? confirmIntent(state, paymentIntent, { ...parameters, payment_method: paymentMethodId })
        : paymentIntent;
    },
  ),
  'GET /v1/payment_intents/:id': createBrowserRoute({}, (state, _params, intentId) =>
    findObject(state, 'payment_intent', intentId),
  ),
  'GET /v1/payment_intents': createListRoute(
    'payment_intent',
    '/v1/payment_intents',
    { customer: textField },
    ({ customer }) => ({
      customer,
    }),
  ),
  'POST /v1/payment_intents/:id': createRoute(
    {
      ...descriptionShape,
      ...customerShape,
      amount: amountField,
      currency: currencyField,
      capture_method: oneOfField('manual', 'automatic', 'automatic_async'),
    },
    (state, parameters, intentId) => {
      const paymentIntent = findObject(state, 'payment_intent', intentId);
      const {
        metadata: metadataChanges,
        payment_method: paymentMethodId,
        customer,
        ...otherFields
      } = parameters;
      const stateError = updateError(paymentIntent, Object.keys(parameters));
      if (stateError) throw stateError;
      if (customer) findObject(state, 'customer', customer, 'customer');
      return updateObject(state, 'payment_intent', paymentIntent, {
        ...otherFields,
        ...(customer !== undefined && { customer }),
        metadata: mergeMetadata(paymentIntent.metadata, metadataChanges),
        ...(paymentMethodId &&
          paymentMethodFields(resolvePaymentMethod(state, paymentMethodId, 'payment_method').id)),
      });
    },
  ),
  'POST /v1/payment_intents/:id/confirm': createBrowserRoute(
    {
      ...attemptShape,
      payment_method: textField,
      setup_future_usage: customerShape.setup_future_usage,
      receipt_email: textField,
    },
    (state, { setup_future_usage: futureUsage, receipt_email, ...attemptOptions }, intentId) => {
      const storedIntent = findObject(state, 'payment_intent', intentId);
      const paymentIntent = {
        ...storedIntent,
        ...(futureUsage && { setup_future_usage: futureUsage }),
        ...(receipt_email && { receipt_email }),
      };
      return confirmIntent(state, paymentIntent, attemptOptions);
    },
  ),
  'POST /v1/payment_intents/:id/capture': createRoute(
    {
      amount_to_capture: integerField,
      metadata: metadataField,
      statement_descriptor: textField,
      statement_descriptor_suffix: textField,
    },
    (state, { amount_to_capture, metadata: metadataChanges, ...statementChanges }, intentId) => {
      const paymentIntent = findObject(state, 'payment_intent', intentId);
      const stateError = captureError(paymentIntent, amount_to_capture);
      if (stateError) throw stateError;
      const annotatedIntent = {
        ...paymentIntent,
        ...statementChanges,
        metadata: mergeMetadata(paymentIntent.metadata, metadataChanges),
      };
      return captureIntent(
        state,
        annotatedIntent,
        amount_to_capture ?? paymentIntent.amount_capturable,
      );
    },
  ),
  'POST /v1/payment_intents/:id/cancel': createRoute(
    { cancellation_reason: cancelReasonField },
    (state, parameters, intentId) => {
      const paymentIntent = findObject(state, 'payment_intent', intentId);
      const stateError = cancellationError(paymentIntent);
      if (stateError) throw stateError;
      return cancelIntent(state, paymentIntent, parameters.cancellation_reason ?? null);
    },
  ),
};
