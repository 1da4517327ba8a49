import type Stripe from 'stripe';
import { change, create, idOf, newId, newSecret, type World } from '../world.js';
import { newIntent } from '../payments/intent.js';
import { decimal } from './catalogue-routes.js';

type Invoice = Stripe.Invoice;
type Subscription = Stripe.Subscription;

const perItem = (item: Stripe.SubscriptionItem) => item.price.unit_amount! * (item.quantity ?? 1);

function line(
  invoice: string,
  subscription: Subscription,
  item: Stripe.SubscriptionItem,
): Stripe.InvoiceLineItem {
  const amount = perItem(item);
  return {
    id: newId('il'),
    object: 'line_item',
    amount,
    currency: item.price.currency,
    description: `${item.quantity} × ${item.price.nickname ?? 'subscription'}`,
    discount_amounts: [],
    discountable: true,
    discounts: [],
    invoice,
    livemode: false,
    metadata: subscription.metadata,
    parent: {
      invoice_item_details: null,
      subscription_item_details: {
        invoice_item: null,
        proration: false,
        proration_details: { credited_items: null },
        subscription: subscription.id,
        subscription_item: item.id,
      },
      type: 'subscription_item_details',
    },
    period: { start: item.current_period_start, end: item.current_period_end },
    pretax_credit_amounts: [],
    pricing: {
      price_details: { price: item.price.id, product: idOf(item.price.product) },
      type: 'price_details',
      unit_amount_decimal: decimal(item.price.unit_amount!),
    },
    quantity: item.quantity ?? 1,
    quantity_decimal: decimal(item.quantity ?? 1),
    subscription: subscription.id,
    subtotal: amount,
    taxes: [],
  };
}

/** A draft of what a subscription costs in its current period. */
export function draftInvoice(
  world: World,
  subscription: Subscription,
  customer: Stripe.Customer,
  billing_reason: 'subscription_create' | 'subscription_cycle',
): Invoice {
  const id = newId('in');
  const lines = subscription.items.data.map((item) => line(id, subscription, item));
  const total = lines.reduce((sum, { amount }) => sum + amount, 0);
  const { current_period_start: start } = subscription.items.data[0]!;
  const invoice: Invoice = {
    id,
    object: 'invoice',
    account_country: 'US',
    account_name: 'Courtly',
    account_tax_ids: null,
    amount_due: total,
    amount_overpaid: 0,
    amount_paid: 0,
    amount_remaining: total,
    amount_shipping: 0,
    application: null,
    attempt_count: 0,
    attempted: false,
    auto_advance: true,
    automatic_tax: {
      disabled_reason: null,
      enabled: false,
      liability: null,
      provider: null,
      status: null,
    },
    automatically_finalizes_at: null,
    billing_reason,
    collection_method: 'charge_automatically',
    created: world.now,
    currency: subscription.currency,
    custom_fields: null,
    customer: customer.id,
    customer_account: null,
    customer_address: null,
    customer_email: customer.email,
    customer_name: customer.name ?? null,
    customer_phone: customer.phone ?? null,
    customer_shipping: null,
    customer_tax_exempt: 'none',
    customer_tax_ids: [],
    default_payment_method: null,
    default_source: null,
    default_tax_rates: [],
    description: null,
    discounts: [],
    due_date: null,
    effective_at: null,
    ending_balance: null,
    footer: null,
    from_invoice: null,
    hosted_invoice_url: null,
    invoice_pdf: null,
    issuer: { type: 'self' },
    last_finalization_error: null,
    latest_revision: null,
    lines: { object: 'list', data: lines, has_more: false, url: `/v1/invoices/${id}/lines` },
    livemode: false,
    metadata: {},
    next_payment_attempt: null,
    number: null,
    on_behalf_of: null,
    parent: {
      quote_details: null,
      subscription_details: { metadata: subscription.metadata, subscription: subscription.id },
      type: 'subscription_details',
    },
    payment_settings: {
      default_mandate: null,
      payment_method_options: null,
      payment_method_types: null,
    },
    period_end: start,
    period_start: start,
    post_payment_credit_notes_amount: 0,
    pre_payment_credit_notes_amount: 0,
    receipt_number: null,
    rendering: null,
    shipping_cost: null,
    shipping_details: null,
    starting_balance: 0,
    statement_descriptor: null,
    status: 'draft',
    status_transitions: {
      finalized_at: null,
      marked_uncollectible_at: null,
      paid_at: null,
      voided_at: null,
    },
    subtotal: total,
    subtotal_excluding_tax: total,
    test_clock: null,
    total,
    total_discount_amounts: [],
    total_excluding_tax: total,
    total_pretax_credit_amounts: [],
    total_taxes: [],
    webhooks_delivered_at: null,
  };
  return create(world, 'invoice', invoice, 'invoice.created');
}

/** Opens a draft: it gets its number, and a payment intent that its `confirmation_secret` belongs to. */
export function finalize(world: World, invoice: Invoice): Invoice {
  const intent = newIntent(
    {
      amount: invoice.total,
      currency: invoice.currency,
      capture_method: 'automatic',
      customer: invoice.customer,
      description: 'Subscription creation',
      metadata: {},
      setup_future_usage: 'off_session',
      allowed_payment_method_types: ['card'],
    },
    world.now,
  );
  create(world, 'payment_intent', intent, 'payment_intent.created');
  create(world, 'invoice_payment', {
    id: newId('inpay'),
    object: 'invoice_payment',
    amount_paid: null,
    amount_requested: invoice.total,
    created: world.now,
    currency: invoice.currency,
    invoice: invoice.id,
    is_default: true,
    livemode: false,
    payment: { payment_intent: intent.id, type: 'payment_intent' },
    status: 'open',
    status_transitions: { canceled_at: null, paid_at: null },
  });
  const fields = {
    status: 'open',
    number: newSecret('CTLY').slice(0, 13).toUpperCase().replace('_', '-'),
    effective_at: world.now,
    ending_balance: 0,
    automatically_finalizes_at: null,
    status_transitions: { ...invoice.status_transitions, finalized_at: world.now },
  } as const;
  return change(world, 'invoice', invoice, fields, 'invoice.finalized');
}

/** The payment of an invoice, undefined while it is a draft. */
export const paymentOf = (world: World, invoice: string): Stripe.InvoicePayment | undefined =>
  world.objects.all('invoice_payment', { invoice })[0];

/** The intent that pays an invoice. */
export function intentOf(world: World, invoice: string): Stripe.PaymentIntent | undefined {
  const payment = paymentOf(world, invoice);
  return payment && world.objects.get('payment_intent', idOf(payment.payment.payment_intent) ?? '');
}

/** What an invoice shows only when it is expanded. */
export function confirmationSecret(
  world: World,
  invoice: Invoice,
): Stripe.Invoice.ConfirmationSecret | null {
  const intent = invoice.status === 'open' ? intentOf(world, invoice.id) : undefined;
  return intent?.client_secret
    ? { client_secret: intent.client_secret, type: 'payment_intent' }
    : null;
}
