import type Stripe from 'stripe';
import { groupField, mergeMetadata, metadataField, textField } from '../http/parameters.js';
import { createListRoute, createRoute, type ApiRoutes } from '../http/route.js';
import {
  updateObject,
  createObject,
  findObject,
  referenceId,
  createId,
  type StripeState,
} from '../state.js';
import { endSubscription } from '../billing/subscription-end.js';

const customerShape = {
  name: textField,
  email: textField,
  phone: textField,
  description: textField,
  metadata: metadataField,
  invoice_settings: groupField({ default_payment_method: textField }),
};

/**
 * The invoice settings with a new default card. Throws if the card does not belong to the customer.
 */
function invoiceSettingsChange(
  state: StripeState,
  storedCustomer: Stripe.Customer,
  paymentMethodId: string | null | undefined,
) {
  if (paymentMethodId === undefined) return {};
  if (
    paymentMethodId &&
    referenceId(
      findObject(
        state,
        'payment_method',
        paymentMethodId,
        'invoice_settings[default_payment_method]',
      ).customer,
    ) !== storedCustomer.id
  )
    findObject(state, 'payment_method', '', 'invoice_settings[default_payment_method]');
  return {
    invoice_settings: {
      ...storedCustomer.invoice_settings,
      default_payment_method: paymentMethodId,
    },
  };
}

const buildCustomer = (createdSeconds: number): Stripe.Customer => {
  const customerId = createId('cus');
  return {
    id: customerId,
    object: 'customer',
    address: null,
    balance: 0,
    created: createdSeconds,
    currency: null,
    customer_account: null,
    default_source: null,
    delinquent: false,
    description: null,
    discount: null,
    email: null,
    invoice_prefix: customerId.slice(-8).toUpperCase(),
    invoice_settings: {
      custom_fields: null,
      default_payment_method: null,
      footer: null,
      rendering_options: null,
    },
    livemode: false,
    metadata: {},
    name: null,
    next_invoice_sequence: 1,
    phone: null,
    preferred_locales: [],
    shipping: null,
    tax_exempt: 'none',
    test_clock: null,
  };
};

export const customerRoutes: ApiRoutes = {
  'POST /v1/customers': createRoute(customerShape, (state, parameters) => {
    const { metadata: metadataChanges, invoice_settings: _needsCard, ...otherFields } = parameters;
    const storedCustomer = {
      ...buildCustomer(state.now),
      ...otherFields,
      metadata: mergeMetadata({}, metadataChanges),
    };
    return createObject(state, 'customer', storedCustomer, 'customer.created');
  }),
  'GET /v1/customers/:id': createRoute({}, (state, _params, customerId) => {
    if (state.objects.get('_deleted', `deleted:${customerId}`))
      return { id: customerId, object: 'customer', deleted: true };
    return findObject(state, 'customer', customerId);
  }),
  'GET /v1/customers': createListRoute(
    'customer',
    '/v1/customers',
    { email: textField },
    ({ email }) => ({
      email,
    }),
  ),
  'POST /v1/customers/:id': createRoute(customerShape, (state, parameters, customerId) => {
    const storedCustomer = findObject(state, 'customer', customerId);
    const { metadata: metadataChanges, invoice_settings, ...otherFields } = parameters;
    return updateObject(
      state,
      'customer',
      storedCustomer,
      {
        ...otherFields,
        metadata: mergeMetadata(storedCustomer.metadata, metadataChanges),
        ...invoiceSettingsChange(state, storedCustomer, invoice_settings?.default_payment_method),
      },
      'customer.updated',
    );
  }),
  'DELETE /v1/customers/:id': createRoute({}, (state, _params, customerId) => {
    const storedCustomer = findObject(state, 'customer', customerId);
    for (const liveSubscription of state.objects.all('subscription', { customer: customerId }))
      if (!liveSubscription.ended_at) endSubscription(state, liveSubscription, 'canceled');
    for (const attachedMethod of state.objects.all('payment_method', { customer: customerId }))
      state.objects.put('payment_method', { ...attachedMethod, customer: null });
    state.objects.remove(customerId);
    state.objects.put('_deleted', { id: `deleted:${customerId}` });
    state.emit('customer.deleted', storedCustomer);
    return { id: customerId, object: 'customer', deleted: true };
  }),
};
