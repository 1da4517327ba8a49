import type Stripe from 'stripe';
import {
  flagField,
  groupField,
  integerField,
  pageSizeField,
  listField,
  mergeMetadata,
  metadataField,
  oneOfField,
  requiredField,
  textField,
} from '../http/parameters.js';
import { invalidRequest } from '../http/api-error.js';
import {
  createListRoute,
  createRetrieveRoute,
  createRoute,
  type ApiRoutes,
} from '../http/route.js';
import { updateObject, createObject, findObject, createId, type StripeState } from '../state.js';
import { amountField, currencyField } from '../payments/money-parameters.js';

/** Decimals are strings on the wire; the client converts them to its own type. */
export const toDecimal = (decimalValue: number): Stripe.Decimal =>
  String(decimalValue) as unknown as Stripe.Decimal;

type NewProductFields = {
  name: string;
  description?: string | null;
  statement_descriptor?: string | null;
  metadata: Stripe.Metadata;
};

function createProduct(
  state: StripeState,
  {
    name,
    description = null,
    statement_descriptor = null,
    metadata: productMetadata,
  }: NewProductFields,
  productId = createId('prod'),
) {
  const product: Stripe.Product = {
    id: productId,
    object: 'product',
    active: true,
    created: state.now,
    default_price: null,
    description,
    images: [],
    livemode: false,
    marketing_features: [],
    metadata: productMetadata,
    name,
    package_dimensions: null,
    shippable: null,
    statement_descriptor,
    tax_code: null,
    tax_details: null,
    type: 'service',
    unit_label: null,
    updated: state.now,
    url: null,
  };
  return createObject(state, 'product', product, 'product.created');
}

type NewPriceFields = Pick<Stripe.Price, 'product' | 'currency' | 'metadata'> & {
  unit_amount: number;
} & Partial<Stripe.Price>;

const buildPrice = (priceFields: NewPriceFields, createdSeconds: number): Stripe.Price => ({
  id: createId('price'),
  object: 'price',
  active: true,
  billing_scheme: 'per_unit',
  created: createdSeconds,
  custom_unit_amount: null,
  livemode: false,
  lookup_key: null,
  nickname: null,
  recurring: null,
  tax_behavior: 'unspecified',
  tiers_mode: null,
  transform_quantity: null,
  type: priceFields.recurring ? 'recurring' : 'one_time',
  unit_amount_decimal: toDecimal(priceFields.unit_amount),
  ...priceFields,
});

/** Claims a lookup key, which only one price may have. */
function claimLookupKey(
  state: StripeState,
  lookupKey: string | null | undefined,
  allowsTransfer: boolean | undefined,
): void {
  const [currentHolder] = lookupKey ? state.objects.all('price', { lookup_key: lookupKey }) : [];
  if (!currentHolder) return;
  if (!allowsTransfer)
    throw invalidRequest(
      `A price (\`${currentHolder.id}\`) already uses that lookup key. You can transfer the lookup key by setting \`transfer_lookup_key\`.`,
      { code: 'resource_already_exists', param: 'lookup_key' },
    );
  updateObject(state, 'price', currentHolder, { lookup_key: null }, 'price.updated');
}

const priceShape = {
  nickname: textField,
  lookup_key: textField,
  transfer_lookup_key: flagField,
  metadata: metadataField,
};

