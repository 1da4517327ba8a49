import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type Stripe from 'stripe';
import { connect, itOnStandIn, captureStripeError, type Connection } from './server-under-test.js';

let connection: Connection;
let stripe: Stripe;
let price: Stripe.Price;
beforeAll(async () => {
  connection = await connect();
  stripe = connection.stripe;
  price = await stripe.prices.create({
    currency: 'usd',
    unit_amount: 10_000,
    recurring: { interval: 'month' },
    product_data: { name: 'Elite' },
  });
});
afterAll(() => connection.close());

const DAY = 86_400;
const advance = (seconds: number) => connection.control('POST', '/clock', { advance: seconds });

let customer: string;
beforeEach(async () => {
  customer = (await stripe.customers.create({ email: 'elite@example.com' })).id;
});

const begin = () =>
  stripe.subscriptions.create({
    customer,
    items: [{ price: price.id }],
    payment_behavior: 'default_incomplete',
    payment_settings: { save_default_payment_method: 'on_subscription' },
    expand: ['latest_invoice.confirmation_secret'],
  });

const invoiceIn = (subscription: Stripe.Subscription) =>
  subscription.latest_invoice as Stripe.Invoice;

/** Confirms the invoice's secret, as the page does. */
async function payFirst(subscription: Stripe.Subscription, payment_method = 'pm_card_visa') {
  const secret = invoiceIn(subscription).confirmation_secret?.client_secret ?? '';
  return stripe.paymentIntents.confirm(secret.split('_secret_')[0]!, { payment_method });
}

const active = async (payment_method?: string) => {
  const subscription = await begin();
  await payFirst(subscription, payment_method);
  return subscription.id;
};

