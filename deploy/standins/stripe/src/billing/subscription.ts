import type Stripe from 'stripe';
import { createId } from '../state.js';
import { toDecimal } from './catalog-routes.js';
import { nextPeriodEnd } from './period.js';

type StripeSubscription = Stripe.Subscription;
type SubscriptionItem = Stripe.SubscriptionItem;

/** The legacy form of a price, which subscription items still include. */
function buildPlan(price: Stripe.Price): Stripe.Plan {
  const { interval, interval_count } = price.recurring!;
  return {
    id: price.id,
    object: 'plan',
    active: price.active,
    amount: price.unit_amount,
    amount_decimal: toDecimal(price.unit_amount!),
    billing_scheme: 'per_unit',
    created: price.created,
    currency: price.currency,
    interval,
    interval_count,
    livemode: false,
    metadata: price.metadata,
    meter: null,
    nickname: price.nickname,
    product: price.product,
    tiers_mode: null,
    transform_usage: null,
    trial_period_days: null,
    usage_type: 'licensed',
  };
}

function buildItem(
  subscriptionId: string,
  price: Stripe.Price,
  quantity: number,
  nowSeconds: number,
): SubscriptionItem {
  return {
    id: createId('si'),
    object: 'subscription_item',
    billing_thresholds: null,
    created: nowSeconds,
    current_period_end: nextPeriodEnd(nowSeconds, price.recurring!, nowSeconds),
    current_period_start: nowSeconds,
    current_trial: null,
    discounts: [],
    metadata: {},
    plan: buildPlan(price),
    price,
    quantity,
    subscription: subscriptionId,
    tax_rates: [],
  };
}

export type NewSubscriptionFields = Pick<StripeSubscription, 'customer' | 'metadata'> &
  Partial<
    Pick<
      StripeSubscription,
      | 'default_payment_method'
      | 'description'
      | 'cancel_at_period_end'
      | 'payment_settings'
      | 'collection_method'
      | 'days_until_due'
      | 'status'
    >
  > & {
    items: readonly Readonly<{ price: Stripe.Price; quantity: number }>[];
  };

/** Builds a subscription whose first invoice is unpaid. */
export function buildSubscription(
  { items, ...subscriptionFields }: NewSubscriptionFields,
  nowSeconds: number,
): StripeSubscription {
  const subscriptionId = createId('sub');
  const subscriptionItems = items.map(({ price, quantity }) =>
    buildItem(subscriptionId, price, quantity, nowSeconds),
  );
  const firstPeriodEnd = subscriptionItems[0]!.current_period_end;
  const cancelsAtEnd = subscriptionFields.cancel_at_period_end ?? false;
  return {
    id: subscriptionId,
    object: 'subscription',
    application: null,
    application_fee_percent: null,
    automatic_tax: { disabled_reason: null, enabled: false, liability: null },
    billing_cycle_anchor: nowSeconds,
    billing_cycle_anchor_config: null,
    billing_mode: { flexible: { proration_discounts: 'included' }, type: 'flexible' },
    billing_schedules: [],
    billing_thresholds: null,
    cancel_at: cancelsAtEnd ? firstPeriodEnd : null,
    cancel_at_period_end: cancelsAtEnd,
    canceled_at: cancelsAtEnd ? nowSeconds : null,
    cancellation_details: { comment: null, feedback: null, feedback_option: null, reason: null },
    collection_method: 'charge_automatically',
    created: nowSeconds,
    currency: subscriptionItems[0]!.price.currency,
    customer_account: null,
    days_until_due: null,
    default_payment_method: null,
    default_source: null,
    default_tax_rates: [],
    description: null,
    discounts: [],
    ended_at: null,
    invoice_settings: {
      account_tax_ids: null,
      custom_fields: null,
      description: null,
      footer: null,
      issuer: { type: 'self' },
    },
    items: {
      object: 'list',
      data: subscriptionItems,
      has_more: false,
      url: `/v1/subscription_items?subscription=${subscriptionId}`,
    },
    latest_invoice: null,
    livemode: false,
    managed_payments: { enabled: false },
    next_pending_invoice_item_invoice: null,
    on_behalf_of: null,
    pause_collection: null,
    payment_settings: {
      payment_method_options: null,
      payment_method_types: null,
      save_default_payment_method: 'off',
    },
    pending_invoice_item_interval: null,
    pending_setup_intent: null,
    pending_update: null,
    schedule: null,
    start_date: nowSeconds,
    status: 'incomplete',
    test_clock: null,
    transfer_data: null,
    trial_end: null,
    trial_settings: {
      end_behavior: { billing_cycle_anchor: null, missing_payment_method: 'create_invoice' },
    },
    trial_start: null,
    ...subscriptionFields,
  };
}

/** The end of the subscription's current period, in Unix seconds. */
export const currentPeriodEnd = (subscription: StripeSubscription): number =>
  subscription.items.data[0]!.current_period_end;

/** The items of a subscription in its next period. */
export const advanceItems = ({
  items,
  billing_cycle_anchor: cycleAnchor,
}: StripeSubscription): StripeSubscription['items'] => ({
  ...items,
  data: items.data.map((currentItem) => ({
    ...currentItem,
    current_period_start: currentItem.current_period_end,
    current_period_end: nextPeriodEnd(
      cycleAnchor,
      currentItem.price.recurring!,
      currentItem.current_period_end,
    ),
  })),
});

/** The fields that schedule, or revoke, cancellation at the end of the period. */
export const periodEndCancellation = (
  subscription: StripeSubscription,
  cancelsAtPeriodEnd: boolean,
  nowSeconds: number,
): Partial<StripeSubscription> => ({
  cancel_at_period_end: cancelsAtPeriodEnd,
  cancel_at: cancelsAtPeriodEnd ? currentPeriodEnd(subscription) : null,
  canceled_at: cancelsAtPeriodEnd ? nowSeconds : null,
  cancellation_details: {
    comment: null,
    feedback: null,
    feedback_option: null,
    reason: cancelsAtPeriodEnd ? 'cancellation_requested' : null,
  },
});
