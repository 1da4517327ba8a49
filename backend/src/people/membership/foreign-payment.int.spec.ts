import { afterAll, beforeAll, expect, it, jest } from '@jest/globals';
import type { AdminMembership } from '@courtly/contracts/admin-memberships';
import type { MembershipIntent } from '@courtly/contracts/membership';
import type { MoneyCase } from '@courtly/contracts/money-desk';
import type { MonthOfRevenue } from '@courtly/contracts/revenue';
import Stripe from 'stripe';
import { Streams } from '../../platform/kernel/streams.js';
import { anAdmin } from '../../../testing/admin.js';
import type { Member } from '../../../testing/courtly.js';
import { type PaidCourtly, startPaidCourtly } from '../../../testing/paid-courtly.js';
import { reconcile } from '../../../testing/reconcile.js';
import { eventually } from '../../../testing/stores.js';

type HttpClient = ReturnType<typeof Stripe.createNodeHttpClient>;

let paidCourtly: PaidCourtly;
/** The payments that Stripe shows in euros. The stand-in has dollars only. */
const foreignIntents = new Set<unknown>();

beforeAll(async () => {
  const client = Object.getPrototypeOf(Stripe.createNodeHttpClient()) as HttpClient;
  const { makeRequest } = client;
  jest.spyOn(client, 'makeRequest').mockImplementation(async function (this: unknown, ...request) {
    const response = await makeRequest.apply(this as HttpClient, request);
    const body = (await response.toJSON()) as unknown;
    response.toJSON = () => Promise.resolve(withForeignIntents(body));
    return response;
  });
  paidCourtly = await startPaidCourtly({}, { paymentRequired: false });
}, 60_000);
afterAll(async () => {
  jest.restoreAllMocks();
  await paidCourtly?.stop();
});

const withForeignIntents = (body: unknown): unknown =>
  JSON.parse(JSON.stringify(body), (_, value: unknown) => {
    const { id, payment_intent: intentId } = Object(value) as Record<string, unknown>;
    return foreignIntents.has(id) || foreignIntents.has(intentId)
      ? { ...(value as object), currency: 'eur' }
      : value;
  });

const euros = (amount: string) => ({ amount, currency: 'eur' });
const inEuros = 'is in eur, so the books leave it out until an admin returns it';

const recorded = ({ user }: Member, ...types: string[]) =>
  eventually(`${types.join()} of ${user.id}`, async () => {
    const streams = paidCourtly.courtly.app.get(Streams, { strict: false });
    const known = (await streams.events(`membership-${user.id}`)).map(({ type }) => type);
    return types.every((type) => known.includes(type as (typeof known)[number]));
  });

const payFounding = async (currency: 'usd' | 'eur') => {
  const member = await paidCourtly.courtly.player();
  const { body } = await member.agent.post('/api/create-payment-intent').send({}).expect(200);
  const { clientSecret, paymentIntentId: paidBy } = body as MembershipIntent;
  if (currency === 'eur') foreignIntents.add(paidBy);
  await paidCourtly.confirm(clientSecret);
  return { ...member, paidBy };
};

it('settles a payment in another currency by check, outside the books in dollars', async () => {
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
  expect(wrong).toMatchObject({ amount: euros('199.00'), member: { id: user.id } });
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
}, 60_000);
