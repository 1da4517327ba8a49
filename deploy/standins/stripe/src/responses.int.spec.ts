import { afterAll, beforeAll, expect, it } from '@jest/globals';
import {
  connect,
  createControl,
  createAuthorizedPayment,
  createPaidPayment,
  captureStripeError,
  type Connection,
} from './contract/server-under-test.js';
import { declarationChecker, KINDS } from './testing/declarations.js';

let connection: Connection;
const checker = declarationChecker();
beforeAll(async () => {
  connection = await connect();
});
afterAll(() => connection.close());

/** Produces every kind of response, through the client and the control routes. */
async function produceResponses({ stripe, url }: Connection) {
  const control = createControl(url);
  const key = { idempotencyKey: 'once' };
  await stripe.customers.create({}, key);
  const refused = [
    stripe.products.create({ name: 'A' }, key),
    stripe.coupons.create({ percent_off: 10 }),
    stripe.paymentIntents.retrieve('pi_nobody'),
    stripe.paymentIntents.create({ amount: 1, currency: 'usd' }),
    stripe.paymentIntents.cancel((await createPaidPayment(stripe)).intent.id),
  ];
  for (const call of refused) await captureStripeError(call);
  const customer = await stripe.customers.create({
    email: 'a@example.com',
    name: 'A',
    metadata: { userId: '1' },
  });
  const intent = await createAuthorizedPayment(stripe, 33_000, {
    customer: customer.id,
    transfer_group: 'booking_1',
  });
  await stripe.paymentIntents.retrieve(intent.id, {
    expand: ['latest_charge', 'customer', 'payment_method'],
  });
  await stripe.paymentIntents.capture(intent.id, { amount_to_capture: 30_000 });
  const charge = intent.latest_charge as string;
  await stripe.charges.retrieve(charge, { expand: ['balance_transaction', 'refunds'] });
  const refund = await stripe.refunds.create({
    payment_intent: intent.id,
    amount: 1_000,
    metadata: { n: '1' },
  });
  await control('POST', `/refunds/${refund.id}/fail`, { reason: 'expired_or_canceled_card' });
  await stripe.refunds.retrieve(refund.id, { expand: ['charge', 'failure_balance_transaction'] });
  await captureStripeError(
    createAuthorizedPayment(stripe, 5_000, {
      payment_method: 'pm_card_chargeDeclinedInsufficientFunds',
    }),
  );
  const challenged = await createAuthorizedPayment(stripe, 5_000, {
    payment_method: 'pm_card_authenticationRequired',
    return_url: 'https://example.com/',
  });
  await control('POST', `/intents/${challenged.id}/authenticate`, { passed: true });
  const failed = await createAuthorizedPayment(stripe, 5_000, {
    payment_method: 'pm_card_authenticationRequired',
  });
  await control('POST', `/intents/${failed.id}/authenticate`, { passed: false });
  await stripe.paymentIntents.cancel(failed.id, { cancellation_reason: 'abandoned' });

  const account = await stripe.accounts.create({
    capabilities: { transfers: { requested: true } },
  });
  await stripe.accountLinks.create({
    account: account.id,
    type: 'account_onboarding',
    refresh_url: 'https://example.com/again',
    return_url: 'https://example.com/back',
  });
  await control('POST', `/accounts/${account.id}/transfers`, { status: 'active' });
  await stripe.accounts.retrieve(account.id);
  const transfer = await stripe.transfers.create({
    amount: 20_000,
    currency: 'usd',
    destination: account.id,
    source_transaction: charge,
  });
  await stripe.transfers.createReversal(transfer.id, { amount: 500 });
  await stripe.transfers.retrieve(transfer.id, {
    expand: ['destination', 'source_transaction', 'balance_transaction'],
  });
  await stripe.transfers.listReversals(transfer.id);

  await stripe.accounts.createLoginLink(account.id);
  await stripe.topups.create({ amount: 1_000, currency: 'usd' });
  const automatic = { payments: { payouts: { schedule: { interval: 'daily' as const } } } };
  await stripe.balanceSettings.update(automatic, { stripeAccount: account.id });
  await stripe.accounts.retrieveCurrent();
  const payout = await stripe.payouts.create({ amount: 100, currency: 'usd' });
  await control('POST', `/payouts/${payout.id}/fail`, {});
  await control('POST', `/accounts/${account.id}/payouts`, { enabled: false });

  const setup = await stripe.setupIntents.create({
    customer: customer.id,
    allowed_payment_method_types: ['card'],
    payment_method: 'pm_card_authenticationRequiredOnSetup',
    confirm: true,
  });
  await control('POST', `/intents/${setup.id}/authenticate`, { passed: true });
  await stripe.setupIntents.retrieve(setup.id, { expand: ['payment_method'] });
  const { data: methods } = await stripe.paymentMethods.list({ customer: customer.id });
  await stripe.customers.update(customer.id, {
    invoice_settings: { default_payment_method: methods[0]!.id },
  });

  const price = await stripe.prices.create({
    currency: 'usd',
    unit_amount: 10_000,
    recurring: { interval: 'month' },
    product_data: { name: 'Elite' },
  });
  const subscription = await stripe.subscriptions.create({
    customer: customer.id,
    items: [{ price: price.id }],
    payment_behavior: 'default_incomplete',
    payment_settings: { save_default_payment_method: 'on_subscription' },
    expand: ['latest_invoice.confirmation_secret', 'latest_invoice.payments'],
  });
  const invoice = subscription.latest_invoice as { id: string };
  await stripe.invoices.pay(invoice.id, { payment_method: methods[0]!.id });
  await control('POST', '/clock', { advance: 32 * 24 * 60 * 60 });
  await stripe.subscriptions.update(subscription.id, { cancel_at_period_end: true });
  await stripe.billingPortal.sessions.create({
    customer: customer.id,
    return_url: 'https://example.com/',
  });
  await stripe.subscriptions.cancel(subscription.id);

  const disputed = await createPaidPayment(stripe, 9_000);
  const dispute = await control<{ id: string }>('POST', `/charges/${disputed.charge}/dispute`, {});
  await control('POST', `/disputes/${dispute.id}/close`, { status: 'lost' });
  await control('POST', `/disputes/${dispute.id}/status`, { status: 'appeal_needs_response' });
  const appeal = { card: { reason_for_filing: 'Played', supporting_files: ['file_1'] } };
  await stripe.disputes.update(dispute.id, { evidence: { appeal, receipt: 'file_2' } });
  await control('POST', `/disputes/${dispute.id}/close`, { status: 'won' });
  await control('POST', `/charges/${disputed.charge}/dispute`, { status: 'prevented', amount: 10 });
  const returned = await createPaidPayment(stripe, 9_000);
  await control('POST', `/charges/${returned.charge}/refunds`, { status: 'requires_action' });
  await stripe.refunds.cancel((await stripe.refunds.create({ charge: returned.charge })).id);
  await control('POST', `/charges/${returned.charge}/refunds`, { status: 'pending' });
  await stripe.refunds.create({ charge: returned.charge });
  await stripe.disputes.retrieve(dispute.id, { expand: ['charge', 'payment_intent'] });

  const endpoint = await stripe.webhookEndpoints.create({
    url: 'http://127.0.0.1:9/',
    enabled_events: ['invoice.paid'],
  });
  await stripe.webhookEndpoints.update(endpoint.id, { disabled: true });
  await stripe.webhookEndpoints.del(endpoint.id);
  await control('POST', `/charges/${charge}/fraud_warning`, {});
  await stripe.radar.earlyFraudWarnings.list({ charge });
  await control('POST', '/fees', { amount: 100 });
  await control('POST', '/captures', { delay: 5 });
  await createPaidPayment(stripe);
  await control('POST', '/clock', { advance: 5 });
  await stripe.subscriptions.create({
    customer: customer.id,
    items: [{ price: price.id }],
    collection_method: 'send_invoice',
    days_until_due: 3,
    expand: ['latest_invoice'],
  });
  await control('POST', '/clock', { advance: 4 * 86_400 });
  await stripe.balance.retrieve();
  const lists = [
    stripe.accounts.list(),
    stripe.balanceTransactions.list(),
    stripe.charges.list(),
    stripe.customers.list(),
    stripe.disputes.list(),
    stripe.invoicePayments.list({ invoice: invoice.id }),
    stripe.invoices.list({ expand: ['data.confirmation_secret'] }),
    stripe.payouts.list({}, { stripeAccount: account.id }),
    stripe.balanceTransactions.list({}, { stripeAccount: account.id }),
    stripe.paymentIntents.list({ expand: ['data.latest_charge'] }),
    stripe.prices.list({ expand: ['data.product'] }),
    stripe.products.list(),
    stripe.refunds.list(),
    stripe.setupIntents.list(),
    stripe.subscriptions.list({ status: 'all', limit: 100 }),
    stripe.transfers.list(),
    stripe.webhookEndpoints.list(),
    stripe.invoices.retrieve(invoice.id).then(({ lines }) => lines.data[0]),
    stripe.subscriptions.retrieve(subscription.id),
  ];
  await Promise.all(lists);
  await stripe.accounts.del(account.id);
  await stripe.customers.del(customer.id);
  for await (const event of stripe.events.list({ limit: 100 })) void event;
}

