import type Stripe from 'stripe';
import {
  flag,
  group,
  integer,
  listOf,
  mergeMetadata,
  metadata,
  oneOf,
  required,
  text,
  type Field,
} from '../http/parameters.js';
import { InvalidParameter, invalidRequest, Refusal } from '../http/refusal.js';
import { listRoute, retrieveRoute, route, type Routes } from '../http/route.js';
import { change, find, idOf, type World } from '../world.js';
import { INCOMPLETE_SECONDS, pay } from './collection.js';
import { draftInvoice, finalize } from './invoice.js';
import { end } from './subscription-end.js';
import { endsWithPeriod, newSubscription, periodEndOf } from './subscription.js';

type Subscription = Stripe.Subscription;

const ENDED = ['canceled', 'incomplete_expired'];

const fields = {
  default_payment_method: text,
  description: text,
  metadata,
  cancel_at_period_end: flag,
  payment_settings: group({
    save_default_payment_method: oneOf('off', 'on_subscription'),
    payment_method_types: listOf(oneOf('card')),
  }),
};

type Settings = {
  save_default_payment_method?: 'off' | 'on_subscription';
  payment_method_types?: 'card'[];
};

const settingsOf = (
  before: Subscription['payment_settings'] | undefined,
  given: Settings | undefined,
) => ({
  payment_settings: {
    payment_method_options: null,
    payment_method_types: given?.payment_method_types ?? before?.payment_method_types ?? null,
    save_default_payment_method:
      given?.save_default_payment_method ?? before?.save_default_payment_method ?? 'off',
  },
});

function recurringPrice(world: World, id: string): Stripe.Price {
  const price = find(world, 'price', id, 'items[0][price]');
  if (!price.recurring)
    throw invalidRequest(
      `The price specified is set to \`type=one_time\` but this field only accepts prices with \`type=recurring\`.`,
      { param: 'items[0][price]' },
    );
  if (!price.active)
    throw invalidRequest(
      `The price specified is inactive. This field only accepts active prices.`,
      {
        param: 'items[0][price]',
      },
    );
  return price;
}

/** How many of a price: one or more. */
const positive: Field<number> = {
  read(value, name) {
    const quantity = integer.read(value, name);
    if (quantity < 1)
      throw new InvalidParameter('This value must be greater than or equal to 1.', name);
    return quantity;
  },
};

/** A subscription's card must be one that its customer keeps. */
function checkMethod(world: World, method: string | null | undefined, customer: string): void {
  if (!method) return;
  const found = find(world, 'payment_method', method, 'default_payment_method');
  if (idOf(found.customer) !== customer)
    throw invalidRequest(
      'The customer does not have a payment method with the ID ' +
        method +
        '. The payment method must be attached to the customer.',
      { code: 'resource_missing', param: 'default_payment_method' },
    );
}

/** Pays the first invoice as the caller wants it: `default_incomplete` leaves that to the customer. */
function payFirst(
  world: World,
  invoice: Stripe.Invoice,
  behavior: string,
  offSession: boolean,
): void {
  if (behavior === 'default_incomplete') return;
  try {
    pay(world, invoice, { offSession });
  } catch (error) {
    if (!(error instanceof Refusal) || !error.takesEffect) throw error;
    if (behavior === 'error_if_incomplete') throw new Refusal(402, error.body);
  }
}

export const subscriptionRoutes: Routes = {
  'POST /v1/subscriptions': route(
    {
      ...fields,
      customer: required(text),
      items: required(listOf(group({ price: required(text), quantity: positive }))),
      payment_behavior: oneOf('allow_incomplete', 'default_incomplete', 'error_if_incomplete'),
      off_session: flag,
      collection_method: oneOf('charge_automatically'),
    },
    (
      world,
      {
        customer: id,
        items,
        payment_behavior = 'allow_incomplete',
        off_session = false,
        ...params
      },
    ) => {
      const customer = find(world, 'customer', id, 'customer');
      const priced = items.map(({ price, quantity = 1 }) => ({
        price: recurringPrice(world, price),
        quantity,
      }));
      checkMethod(world, params.default_payment_method, id);
      const subscription = newSubscription(
        {
          customer: id,
          items: priced,
          metadata: mergeMetadata({}, params.metadata),
          default_payment_method: params.default_payment_method ?? null,
          description: params.description ?? null,
          cancel_at_period_end: params.cancel_at_period_end ?? false,
          ...settingsOf(undefined, params.payment_settings),
        },
        world.now,
      );
      const draft = draftInvoice(world, subscription, customer, 'subscription_create');
      const begun = { ...subscription, latest_invoice: draft.id };
      world.objects.put('subscription', begun);
      world.emit('customer.subscription.created', begun);
      const invoice = finalize(world, draft);
      world.timers.set(world.now + INCOMPLETE_SECONDS, 'incomplete', begun.id);
      world.timers.set(periodEndOf(begun), 'renewal', begun.id);
      payFirst(world, invoice, payment_behavior, off_session);
      return find(world, 'subscription', begun.id);
    },
  ),
  'GET /v1/subscriptions/:id': retrieveRoute('subscription'),
  'GET /v1/subscriptions': listRoute(
    'subscription',
    '/v1/subscriptions',
    {
      customer: text,
      status: oneOf(
        'active',
        'all',
        'canceled',
        'incomplete',
        'incomplete_expired',
        'past_due',
        'ended',
      ),
    },
    // Without a status, those that were canceled are left out.
    ({ customer, status }) => ({
      customer,
      ...(status === undefined && { status: { not: ENDED } }),
      ...(status === 'ended' && { status: ENDED }),
      ...(status && status !== 'all' && status !== 'ended' && { status }),
    }),
  ),
  'POST /v1/subscriptions/:id': route(fields, (world, params, id) => {
    const subscription = find(world, 'subscription', id);
    if (subscription.ended_at)
      throw invalidRequest(
        'A canceled subscription can only update its cancellation_details and metadata.',
      );
    checkMethod(world, params.default_payment_method, idOf(subscription.customer));
    const { cancel_at_period_end: ends, metadata: words, payment_settings, ...given } = params;
    return change(
      world,
      'subscription',
      subscription,
      {
        ...given,
        metadata: mergeMetadata(subscription.metadata, words),
        ...(payment_settings && settingsOf(subscription.payment_settings, payment_settings)),
        ...(ends !== undefined && endsWithPeriod(subscription, ends, world.now)),
      },
      'customer.subscription.updated',
    );
  }),
  'DELETE /v1/subscriptions/:id': route(
    { invoice_now: flag, prorate: flag },
    (world, params, id) => {
      if (params.invoice_now || params.prorate)
        throw invalidRequest('The stand-in ends subscriptions without proration.');
      const subscription = find(world, 'subscription', id);
      if (subscription.ended_at)
        throw invalidRequest(
          `No such subscription: '${id}'`,
          { code: 'resource_missing', param: 'id' },
          404,
        );
      return end(world, subscription, 'canceled');
    },
  ),
};
