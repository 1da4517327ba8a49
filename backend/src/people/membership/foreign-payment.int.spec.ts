import { afterAll, beforeAll, expect, it, jest } from '@jest/globals';
import type { AdminMembership } from '@courtly/contracts/admin-memberships';
import type { MoneyCase } from '@courtly/contracts/money-desk';
import type { MonthOfRevenue } from '@courtly/contracts/revenue';
import Stripe from 'stripe';
import { anAdmin } from '../../../testing/admin.js';
import type { Member } from '../../../testing/courtly.js';
import { type Memberships, startMemberships } from '../../../testing/memberships.js';
import { reconcile, runOperatorCommand } from '../../../testing/reconcile.js';
import { eventually } from '../../../testing/stores.js';

type HttpClient = ReturnType<typeof Stripe.createNodeHttpClient>;

let memberships: Memberships;
let paidCourtly: Memberships['paidCourtly'];
/**
 * The payments and subscriptions that Stripe is supposed to show in euros. The stand-in supports
 * only dollars.
 */
const foreignIds = new Set<unknown>();

beforeAll(async () => {
  const client = Object.getPrototypeOf(Stripe.createNodeHttpClient()) as HttpClient;
  const { makeRequest } = client;
  jest.spyOn(client, 'makeRequest').mockImplementation(async function (this: unknown, ...request) {
    const response = await makeRequest.apply(this as HttpClient, request);
    const body = (await response.toJSON()) as unknown;
    response.toJSON = () => Promise.resolve(inForeignCurrency(body));
    return response;
  });
  memberships = await startMemberships({}, { paymentRequired: false });
  ({ paidCourtly } = memberships);
});
afterAll(async () => {
  jest.restoreAllMocks();
  await memberships?.stop();
});

const inForeignCurrency = (body: unknown): unknown =>
  JSON.parse(JSON.stringify(body), (_, value: unknown) => {
    const { id, payment_intent: intentId, parent } = Object(value) as Record<string, unknown>;
    const { subscription } = Object(Object(parent)['subscription_details']) as {
      subscription?: unknown;
    };
    return [id, intentId, subscription].some((reference) => foreignIds.has(reference))
      ? { ...(value as object), currency: 'eur' }
      : value;
  });

const euros = (amount: string) => ({ amount, currency: 'eur' });
const inEuros = 'is in eur, so the books leave it out until an admin returns it';

const recorded = (member: Member, ...types: string[]) =>
  eventually(`${types.join()} of ${member.user.id} are recorded`, async () => {
    const known: string[] = await memberships.typesOf(member);
    return types.every((type) => known.includes(type));
  });

const payFounding = async (currency: 'usd' | 'eur') => {
  const member = await paidCourtly.courtly.player();
  const { clientSecret, paymentIntentId: paidBy } = await memberships.beginPurchase(member);
  if (currency === 'eur') foreignIds.add(paidBy);
  await paidCourtly.confirm(clientSecret);
  return { ...member, paidBy };
};