/** The object kinds in a response, at any depth. */
function kindsIn(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return [];
  const ownKind = 'object' in value && typeof value.object === 'string' ? [value.object] : [];
  return [...ownKind, ...Object.values(value).flatMap(kindsIn)];
}

it('returns every kind of object as the stripe package declares it', async () => {
  await produceResponses(connection);
  const kinds = new Set(connection.responses.flatMap(kindsIn));
  expect(KINDS.filter((kind) => !kinds.has(kind))).toEqual([]);
  const differences = connection.responses.flatMap((response) => checker.differences(response));
  expect([...new Set(differences)]).toEqual([]);
});

it.each([
  ['an undeclared key', { extra: 1 }, 'response(Stripe.Refund).extra: not declared in Refund'],
  ['a value outside its union', { reason: 'because' }, /reason: 'because' is not one of duplicate/],
  [
    'null in a required field',
    { amount: null },
    'response(Stripe.Refund).amount: null, but declared as number',
  ],
  [
    'text instead of a number',
    { created: 'now' },
    'response(Stripe.Refund).created: text, but declared as number',
  ],
  ['a missing key', { currency: undefined }, 'response(Stripe.Refund).currency: missing'],
])('detects %s', async (_title, fields, expectedDifference) => {
  const { charge } = await createPaidPayment(connection.stripe);
  const refund = await connection.stripe.refunds.create({ charge });
  const differences = checker.differences(JSON.parse(JSON.stringify({ ...refund, ...fields })));
  expect(differences).toEqual([
    typeof expectedDifference === 'string'
      ? expectedDifference
      : expect.stringMatching(expectedDifference),
  ]);
});
