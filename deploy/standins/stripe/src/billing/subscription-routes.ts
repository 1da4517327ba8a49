import type Stripe from 'stripe';
import {
  flagField,
  groupField,
  integerField,
  listField,
  mergeMetadata,
  metadataField,
  oneOfField,
  requiredField,
  textField,
  type ParameterField,
} from '../http/parameters.js';
import { InvalidParameterError, invalidRequest, StripeApiError } from '../http/api-error.js';
import {
  createListRoute,
  createRetrieveRoute,
  createRoute,
  type ApiRoutes,
} from '../http/route.js';
import { updateObject, findObject, referenceId, type StripeState } from '../state.js';
import { INCOMPLETE_SECONDS, payInvoice, scheduleDraft } from './collection.js';
import { createDraftInvoice, finalizeInvoice } from './invoice.js';
import { endSubscription } from './subscription-end.js';
import { periodEndCancellation, buildSubscription, currentPeriodEnd } from './subscription.js';

type StripeSubscription = Stripe.Subscription;

const ENDED_STATUSES = ['canceled', 'incomplete_expired'];

const subscriptionShape = {
  default_payment_method: textField,
  description: textField,
  metadata: metadataField,
  cancel_at_period_end: flagField,
  payment_settings: groupField({
    save_default_payment_method: oneOfField('off', 'on_subscription'),
    payment_method_types: listField(oneOfField('card')),
  }),
};

const collectionShape = {
  collection_method: oneOfField('charge_automatically', 'send_invoice'),
  days_until_due: integerField,
};

/** Throws unless an invoice that is sent has a due date. */
function validateCollection({
  collection_method: collectionMethod,
  days_until_due: dueDays,
}: {
  collection_method?: string;
  days_until_due?: number;
}): void {
  if (collectionMethod === 'send_invoice' && !dueDays)
    throw invalidRequest(
      'You must pass `days_until_due` when `collection_method` is `send_invoice`.',
      { param: 'days_until_due' },
    );
}

type PaymentSettings = {
  save_default_payment_method?: 'off' | 'on_subscription';
  payment_method_types?: 'card'[];
};

const mergePaymentSettings = (
  currentSettings: StripeSubscription['payment_settings'] | undefined,
  givenSettings: PaymentSettings | undefined,
) => ({
  payment_settings: {
    payment_method_options: null,
    payment_method_types:
      givenSettings?.payment_method_types ?? currentSettings?.payment_method_types ?? null,
    save_default_payment_method:
      givenSettings?.save_default_payment_method ??
      currentSettings?.save_default_payment_method ??
      'off',
  },
});

function findRecurringPrice(state: StripeState, priceId: string): Stripe.Price {
  const storedPrice = findObject(state, 'price', priceId, 'items[0][price]');
  if (!storedPrice.recurring)
    throw invalidRequest(
      `The price specified is set to \`type=one_time\` but this field only accepts prices with \`type=recurring\`.`,
      { param: 'items[0][price]' },
    );
  if (!storedPrice.active)
    throw invalidRequest(
      `The price specified is inactive. This field only accepts active prices.`,
      {
        param: 'items[0][price]',
      },
    );
  return storedPrice;
}

/** The quantity of a price: at least 1. */
const positiveQuantity: ParameterField<number> = {
  parse(rawValue, parameterName) {
    const quantity = integerField.parse(rawValue, parameterName);
    if (quantity < 1)
      throw new InvalidParameterError(
        'This value must be greater than or equal to 1.',
        parameterName,
      );
    return quantity;
  },
};

/** Throws unless the payment method is attached to the customer of the subscription. */
function validatePaymentMethod(
  state: StripeState,
  paymentMethodId: string | null | undefined,
  customerId: string,
): void {
  if (!paymentMethodId) return;
  const paymentMethod = findObject(
    state,
    'payment_method',
    paymentMethodId,
    'default_payment_method',
  );
  if (referenceId(paymentMethod.customer) !== customerId)
    throw invalidRequest(
      'The customer does not have a payment method with the ID ' +
        paymentMethodId +
        '. The payment method must be attached to the customer.',
      { code: 'resource_missing', param: 'default_payment_method' },
    );
}

/**
 * Pays the first invoice according to `payment_behavior`; `default_incomplete` leaves it to the
 * customer.
 */
function payFirstInvoice(
  state: StripeState,
  invoice: Stripe.Invoice,
  paymentBehavior: string,
  offSession: boolean,
): void {
  if (paymentBehavior === 'default_incomplete') return;
  try {
    payInvoice(state, invoice, { offSession });
  } catch (error) {
    if (!(error instanceof StripeApiError) || !error.takesEffect) throw error;
    if (paymentBehavior === 'error_if_incomplete') throw new StripeApiError(402, error.body);
  }
}

