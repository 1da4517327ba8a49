import type Stripe from 'stripe';
import {
  updateObject,
  createObject,
  findObject,
  referenceId,
  createId,
  createSecret,
  type StripeState,
} from '../state.js';
import { buildIntent } from '../payments/intent.js';
import { toDecimal } from './catalog-routes.js';

type StripeInvoice = Stripe.Invoice;
type StripeSubscription = Stripe.Subscription;

const itemAmount = (subscriptionItem: Stripe.SubscriptionItem) =>
  subscriptionItem.price.unit_amount! * (subscriptionItem.quantity ?? 1);

function buildInvoiceLine(
  invoiceId: string,
  subscription: StripeSubscription,
  subscriptionItem: Stripe.SubscriptionItem,
): Stripe.InvoiceLineItem {
  const lineAmount = itemAmount(subscriptionItem);
  return {
    id: createId('il'),
    object: 'line_item',
    amount: lineAmount,
    currency: subscriptionItem.price.currency,
    description: `${subscriptionItem.quantity} × ${subscriptionItem.price.nickname ?? 'subscription'}`,
    discount_amounts: [],
    discountable: true,
    discounts: [],
    invoice: invoiceId,
    livemode: false,
    metadata: subscription.metadata,
    parent: {
      invoice_item_details: null,
      subscription_item_details: {
        invoice_item: null,
        proration: false,
        proration_details: { credited_items: null },
        subscription: subscription.id,
        subscription_item: subscriptionItem.id,
      },
      type: 'subscription_item_details',
    },
    period: {
      start: subscriptionItem.current_period_start,
      end: subscriptionItem.current_period_end,
    },
    pretax_credit_amounts: [],
    pricing: {
      price_details: {
        price: subscriptionItem.price.id,
        product: referenceId(subscriptionItem.price.product),
      },
      type: 'price_details',
      unit_amount_decimal: toDecimal(subscriptionItem.price.unit_amount!),
    },
    quantity: subscriptionItem.quantity ?? 1,
    quantity_decimal: toDecimal(subscriptionItem.quantity ?? 1),
    subscription: subscription.id,
    subtotal: lineAmount,
    taxes: [],
  };
}

/** Creates a draft invoice for the current period of a subscription. */
export function createDraftInvoice(
  state: StripeState,
  subscription: StripeSubscription,
  customer: Stripe.Customer,
  billing_reason: 'subscription_create' | 'subscription_cycle',
): StripeInvoice {
  const invoiceId = createId('in');
  const invoiceLines = subscription.items.data.map((subscriptionItem) =>
    buildInvoiceLine(invoiceId, subscription, subscriptionItem),
  );
  const totalAmount = invoiceLines.reduce((totalCents, { amount }) => totalCents + amount, 0);
  const { current_period_start: periodStart, price: firstPrice } = subscription.items.data[0]!;
  const firstProduct = findObject(state, 'product', referenceId(firstPrice.product));
  const invoice: StripeInvoice = {
    id: invoiceId,
    object: 'invoice',
    account_country: 'US',
    account_name: 'Courtly',
    account_tax_ids: null,
    amount_due: totalAmount,
    amount_overpaid: 0,
    amount_paid: 0,
    amount_remaining: totalAmount,
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
    collection_method: subscription.collection_method,
    created: state.now,
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
    lines: {
      object: 'list',
      data: invoiceLines,
      has_more: false,
      url: `/v1/invoices/${invoiceId}/lines`,
    },
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
    period_end: periodStart,
    period_start: periodStart,
    post_payment_credit_notes_amount: 0,
    pre_payment_credit_notes_amount: 0,
    receipt_number: null,
    rendering: null,
    shipping_cost: null,
    shipping_details: null,
    starting_balance: 0,
    statement_descriptor: firstProduct.statement_descriptor ?? null,
    status: 'draft',
    status_transitions: {
      finalized_at: null,
      marked_uncollectible_at: null,
      paid_at: null,
      voided_at: null,
    },
    subtotal: totalAmount,
    subtotal_excluding_tax: totalAmount,
    test_clock: null,
    total: totalAmount,
    total_discount_amounts: [],
    total_excluding_tax: totalAmount,
    total_pretax_credit_amounts: [],
    total_taxes: [],
    webhooks_delivered_at: null,
  };
  return createObject(state, 'invoice', invoice, 'invoice.created');
}

/**
 * Finalizes a draft: assigns its number and creates the payment intent behind its
 * `confirmation_secret`.
 */
export function finalizeInvoice(state: StripeState, invoice: StripeInvoice): StripeInvoice {
  const paymentIntent = buildIntent(
    {
      amount: invoice.total,
      currency: invoice.currency,
      capture_method: 'automatic',
      customer: invoice.customer,
      description:
        invoice.billing_reason === 'subscription_cycle'
          ? 'Subscription update'
          : 'Subscription creation',
      statement_descriptor: invoice.statement_descriptor,
      metadata: {},
      setup_future_usage: 'off_session',
      allowed_payment_method_types: ['card'],
    },
    state.now,
  );
  createObject(state, 'payment_intent', paymentIntent, 'payment_intent.created');
  createObject(state, 'invoice_payment', {
    id: createId('inpay'),
    object: 'invoice_payment',
    amount_paid: null,
    amount_requested: invoice.total,
    created: state.now,
    currency: invoice.currency,
    invoice: invoice.id,
    is_default: true,
    livemode: false,
    payment: { payment_intent: paymentIntent.id, type: 'payment_intent' },
    status: 'open',
    status_transitions: { canceled_at: null, paid_at: null },
  });
  const invoiceFields = {
    status: 'open',
    number: createSecret('CTLY').slice(0, 13).toUpperCase().replace('_', '-'),
    effective_at: state.now,
    ending_balance: 0,
    automatically_finalizes_at: null,
    status_transitions: { ...invoice.status_transitions, finalized_at: state.now },
  } as const;
  return updateObject(state, 'invoice', invoice, invoiceFields, 'invoice.finalized');
}

/** The payment of an invoice; undefined while it is a draft. */
export const findInvoicePayment = (
  state: StripeState,
  invoiceId: string,
): Stripe.InvoicePayment | undefined =>
  state.objects.all('invoice_payment', { invoice: invoiceId })[0];

/** The payment intent of an invoice. */
export function findInvoiceIntent(
  state: StripeState,
  invoiceId: string,
): Stripe.PaymentIntent | undefined {
  const invoicePayment = findInvoicePayment(state, invoiceId);
  return (
    invoicePayment &&
    state.objects.get('payment_intent', referenceId(invoicePayment.payment.payment_intent) ?? '')
  );
}

/** The `confirmation_secret` of an invoice, which is only included when expanded. */
export function confirmationSecret(
  state: StripeState,
  invoice: StripeInvoice,
): Stripe.Invoice.ConfirmationSecret | null {
  const paymentIntent =
    invoice.status === 'open' ? findInvoiceIntent(state, invoice.id) : undefined;
  return paymentIntent?.client_secret
    ? { client_secret: paymentIntent.client_secret, type: 'payment_intent' }
    : null;
}
