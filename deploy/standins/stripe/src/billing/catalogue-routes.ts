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
} from '../http/parameters.js';
import { invalidRequest } from '../http/refusal.js';
import { listRoute, retrieveRoute, route, type Routes } from '../http/route.js';
import { change, create, find, newId, type World } from '../world.js';
import { amountOf, currency } from '../payments/money-parameters.js';

/** On the wire a decimal is text; the client makes its own kind of number of it. */
export const decimal = (amount: number): Stripe.Decimal =>
  String(amount) as unknown as Stripe.Decimal;

type NewProduct = { name: string; description?: string | null; metadata: Stripe.Metadata };

function newProduct(
  world: World,
  { name, description = null, metadata: words }: NewProduct,
  id = newId('prod'),
) {
  const product: Stripe.Product = {
    id,
    object: 'product',
    active: true,
    created: world.now,
    default_price: null,
    description,
    images: [],
    livemode: false,
    marketing_features: [],
    metadata: words,
    name,
    package_dimensions: null,
    shippable: null,
    statement_descriptor: null,
    tax_code: null,
    tax_details: null,
    type: 'service',
    unit_label: null,
    updated: world.now,
    url: null,
  };
  return create(world, 'product', product, 'product.created');
}

type NewPrice = Pick<Stripe.Price, 'product' | 'currency' | 'metadata'> & {
  unit_amount: number;
} & Partial<Stripe.Price>;

const newPrice = (chosen: NewPrice, now: number): Stripe.Price => ({
  id: newId('price'),
  object: 'price',
  active: true,
  billing_scheme: 'per_unit',
  created: now,
  custom_unit_amount: null,
  livemode: false,
  lookup_key: null,
  nickname: null,
  recurring: null,
  tax_behavior: 'unspecified',
  tiers_mode: null,
  transform_quantity: null,
  type: chosen.recurring ? 'recurring' : 'one_time',
  unit_amount_decimal: decimal(chosen.unit_amount),
  ...chosen,
});

/** Takes a lookup key, which only one price has. */
function claimKey(
  world: World,
  key: string | null | undefined,
  transfer: boolean | undefined,
): void {
  const [holder] = key ? world.objects.all('price', { lookup_key: key }) : [];
  if (!holder) return;
  if (!transfer)
    throw invalidRequest(
      `A price (\`${holder.id}\`) already uses that lookup key. You can transfer the lookup key by setting \`transfer_lookup_key\`.`,
      { code: 'resource_already_exists', param: 'lookup_key' },
    );
  change(world, 'price', holder, { lookup_key: null }, 'price.updated');
}

const price = {
  nickname: text,
  lookup_key: text,
  transfer_lookup_key: flag,
  metadata,
};

export const catalogueRoutes: Routes = {
  'POST /v1/products': route(
    { id: text, name: required(text), description: text, metadata },
    (world, params) => {
      const id = params.id ?? undefined;
      if (id && world.objects.has('product', id))
        throw invalidRequest('Product already exists.', {
          code: 'resource_already_exists',
          param: 'id',
        });
      return newProduct(world, { ...params, metadata: mergeMetadata({}, params.metadata) }, id);
    },
  ),
  'GET /v1/products/:id': retrieveRoute('product'),
  'GET /v1/products': listRoute('product', '/v1/products', { active: flag }, ({ active }) => ({
    active,
  })),
  'POST /v1/products/:id': route(
    { name: text, description: text, active: flag, metadata },
    (world, params, id) => {
      const product = find(world, 'product', id);
      const { name, metadata: words, ...given } = params;
      const merged = mergeMetadata(product.metadata, words);
      const fields = { ...given, ...(name && { name }), metadata: merged, updated: world.now };
      return change(world, 'product', product, fields, 'product.updated');
    },
  ),
  'POST /v1/prices': route(
    {
      ...price,
      currency: required(currency),
      unit_amount: required(amountOf),
      product: text,
      product_data: group({ id: text, name: required(text), metadata }),
      recurring: group({
        interval: required(oneOf('day', 'week', 'month', 'year')),
        interval_count: integer,
        usage_type: oneOf('licensed'),
      }),
    },
    (world, { product, product_data: data, recurring, unit_amount, ...params }) => {
      if (!product && !data)
        throw invalidRequest(
          'You must specify either `product` or `product_data` when creating a price.',
          {
            code: 'parameter_missing',
            param: 'product',
          },
        );
      claimKey(world, params.lookup_key, params.transfer_lookup_key);
      const of = product
        ? find(world, 'product', product, 'product')
        : newProduct(
            world,
            { name: data!.name, metadata: mergeMetadata({}, data!.metadata) },
            data!.id ?? undefined,
          );
      const created = newPrice(
        {
          product: of.id,
          currency: params.currency,
          unit_amount,
          metadata: mergeMetadata({}, params.metadata),
          nickname: params.nickname ?? null,
          lookup_key: params.lookup_key ?? null,
          recurring: recurring
            ? {
                interval: recurring.interval,
                interval_count: recurring.interval_count ?? 1,
                meter: null,
                trial_period_days: null,
                usage_type: 'licensed',
              }
            : null,
        },
        world.now,
      );
      return create(world, 'price', created, 'price.created');
    },
  ),
  'GET /v1/prices/:id': retrieveRoute('price'),
  'GET /v1/prices': route(
    { product: text, active: flag, lookup_keys: listOf(required(text)), limit: integer },
    (world, { product, active, lookup_keys: keys, limit = 10 }) => {
      const found = world.objects
        .all('price', { product, active })
        .filter(({ lookup_key }) => !keys || (lookup_key !== null && keys.includes(lookup_key)));
      return {
        object: 'list',
        data: found.slice(0, limit),
        has_more: found.length > limit,
        url: '/v1/prices',
      };
    },
  ),
  'POST /v1/prices/:id': route({ ...price, active: flag }, (world, params, id) => {
    const { transfer_lookup_key: transfer, metadata: words, ...given } = params;
    const found = find(world, 'price', id);
    if (given.lookup_key && given.lookup_key !== found.lookup_key)
      claimKey(world, given.lookup_key, transfer);
    return change(
      world,
      'price',
      found,
      { ...given, metadata: mergeMetadata(found.metadata, words) },
      'price.updated',
    );
  }),
};