export const subscriptionRoutes: ApiRoutes = {
  'POST /v1/subscriptions': createRoute(
    {
      ...subscriptionShape,
      customer: requiredField(textField),
      items: requiredField(
        listField(groupField({ price: requiredField(textField), quantity: positiveQuantity })),
      ),
      payment_behavior: oneOfField('allow_incomplete', 'default_incomplete', 'error_if_incomplete'),
      off_session: flagField,
      ...collectionShape,
    },
    (
      state,
      {
        customer: customerId,
        items,
        payment_behavior = 'allow_incomplete',
        off_session = false,
        ...subscriptionParameters
      },
    ) => {
      validateCollection(subscriptionParameters);
      const isSent = subscriptionParameters.collection_method === 'send_invoice';
      const storedCustomer = findObject(state, 'customer', customerId, 'customer');
      const pricedItems = items.map(({ price, quantity = 1 }) => ({
        price: findRecurringPrice(state, price),
        quantity,
      }));
      validatePaymentMethod(state, subscriptionParameters.default_payment_method, customerId);
      const subscription = buildSubscription(
        {
          customer: customerId,
          items: pricedItems,
          metadata: mergeMetadata({}, subscriptionParameters.metadata),
          default_payment_method: subscriptionParameters.default_payment_method ?? null,
          description: subscriptionParameters.description ?? null,
          cancel_at_period_end: subscriptionParameters.cancel_at_period_end ?? false,
          ...(isSent && {
            status: 'active' as const,
            collection_method: 'send_invoice' as const,
            days_until_due: subscriptionParameters.days_until_due!,
          }),
          ...mergePaymentSettings(undefined, subscriptionParameters.payment_settings),
        },
        state.now,
      );
      const draftInvoice = createDraftInvoice(
        state,
        subscription,
        storedCustomer,
        'subscription_create',
      );
      const startedSubscription = { ...subscription, latest_invoice: draftInvoice.id };
      state.objects.put('subscription', startedSubscription);
      state.emit('customer.subscription.created', startedSubscription);
      if (isSent) scheduleDraft(state, draftInvoice);
      else
        state.timers.addTimer(state.now + INCOMPLETE_SECONDS, 'incomplete', startedSubscription.id);
      state.timers.addTimer(
        currentPeriodEnd(startedSubscription),
        'renewal',
        startedSubscription.id,
      );
      if (!isSent) {
        const firstInvoice = finalizeInvoice(state, draftInvoice);
        payFirstInvoice(state, firstInvoice, payment_behavior, off_session);
      }
      return findObject(state, 'subscription', startedSubscription.id);
    },
  ),
  'GET /v1/subscriptions/:id': createRetrieveRoute('subscription'),
  'GET /v1/subscriptions': createListRoute(
    'subscription',
    '/v1/subscriptions',
    {
      customer: textField,
      status: oneOfField(
        'active',
        'all',
        'canceled',
        'incomplete',
        'incomplete_expired',
        'past_due',
        'ended',
      ),
    },
    // Without a status filter, canceled subscriptions are omitted.
    ({ customer, status }) => ({
      customer,
      ...(status === undefined && { status: { not: ENDED_STATUSES } }),
      ...(status === 'ended' && { status: ENDED_STATUSES }),
      ...(status && status !== 'all' && status !== 'ended' && { status }),
    }),
  ),
  'POST /v1/subscriptions/:id': createRoute(
    { ...subscriptionShape, ...collectionShape },
    (state, parameters, subscriptionId) => {
      validateCollection(parameters);
      const subscription = findObject(state, 'subscription', subscriptionId);
      if (subscription.ended_at)
        throw invalidRequest(
          'A canceled subscription can only update its cancellation_details and metadata.',
        );
      validatePaymentMethod(
        state,
        parameters.default_payment_method,
        referenceId(subscription.customer),
      );
      const {
        cancel_at_period_end: cancelsAtPeriodEnd,
        metadata: metadataChanges,
        payment_settings,
        ...otherFields
      } = parameters;
      return updateObject(
        state,
        'subscription',
        subscription,
        {
          ...otherFields,
          metadata: mergeMetadata(subscription.metadata, metadataChanges),
          ...(payment_settings &&
            mergePaymentSettings(subscription.payment_settings, payment_settings)),
          ...(cancelsAtPeriodEnd !== undefined &&
            periodEndCancellation(subscription, cancelsAtPeriodEnd, state.now)),
        },
        'customer.subscription.updated',
      );
    },
  ),
  'DELETE /v1/subscriptions/:id': createRoute(
    { invoice_now: flagField, prorate: flagField },
    (state, parameters, subscriptionId) => {
      if (parameters.invoice_now || parameters.prorate)
        throw invalidRequest('The development stand-in does not support proration.');
      const subscription = findObject(state, 'subscription', subscriptionId);
      if (subscription.ended_at)
        throw invalidRequest(
          `No such subscription: '${subscriptionId}'`,
          { code: 'resource_missing', param: 'id' },
          404,
        );
      return endSubscription(state, subscription, 'canceled');
    },
  ),
};
