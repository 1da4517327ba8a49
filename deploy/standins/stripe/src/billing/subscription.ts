import type Stripe from 'stripe';
import { newId } from '../world.js';
import { decimal } from './catalogue-routes.js';
import { nextPeriodEnd } from './period.js';

type Subscription = Stripe.Subscription;
type Item = Stripe.SubscriptionItem;

/** The form in which prices stood before there were prices; items still show it. */
function planOf(price: Stripe.Price): Stripe.Plan {
  const { interval, interval_count } = price.recurring!;
  return {
    id: price.id,
    object: 'plan',
    active: price.active,
    amount: price.unit_amount,
    amount_decimal: decimal(price.unit_amount!),
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

function newItem(subscription: string, price: Stripe.Price, quantity: number, now: number): Item {
  return {
    id: newId('si'),
    object: 'subscription_item',
    billing_thresholds: null,
    created: now,
    current_period_end: nextPeriodEnd(now, price.recurring!, now),
    current_period_start: now,
    current_trial: null,
    discounts: [],
    metadata: {},
    plan: planOf(price),
    price,
    quantity,
    subscription,
    tax_rates: [],
  };
}

export type NewSubscription = Pick<Subscription, 'customer' | 'metadata'> &
  Partial<
    Pick<
      Subscription,
      'default_payment_method' | 'description' | 'cancel_at_period_end' | 'payment_settings'
    >
  > & {
    items: readonly Readonly<{ price: Stripe.Price; quantity: number }>[];
  };

/** A subscription whose first invoice is unpaid. */
export function newSubscription({ items, ...chosen }: NewSubscription, now: number): Subscription {
  const id = newId('sub');
  const data = items.map(({ price, quantity }) => newItem(id, price, quantity, now));
  const end = data[0]!.current_period_end;
  const cancelsAtEnd = chosen.cancel_at_period_end ?? false;
  return {
    id,
    object: 'subscription',
    application: null,
    application_fee_percent: null,
    automatic_tax: { disabled_reason: null, enabled: false, liability: null },
    billing_cycle_anchor: now,
    billing_cycle_anchor_config: null,
    billing_mode: { flexible: { proration_discounts: 'included' }, type: 'flexible' },
    billing_schedules: [],
    billing_thresholds: null,
    cancel_at: cancelsAtEnd ? end : null,
    cancel_at_period_end: cancelsAtEnd,
    canceled_at: cancelsAtEnd ? now : null,
    cancellation_details: { comment: null, feedback: null, feedback_option: null, reason: null },
    collection_method: 'charge_automatically',
    created: now,
    currency: data[0]!.price.currency,
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
      data,
      has_more: false,
      url: `/v1/subscription_items?subscription=${id}`,
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
    start_date: now,
    status: 'incomplete',
    test_clock: null,
    transfer_data: null,
    trial_end: null,
    trial_settings: {
      end_behavior: { billing_cycle_anchor: null, missing_payment_method: 'create_invoice' },
    },
    trial_start: null,
    ...chosen,
  };
}

/** When the current period of a subscription ends. */
export const periodEndOf = (subscription: Subscription): number =>
  subscription.items.data[0]!.current_period_end;

/** The items of a subscription in its next period. */
export const nextItems = ({
  items,
  billing_cycle_anchor: anchor,
}: Subscription): Subscription['items'] => ({
  ...items,
  data: items.data.map((item) => ({
    ...item,
    current_period_start: item.current_period_end,
    current_period_end: nextPeriodEnd(anchor, item.price.recurring!, item.current_period_end),
  })),
});

/** Whether a subscription ends with its period; changing one's mind is possible until then. */
export const endsWithPeriod = (
  subscription: Subscription,
  ends: boolean,
  now: number,
): Partial<Subscription> => ({
  cancel_at_period_end: ends,
  cancel_at: ends ? periodEndOf(subscription) : null,
  canceled_at: ends ? now : null,
  cancellation_details: {
    comment: null,
    feedback: null,
    feedback_option: null,
    reason: ends ? 'cancellation_requested' : null,
  },
});