describe('a subscription', () => {
  it('starts when its invoice is confirmed and keeps the card', async () => {
    const subscription = await begin();
    expect(subscription).toMatchObject({
      status: 'incomplete',
      latest_invoice: { status: 'open', amount_due: 10_000 },
    });
    const intent = await payFirst(subscription);
    const updatedSubscription = await stripe.subscriptions.retrieve(subscription.id, {
      expand: ['latest_invoice'],
    });
    expect(updatedSubscription).toMatchObject({
      status: 'active',
      default_payment_method: intent.payment_method,
      latest_invoice: {
        status: 'paid',
        amount_paid: 10_000,
        billing_reason: 'subscription_create',
      },
    });
    const [payment] = (
      await stripe.invoicePayments.list({ invoice: invoiceIn(updatedSubscription).id })
    ).data;
    expect(payment).toMatchObject({
      status: 'paid',
      payment: { payment_intent: intent.id, type: 'payment_intent' },
    });
    expect(invoiceIn(updatedSubscription).parent?.subscription_details?.subscription).toBe(
      subscription.id,
    );
  });

  it('puts the statement text of its product on its payments', async () => {
    const described = await stripe.prices.create({
      currency: 'usd',
      unit_amount: 10_000,
      recurring: { interval: 'month' },
      product_data: { name: 'Elite', statement_descriptor: 'COURTLY ELITE' },
    });
    const product = await stripe.products.retrieve(described.product as string);
    expect(product.statement_descriptor).toBe('COURTLY ELITE');
    const subscription = await stripe.subscriptions.create({
      customer,
      items: [{ price: described.id }],
      description: 'Elite, monthly',
      payment_behavior: 'default_incomplete',
      payment_settings: { save_default_payment_method: 'on_subscription' },
      expand: ['latest_invoice.confirmation_secret'],
    });
    expect(subscription.description).toBe('Elite, monthly');
    const { latest_charge } = await payFirst(subscription);
    expect(await stripe.charges.retrieve(latest_charge as string)).toMatchObject({
      statement_descriptor: 'COURTLY ELITE',
      calculated_statement_descriptor: 'COURTLY ELITE',
      description: 'Subscription creation',
    });
  });

  it('stays incomplete when the card is declined', async () => {
    const subscription = await begin();
    expect(
      await captureStripeError(payFirst(subscription, 'pm_card_chargeDeclined')),
    ).toMatchObject({
      code: 'card_declined',
    });
    expect(await stripe.subscriptions.retrieve(subscription.id)).toMatchObject({
      status: 'incomplete',
    });
  });

  it('is not created with error_if_incomplete if the card is declined', async () => {
    const method = await stripe.paymentMethods.attach('pm_card_chargeCustomerFail', { customer });
    const call = stripe.subscriptions.create({
      customer,
      items: [{ price: price.id }],
      default_payment_method: method.id,
      payment_behavior: 'error_if_incomplete',
    });
    expect(await captureStripeError(call)).toMatchObject({
      statusCode: 402,
      code: 'card_declined',
    });
    expect((await stripe.subscriptions.list({ customer, status: 'all' })).data).toEqual([]);
  });

  it('ends immediately when canceled', async () => {
    const id = await active();
    const canceled = await stripe.subscriptions.cancel(id);
    expect(canceled).toMatchObject({ status: 'canceled', ended_at: expect.any(Number) });
    expect((await stripe.subscriptions.list({ customer })).data).toEqual([]);
    expect(await captureStripeError(stripe.subscriptions.cancel(id))).toMatchObject({
      statusCode: 404,
    });
  });

  it('has an open invoice that can be voided once', async () => {
    const subscription = await begin();
    const { id } = invoiceIn(subscription);
    expect(await stripe.invoices.voidInvoice(id)).toMatchObject({
      status: 'void',
      amount_due: 10_000,
      amount_paid: 0,
    });
    expect(await captureStripeError(stripe.invoices.voidInvoice(id))).toMatchObject({
      statusCode: 400,
    });
    expect(await captureStripeError(stripe.invoices.pay(id))).toMatchObject({ statusCode: 400 });
    expect((await stripe.invoices.list({ customer, status: 'void' })).data).toHaveLength(1);
  });

  it('sends its invoices if they are not charged automatically', async () => {
    const subscription = await stripe.subscriptions.create({
      customer,
      items: [{ price: price.id }],
      collection_method: 'send_invoice',
      days_until_due: 7,
      expand: ['latest_invoice'],
    });
    expect(subscription).toMatchObject({
      status: 'active',
      collection_method: 'send_invoice',
      days_until_due: 7,
      latest_invoice: { status: 'draft', collection_method: 'send_invoice' },
    });
    const withoutDays = stripe.subscriptions.create({
      customer,
      items: [{ price: price.id }],
      collection_method: 'send_invoice',
    });
    expect(await captureStripeError(withoutDays)).toMatchObject({ statusCode: 400 });
  });

  itOnStandIn('becomes past due when a sent invoice is overdue, until it is paid', async () => {
    const { id, latest_invoice } = await stripe.subscriptions.create({
      customer,
      items: [{ price: price.id }],
      collection_method: 'send_invoice',
      days_until_due: 7,
    });
    await advance(3_600);
    const invoice = await stripe.invoices.retrieve(latest_invoice as string);
    expect(invoice).toMatchObject({ status: 'open', amount_remaining: 10_000, attempted: false });
    expect(invoice.due_date).toBe(invoice.status_transitions.finalized_at! + 7 * DAY);
    await advance(7 * DAY);
    expect(await stripe.subscriptions.retrieve(id)).toMatchObject({ status: 'past_due' });
    const method = await stripe.paymentMethods.attach('pm_card_visa', { customer });
    expect(await stripe.invoices.pay(invoice.id, { payment_method: method.id })).toMatchObject({
      status: 'paid',
      amount_paid: 10_000,
      amount_remaining: 0,
    });
    expect(await stripe.subscriptions.retrieve(id)).toMatchObject({ status: 'active' });
  });

  itOnStandIn('can still be charged for an open invoice after it has ended', async () => {
    const id = await active();
    const failed = await connection.control<Stripe.Invoice>('POST', `/subscriptions/${id}/renew`, {
      outcome: 'fails',
    });
    await stripe.subscriptions.cancel(id);
    expect(await stripe.invoices.retrieve(failed.id)).toMatchObject({ status: 'open' });
    const method = await stripe.paymentMethods.attach('pm_card_visa', { customer });
    expect(await stripe.invoices.pay(failed.id, { payment_method: method.id })).toMatchObject({
      status: 'paid',
    });
    expect(await stripe.subscriptions.retrieve(id)).toMatchObject({ status: 'canceled' });
  });

  itOnStandIn('expires if its first invoice is not paid within 23 hours', async () => {
    const subscription = await begin();
    await advance(23 * 3_600 - 60);
    expect(await stripe.subscriptions.retrieve(subscription.id)).toMatchObject({
      status: 'incomplete',
    });
    await advance(60);
    const updatedSubscription = await stripe.subscriptions.retrieve(subscription.id, {
      expand: ['latest_invoice'],
    });
    expect(updatedSubscription).toMatchObject({
      status: 'incomplete_expired',
      latest_invoice: { status: 'void' },
    });
    expect(await captureStripeError(payFirst(subscription))).toMatchObject({
      code: 'payment_intent_unexpected_state',
    });
  });

  itOnStandIn('renews with a draft that is paid after an hour', async () => {
    const id = await active();
    const { items } = await stripe.subscriptions.retrieve(id);
    const { current_period_start: start, current_period_end: end } = items.data[0]!;
    await advance(end - start);
    const renewed = await stripe.subscriptions.retrieve(id, { expand: ['latest_invoice'] });
    expect(renewed.items.data[0]).toMatchObject({ current_period_start: end });
    expect(invoiceIn(renewed)).toMatchObject({
      status: 'draft',
      billing_reason: 'subscription_cycle',
    });
    await advance(3_600);
    expect(await stripe.invoices.retrieve(invoiceIn(renewed).id)).toMatchObject({
      status: 'paid',
      attempt_count: 1,
    });
    expect(await stripe.subscriptions.retrieve(id)).toMatchObject({ status: 'active' });
  });

  itOnStandIn('becomes past due when a renewal fails and active when it is paid', async () => {
    const id = await active();
    const bad = await stripe.paymentMethods.attach('pm_card_chargeCustomerFail', { customer });
    const { items } = await stripe.subscriptions.update(id, { default_payment_method: bad.id });
    const { current_period_start: start, current_period_end: end } = items.data[0]!;
    await advance(end - start + 3_600);
    const unpaidSubscription = await stripe.subscriptions.retrieve(id, {
      expand: ['latest_invoice'],
    });
    expect(unpaidSubscription).toMatchObject({
      status: 'past_due',
      latest_invoice: { status: 'open', attempt_count: 1 },
    });
    const failed = await stripe.events.list({ type: 'invoice.payment_failed', limit: 1 });
    expect(failed.data[0]?.data.object).toMatchObject({ id: invoiceIn(unpaidSubscription).id });
    const good = await stripe.paymentMethods.attach('pm_card_visa', { customer });
    await stripe.subscriptions.update(id, { default_payment_method: good.id });
    await advance(3 * DAY);
    expect(await stripe.invoices.retrieve(invoiceIn(unpaidSubscription).id)).toMatchObject({
      status: 'paid',
    });
    expect(await stripe.subscriptions.retrieve(id)).toMatchObject({ status: 'active' });
  });

  itOnStandIn(
    'renews on demand without moving the clock, and a failed renewal can be paid in the portal',
    async () => {
      const id = await active();
      const renew = (outcome: string) =>
        connection.control<Stripe.Invoice>('POST', `/subscriptions/${id}/renew`, { outcome });
      const { current_period_end: end } = (await stripe.subscriptions.retrieve(id)).items.data[0]!;
      expect(await renew('paid')).toMatchObject({
        status: 'paid',
        billing_reason: 'subscription_cycle',
      });
      const [item] = (await stripe.subscriptions.retrieve(id)).items.data;
      expect(item).toMatchObject({ current_period_start: end });
      const failed = await renew('fails');
      expect(failed).toMatchObject({ status: 'open', attempt_count: 1, amount_due: 10_000 });
      expect(await stripe.subscriptions.retrieve(id)).toMatchObject({
        status: 'past_due',
        latest_invoice: failed.id,
      });
      await expect(renew('paid')).rejects.toThrow('cannot renew');

      const { url } = await stripe.billingPortal.sessions.create({ customer });
      const ask = async (fields: Record<string, string>) =>
        (await fetch(url, { method: 'POST', body: new URLSearchParams(fields) })).text();
      const pay = { action: 'pay', invoice: failed.id };
      expect(await ask(pay)).toContain('Your card was declined.');
      await ask({ action: 'card', number: '4242424242424242', exp_month: '12', exp_year: '2099' });
      expect(await ask(pay)).not.toContain('could not be charged');
      expect(await stripe.invoices.retrieve(failed.id)).toMatchObject({ status: 'paid' });
      expect(await stripe.subscriptions.retrieve(id)).toMatchObject({ status: 'active' });
    },
  );

  itOnStandIn(
    'ends with its period if canceled at period end, unless that is revoked',
    async () => {
      const ending = await active();
      const activeSubscription = await active();
      for (const id of [ending, activeSubscription])
        await stripe.subscriptions.update(id, { cancel_at_period_end: true });
      expect(
        await stripe.subscriptions.update(activeSubscription, { cancel_at_period_end: false }),
      ).toMatchObject({
        cancel_at: null,
      });
      await advance(32 * DAY);
      expect(await stripe.subscriptions.retrieve(ending)).toMatchObject({ status: 'canceled' });
      expect(await stripe.subscriptions.retrieve(activeSubscription)).toMatchObject({
        status: 'active',
      });
    },
  );

  itOnStandIn('can be canceled, resumed, and given another card in the portal', async () => {
    const id = await active();
    const { url } = await stripe.billingPortal.sessions.create({
      customer,
      return_url: 'https://example.com/',
    });
    const ask = async (fields: Record<string, string>) =>
      (await fetch(url, { method: 'POST', body: new URLSearchParams(fields) })).text();
    expect(await (await fetch(url)).text()).toContain('Cancel subscription');
    expect(await ask({ action: 'cancel', subscription: id })).toContain('Keep subscription');
    expect(await stripe.subscriptions.retrieve(id)).toMatchObject({ cancel_at_period_end: true });
    await ask({ action: 'resume', subscription: id });
    expect(
      await ask({ action: 'card', number: '4000000000000002', exp_month: '12', exp_year: '2099' }),
    ).toContain('Your card was declined.');
    expect(
      await ask({ action: 'card', number: '5555555555554444', exp_month: '12', exp_year: '2099' }),
    ).toContain('4444');
    const updatedSubscription = await stripe.subscriptions.retrieve(id, {
      expand: ['default_payment_method'],
    });
    expect(updatedSubscription).toMatchObject({
      cancel_at_period_end: false,
      default_payment_method: { card: { last4: '4444' } },
    });
  });
});

describe('an invoice', () => {
  it('includes its confirmation secret only when expanded', async () => {
    const { latest_invoice } = await begin();
    const { id } = latest_invoice as Stripe.Invoice;
    expect(await stripe.invoices.retrieve(id)).not.toHaveProperty('confirmation_secret');
    const { confirmation_secret: secret } = await stripe.invoices.retrieve(id, {
      expand: ['confirmation_secret'],
    });
    expect(secret).toMatchObject({
      type: 'payment_intent',
      client_secret: expect.stringMatching(/^pi_\w+_secret_/),
    });
  });

  it("can be paid once by the server with the customer's card", async () => {
    const subscription = await begin();
    const method = await stripe.paymentMethods.attach('pm_card_visa', { customer });
    const { id } = invoiceIn(subscription);
    expect(await stripe.invoices.pay(id, { payment_method: method.id })).toMatchObject({
      status: 'paid',
    });
    expect(await captureStripeError(stripe.invoices.pay(id))).toMatchObject({ statusCode: 400 });
  });
});