export const catalogRoutes: ApiRoutes = {
  'POST /v1/products': createRoute(
    {
      id: textField,
      name: requiredField(textField),
      description: textField,
      statement_descriptor: textField,
      metadata: metadataField,
    },
    (state, parameters) => {
      const pathId = parameters.id ?? undefined;
      if (pathId && state.objects.has('product', pathId))
        throw invalidRequest('Product already exists.', {
          code: 'resource_already_exists',
          param: 'id',
        });
      return createProduct(
        state,
        { ...parameters, metadata: mergeMetadata({}, parameters.metadata) },
        pathId,
      );
    },
  ),
  'GET /v1/products/:id': createRetrieveRoute('product'),
  'GET /v1/products': createListRoute(
    'product',
    '/v1/products',
    { active: flagField },
    ({ active }) => ({
      active,
    }),
  ),
  'POST /v1/products/:id': createRoute(
    {
      name: textField,
      description: textField,
      statement_descriptor: textField,
      active: flagField,
      metadata: metadataField,
    },
    (state, parameters, pathId) => {
      const product = findObject(state, 'product', pathId);
      const { name, metadata: metadataChanges, ...otherFields } = parameters;
      const mergedMetadata = mergeMetadata(product.metadata, metadataChanges);
      const productFields = {
        ...otherFields,
        ...(name && { name }),
        metadata: mergedMetadata,
        updated: state.now,
      };
      return updateObject(state, 'product', product, productFields, 'product.updated');
    },
  ),
  'POST /v1/prices': createRoute(
    {
      ...priceShape,
      currency: requiredField(currencyField),
      unit_amount: requiredField(amountField),
      product: textField,
      product_data: groupField({
        id: textField,
        name: requiredField(textField),
        statement_descriptor: textField,
        metadata: metadataField,
      }),
      recurring: groupField({
        interval: requiredField(oneOfField('day', 'week', 'month', 'year')),
        interval_count: integerField,
        usage_type: oneOfField('licensed'),
      }),
    },
    (state, { product, product_data: productData, recurring, unit_amount, ...priceParameters }) => {
      if (!product && !productData)
        throw invalidRequest(
          'You must specify either `product` or `product_data` when creating a price.',
          {
            code: 'parameter_missing',
            param: 'product',
          },
        );
      claimLookupKey(state, priceParameters.lookup_key, priceParameters.transfer_lookup_key);
      const priceProduct = product
        ? findObject(state, 'product', product, 'product')
        : createProduct(
            state,
            { ...productData!, metadata: mergeMetadata({}, productData!.metadata) },
            productData!.id ?? undefined,
          );
      const createdPrice = buildPrice(
        {
          product: priceProduct.id,
          currency: priceParameters.currency,
          unit_amount,
          metadata: mergeMetadata({}, priceParameters.metadata),
          nickname: priceParameters.nickname ?? null,
          lookup_key: priceParameters.lookup_key ?? null,
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
        state.now,
      );
      return createObject(state, 'price', createdPrice, 'price.created');
    },
  ),
  'GET /v1/prices/:id': createRetrieveRoute('price'),
  'GET /v1/prices': createRoute(
    {
      product: textField,
      active: flagField,
      lookup_keys: listField(requiredField(textField)),
      limit: pageSizeField,
    },
    (state, { product, active, lookup_keys: lookupKeys, limit = 10 }) => {
      const matchingPrices = state.objects
        .all('price', { product, active })
        .filter(
          ({ lookup_key }) =>
            !lookupKeys || (lookup_key !== null && lookupKeys.includes(lookup_key)),
        );
      return {
        object: 'list',
        data: matchingPrices.slice(0, limit),
        has_more: matchingPrices.length > limit,
        url: '/v1/prices',
      };
    },
  ),
  'POST /v1/prices/:id': createRoute(
    { ...priceShape, active: flagField },
    (state, parameters, pathId) => {
      const {
        transfer_lookup_key: allowsTransfer,
        metadata: metadataChanges,
        ...otherFields
      } = parameters;
      const existingPrice = findObject(state, 'price', pathId);
      if (otherFields.lookup_key && otherFields.lookup_key !== existingPrice.lookup_key)
        claimLookupKey(state, otherFields.lookup_key, allowsTransfer);
      return updateObject(
        state,
        'price',
        existingPrice,
        { ...otherFields, metadata: mergeMetadata(existingPrice.metadata, metadataChanges) },
        'price.updated',
      );
    },
  ),
};
