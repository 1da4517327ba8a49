import {
  groupField,
  integerField,
  mergeMetadata,
  metadataField,
  oneOfField,
  requiredField,
  textField,
} from '../http/parameters.js';
import { invalidRequest } from '../http/api-error.js';
import {
  createBrowserRoute,
  createListRoute,
  createRetrieveRoute,
  createRoute,
  type ApiRoutes,
} from '../http/route.js';
import { updateObject, findObject, referenceId } from '../state.js';
import { billingParameters, cardShape, typedCard } from './card-parameters.js';
import {
  attachPaymentMethod,
  fullBillingDetails,
  resolvePaymentMethod,
  updateCardRecord,
} from './payment-method.js';

export const paymentMethodRoutes: ApiRoutes = {
  'POST /v1/payment_methods': createBrowserRoute(
    { ...cardShape, metadata: metadataField },
    (state, { metadata: metadataChanges, ...details }) => {
      const paymentMethod = typedCard(state, details);
      return updateObject(state, 'payment_method', paymentMethod, {
        metadata: mergeMetadata({}, metadataChanges),
      });
    },
  ),
  'GET /v1/payment_methods': createListRoute(
    'payment_method',
    '/v1/payment_methods',
    { customer: requiredField(textField), type: oneOfField('card') },
    ({ customer }) => ({ customer }),
  ),
  'GET /v1/payment_methods/:id': createRoute({}, (state, _params, paymentMethodId) =>
    resolvePaymentMethod(state, paymentMethodId),
  ),
  'POST /v1/payment_methods/:id': createRoute(
    {
      metadata: metadataField,
      billing_details: billingParameters,
      card: groupField({ exp_month: integerField, exp_year: integerField }),
    },
    (state, parameters, paymentMethodId) => {
      const paymentMethod = findObject(state, 'payment_method', paymentMethodId);
      if (!paymentMethod.customer)
        throw invalidRequest(
          'You must save this PaymentMethod to a customer before you can update it.',
        );
      return updateObject(
        state,
        'payment_method',
        paymentMethod,
        {
          metadata: mergeMetadata(paymentMethod.metadata, parameters.metadata),
          ...(parameters.billing_details && {
            billing_details: fullBillingDetails(parameters.billing_details),
          }),
          ...(parameters.card && { card: { ...paymentMethod.card!, ...parameters.card } }),
        },
        'payment_method.updated',
      );
    },
  ),
  'POST /v1/payment_methods/:id/attach': createRoute(
    { customer: requiredField(textField) },
    (state, { customer }, paymentMethodId) => {
      findObject(state, 'customer', customer, 'customer');
      return attachPaymentMethod(state, resolvePaymentMethod(state, paymentMethodId), customer);
    },
  ),
  'POST /v1/payment_methods/:id/detach': createRoute({}, (state, _params, paymentMethodId) => {
    const paymentMethod = findObject(state, 'payment_method', paymentMethodId);
    if (!paymentMethod.customer)
      throw invalidRequest(
        'The payment method you provided is not attached to a customer so detachment is impossible.',
      );
    updateCardRecord(state, paymentMethodId, { usedUp: true });
    const methodCustomer = findObject(state, 'customer', referenceId(paymentMethod.customer)!);
    if (methodCustomer.invoice_settings.default_payment_method === paymentMethodId) {
      const invoice_settings = { ...methodCustomer.invoice_settings, default_payment_method: null };
      updateObject(state, 'customer', methodCustomer, { invoice_settings }, 'customer.updated');
    }
    const detachedMethod = state.objects.put('payment_method', {
      ...paymentMethod,
      customer: null,
    });
    state.emit('payment_method.detached', detachedMethod, {
      previous: { customer: paymentMethod.customer },
    });
    return detachedMethod;
  }),
  'GET /v1/customers/:id/payment_methods': createListRoute(
    'payment_method',
    '/v1/customers/:id/payment_methods',
    { type: oneOfField('card') },
    (_params, customerId) => ({ customer: customerId }),
  ),
  'GET /v1/customers/:id/payment_methods/:child': createRoute(
    {},
    (state, _params, customerId, paymentMethodId) => {
      const paymentMethod = findObject(state, 'payment_method', paymentMethodId);
      if (paymentMethod.customer !== customerId)
        throw invalidRequest(
          `No such PaymentMethod: '${paymentMethodId}'`,
          { code: 'resource_missing' },
          404,
        );
      return paymentMethod;
    },
  ),
  'GET /v1/charges/:id': createRetrieveRoute('charge'),
  'GET /v1/charges': createListRoute(
    'charge',
    '/v1/charges',
    { customer: textField, payment_intent: textField, transfer_group: textField },
    ({ customer, payment_intent, transfer_group }) => ({
      customer,
      payment_intent,
      transfer_group,
    }),
  ),
};
