import type Stripe from 'stripe';
import { group, mergeMetadata, metadata, text } from '../http/parameters.js';
import { listRoute, route, type Routes } from '../http/route.js';
import { change, create, find, idOf, newId, type World } from '../world.js';
import { end } from '../billing/subscription-end.js';

const fields = {
  name: text,
  email: text,
  phone: text,
  description: text,
  metadata,
  invoice_settings: group({ default_payment_method: text }),
};

/** The invoice settings of a customer with another card. Refuses one that is not the customer's. */
function settings(world: World, customer: Stripe.Customer, method: string | null | undefined) {
  if (method === undefined) return {};
  if (
    method &&
    idOf(
      find(world, 'payment_method', method, 'invoice_settings[default_payment_method]').customer,
    ) !== customer.id
  )
    find(world, 'payment_method', '', 'invoice_settings[default_payment_method]');
  return { invoice_settings: { ...customer.invoice_settings, default_payment_method: method } };
}

const newCustomer = (now: number): Stripe.Customer => {
  const id = newId('cus');
  return {
    id,
    object: 'customer',
    address: null,
    balance: 0,
    created: now,
    currency: null,
    customer_account: null,
    default_source: null,
    delinquent: false,
    description: null,
    discount: null,
    email: null,
    invoice_prefix: id.slice(-8).toUpperCase(),
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

export const customerRoutes: Routes = {
  'POST /v1/customers': route(fields, (world, params) => {
    const { metadata: words, invoice_settings: _needsCard, ...given } = params;
    const customer = { ...newCustomer(world.now), ...given, metadata: mergeMetadata({}, words) };
    return create(world, 'customer', customer, 'customer.created');
  }),
  'GET /v1/customers/:id': route({}, (world, _params, id) => {
    if (world.objects.get('_deleted', `deleted:${id}`))
      return { id, object: 'customer', deleted: true };
    return find(world, 'customer', id);
  }),
  'GET /v1/customers': listRoute('customer', '/v1/customers', { email: text }, ({ email }) => ({
    email,
  })),
  'POST /v1/customers/:id': route(fields, (world, params, id) => {
    const customer = find(world, 'customer', id);
    const { metadata: words, invoice_settings, ...given } = params;
    return change(
      world,
      'customer',
      customer,
      {
        ...given,
        metadata: mergeMetadata(customer.metadata, words),
        ...settings(world, customer, invoice_settings?.default_payment_method),
      },
      'customer.updated',
    );
  }),
  'DELETE /v1/customers/:id': route({}, (world, _params, id) => {
    const customer = find(world, 'customer', id);
    for (const subscription of world.objects.all('subscription', { customer: id }))
      if (!subscription.ended_at) end(world, subscription, 'canceled');
    for (const method of world.objects.all('payment_method', { customer: id }))
      world.objects.put('payment_method', { ...method, customer: null });
    world.objects.remove(id);
    world.objects.put('_deleted', { id: `deleted:${id}` });
    world.emit('customer.deleted', customer);
    return { id, object: 'customer', deleted: true };
  }),
};