it('settles a payment in another currency by check, and keeps it out of the dollar books', async () => {
  const { courtly, stripe } = paidCourtly;
  const admin = await anAdmin(courtly);
  const inDollars = await payFounding('usd');
  await recorded(inDollars, 'EliteActivated');
  const member = await payFounding('eur');
  const { paidBy, user } = member;
  await recorded(member, 'EliteIntentMismatched', 'EliteMismatchCharged');

  const order = (what: string, body: object) =>
    admin.agent.post(`/api/admin/users/${user.id}/membership-${what}`).send(body);
  const caseBecomes = (problem: MoneyCase['problem'], status: MoneyCase['status']) =>
    eventually(`the case ${problem} is ${status}`, async () => {
      const { body } = await admin.agent.get(`/api/admin/money/cases?status=${status}`);
      return (body as MoneyCase[]).find(
        (moneyCase) => moneyCase.stripeId === paidBy && moneyCase.problem === problem,
      );
    });
  const wrong = await caseBecomes('membership_mismatch', 'open');
  expect(wrong).toMatchObject({
    amount: euros('199.00'),
    member: { id: user.id },
    wrongPayment: 'returnable',
  });
  await admin.agent
    .post(`/api/admin/money/cases/${wrong.id}/closure`)
    .send({ reason: 'Never mind' })
    .expect(409);
  expect((await reconcile(paidCourtly)).printed.join('\n')).toContain(`${paidBy} ${inEuros}`);

  await order('returns', { reason: 'Paid in euros' }).expect(202);
  await recorded(member, 'EliteIntentEnded');
  await caseBecomes('membership_mismatch', 'done');
  const { data: refunds } = await stripe.refunds.list({ payment_intent: paidBy });
  expect(refunds).toMatchObject([{ amount: 19_900, currency: 'eur' }]);
  await paidCourtly.control('POST', `/refunds/${refunds[0]!.id}/fail`, {});
  expect(await caseBecomes('refund_failed', 'open')).toMatchObject({
    amount: euros('199.00'),
    settlements: ['paid'],
  });

  const byCheck = { paidBy, outcome: 'paid', reason: 'By check' };
  const refused = await order('refund-settlements', { ...byCheck, amount: '50.005' }).expect(400);
  expect((refused.body as { message: string }).message).toContain('too many decimals for EUR');
  await order('refund-settlements', { ...byCheck, amount: '199.00' }).expect(201);
  expect(await caseBecomes('refund_failed', 'done')).toMatchObject({
    outcome: 'settled',
    paid: euros('199.00'),
    waived: null,
  });

  const { body } = await admin.agent.get(`/api/admin/users/${user.id}/membership`).expect(200);
  expect(body as AdminMembership).toMatchObject({ tier: 'free', mismatch: null });
  const [payment] = (body as AdminMembership).payments;
  expect(payment).toMatchObject({ amount: euros('199.00'), refundable: euros('0.00') });
  expect(payment!.reversals.map(({ kind, amount }) => [kind, amount])).toEqual([
    ['refund', euros('0.00')],
    ['outside', euros('199.00')],
  ]);

  const books = async () =>
    ((await admin.agent.get('/api/admin/revenue').expect(200)).body as MonthOfRevenue[])[0]!;
  const { balances } = await eventually('the books show the payment in dollars', async () => {
    const month = await books();
    return month?.balances.deferred !== '0.00' && month;
  });
  expect(balances).toMatchObject({ refundsDue: '0.00', bank: '0.00', stripeCash: '192.93' });
  expect((await reconcile(paidCourtly)).printed.at(-1)).toContain('no differences');
});

/**
 * Creates a member with a month in euros that an earlier release recorded as dollars without
 * checking the currency.
 */
const joinInEuros = async () => {
  const member = await memberships.joinMonthly();
  foreignIds.add(member.subscriptionId).add(member.intentId);
  const paidBy = (await memberships.loadMembership(member)).payments[0]!.paidBy;
  return { ...member, paidBy };
};

it('reports a month that was recorded as dollars until it is acknowledged or returned', async () => {
  const admin = await anAdmin(paidCourtly.courtly);
  const member = await joinInEuros();
  const { user, paidBy } = member;
  const difference = `member ${user.id}: invoice ${paidBy} is in eur, so the books count it as dollars until it is returned`;
  const { code, printed } = await runOperatorCommand(paidCourtly, 'payments', 'reconcile');
  expect(code).toBe(1);
  const line = printed.find((text) => text.startsWith(difference))!;
  const [, findingId] = /\[(\w{12})\]$/.exec(line)!;
  const reason = 'Returned next week';
  await runOperatorCommand(paidCourtly, 'payments', 'acknowledge', findingId!, '--reason', reason);
  expect(await reconcile(paidCourtly)).toMatchObject({
    code: 0,
    printed: [expect.stringMatching(/no differences except 1 acknowledged\.$/)],
  });

  await admin.agent
    .post(`/api/admin/users/${user.id}/membership-refunds`)
    .send({ paidBy, reason: 'Paid in euros' })
    .expect(202);
  await memberships.becomes(member, 'free');
  const email = await memberships.mailArrives(member, 'Your refund of');
  expect(email.subject).toBe('Your refund of EUR 100.00');
  expect(await reconcile(paidCourtly)).toMatchObject({
    code: 0,
    printed: [expect.stringMatching(/no differences\.$/)],
  });
});

it('ends a subscription whose renewal failed in another currency, and informs the member', async () => {
  const member = await joinInEuros();
  const { subscriptionId } = member;
  await paidCourtly.control('POST', `/subscriptions/${subscriptionId}/renew`, { outcome: 'fails' });
  await recorded(member, 'ElitePaymentFailed', 'EliteSubscriptionEnded');
  const { data } = await paidCourtly.stripe.invoices.list({ subscription: subscriptionId });
  expect(data.map(({ status }) => status)).toEqual(['void', 'paid']);
  const { text } = await memberships.mailArrives(member, "couldn't be renewed");
  expect(text).toContain("We couldn't charge your card EUR 100.00 for the next month.");
  expect(text).toContain('we canceled this invoice');
  expect(await memberships.membershipOf(member)).toMatchObject({
    tier: 'elite',
    state: 'cancelled',
    canCancel: false,
  });
});
