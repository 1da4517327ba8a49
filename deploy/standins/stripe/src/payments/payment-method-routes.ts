import {
  group,
  integer,
  mergeMetadata,
  metadata,
  oneOf,
  required,
  text,
} from '../http/parameters.js';
import { invalidRequest } from '../http/refusal.js';
import { browserRoute, listRoute, retrieveRoute, route, type Routes } from '../http/route.js';
import { change, find, idOf } from '../world.js';
import { billingParameters, cardShape, typedCard } from './card-parameters.js';
import { attach, billingDetails, paymentMethodOf, remember } from './payment-method.js';

export const paymentMethodRoutes: Routes = {
  'POST /v1/payment_methods': browserRoute(
    { ...cardShape, metadata },
    (world, { metadata: words, ...details }) => {
      const method = typedCard(world, details);
      return change(world, 'payment_method', method, { metadata: mergeMetadata({}, words) });
    },
  ),
  'GET /v1/payment_methods': listRoute(
    'payment_method',
    '/v1/payment_methods',
    { customer: required(text), type: oneOf('card') },
    ({ customer }) => ({ customer }),
  ),
  'GET /v1/payment_methods/:id': route({}, (world, _params, id) => paymentMethodOf(world, id)),
  'POST /v1/payment_methods/:id': route(
    {
      metadata,
      billing_details: billingParameters,
      card: group({ exp_month: integer, exp_year: integer }),
    },
    (world, params, id) => {
      const method = find(world, 'payment_method', id);
      if (!method.customer)
        throw invalidRequest(
          'You must save this PaymentMethod to a customer before you can update it.',
        );
      return change(
        world,
        'payment_method',
        method,
        {
          metadata: mergeMetadata(method.metadata, params.metadata),
          ...(params.billing_details && {
            billing_details: billingDetails(params.billing_details),
          }),
          ...(params.card && { card: { ...method.card!, ...params.card } }),
        },
        'payment_method.updated',
      );
    },
  ),
  'POST /v1/payment_methods/:id/attach': route(
    { customer: required(text) },
    (world, { customer }, id) => {
      find(world, 'customer', customer, 'customer');
      return attach(world, paymentMethodOf(world, id), customer);
    },
  ),
  'POST /v1/payment_methods/:id/detach': route({}, (world, _params, id) => {
    const method = find(world, 'payment_method', id);
    if (!method.customer)
      throw invalidRequest(
        'The payment method you provided is not attached to a customer so detachment is impossible.',
      );
    remember(world, id, { usedUp: true });
    const customer = find(world, 'customer', idOf(method.customer)!);
    if (customer.invoice_settings.default_payment_method === id) {
      const invoice_settings = { ...customer.invoice_settings, default_payment_method: null };
      change(world, 'customer', customer, { invoice_settings }, 'customer.updated');
    }
    const detached = world.objects.put('payment_method', { ...method, customer: null });
    world.emit('payment_method.detached', detached, { previous: { customer: method.customer } });
    return detached;
  }),
  'GET /v1/customers/:id/payment_methods': listRoute(
    'payment_method',
    '/v1/customers/:id/payment_methods',
    { type: oneOf('card') },
    (_params, customer) => ({ customer }),
  ),
  'GET /v1/customers/:id/payment_methods/:child': route({}, (world, _params, customer, id) => {
    const method = find(world, 'payment_method', id);
    if (method.customer !== customer)
      throw invalidRequest(`No such PaymentMethod: '${id}'`, { code: 'resource_missing' }, 404);
    return method;
  }),
  'GET /v1/charges/:id': retrieveRoute('charge'),
  'GET /v1/charges': listRoute(
    'charge',
    '/v1/charges',
    { customer: text, payment_intent: text, transfer_group: text },
    ({ customer, payment_intent, transfer_group }) => ({
      customer,
      payment_intent,
      transfer_group,
    }),
  ),
};
