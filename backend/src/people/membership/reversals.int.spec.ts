import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { AdminMembership } from '@courtly/contracts/admin-memberships';
import type { Booking } from '@courtly/contracts/bookings';
import type { ElitePlans } from '@courtly/contracts/membership';
import type { MembershipReceipt } from '@courtly/contracts/receipts';
import type { DisputeEvidence, MoneyCase } from '@courtly/contracts/money-desk';
import type { NotificationItem } from '@courtly/contracts/notifications';
import { anAdmin } from '../../../testing/admin.js';
import type { Member } from '../../../testing/courtly.js';
import { type Memberships, startMemberships } from '../../../testing/memberships.js';
import { reconcile } from '../../../testing/reconcile.js';
import { eventually } from '../../../testing/stores.js';
import { DAY_MS, addDays, localDate } from '../../platform/kernel/local-time.js';
import { currentConsent } from './renewal-consent.js';

let memberships: Memberships;
let paidCourtly: Memberships['paidCourtly'];
let courtly: Memberships['courtly'];
let stripe: Memberships['stripe'];
let joinAsFounder: Memberships['joinAsFounder'];
let joinMonthly: Memberships['joinMonthly'];
let dispute: Memberships['dispute'];
let membershipOf: Memberships['membershipOf'];
let typesOf: Memberships['typesOf'];
let becomes: Memberships['becomes'];
let mailArrives: Memberships['mailArrives'];
let sweep: Memberships['sweep'];
let admin: Member;

beforeAll(async () => {
  memberships = await startMemberships({}, { paymentRequired: false });
  ({ paidCourtly, courtly, stripe, sweep, becomes, mailArrives } = memberships);
  ({ joinAsFounder, joinMonthly, dispute, membershipOf, typesOf } = memberships);
  admin = await anAdmin(courtly);
});

afterAll(() => memberships?.stop());

const receiptsOf = async ({ agent }: Member) =>
  (await agent.get('/api/membership/receipts').expect(200)).body as MembershipReceipt[];
const alarmOf = (stripeId: string) =>
  eventually(`an admin is alerted about ${stripeId}`, async () => {
    const { body } = await admin.agent.get('/api/notices').expect(200);
    return (body as NotificationItem[]).find((notification) => notification.stripeId === stripeId);
  });
const dollars = (amount: string) => ({ amount, currency: 'usd' });

describe('a chargeback', () => {
  it('ends a founding year until the dispute is won', async () => {
    const member = await joinAsFounder();
    const { founderNumber } = await membershipOf(member);
    const { id } = await dispute(member.intentId);
    expect(await becomes(member, 'free')).toMatchObject({ state: 'lapsed', founderNumber });
    const mail = await mailArrives(member, 'took back');
    expect(mail.text).toContain('$199.00');
    expect(await alarmOf(id)).toMatchObject({
      type: 'membership_reversed',
      amount: dollars('199.00'),
    });
    const alarm = await mailArrives(admin, 'membership payment was taken back');
    for (const part of [id, '$199.00', 'Respond to'] as const) expect(alarm.text).toContain(part);
    await paidCourtly.control('POST', `/disputes/${id}/close`, { status: 'won' });
    expect(await becomes(member, 'elite')).toMatchObject({ state: 'active', founderNumber });
    await mailArrives(member, 'is valid again');
    expect(await typesOf(member)).toEqual([
      'EliteIntentCreated',
      'EliteActivated',
      'EliteDisputeOpened',
      'EliteReversed',
      'EliteReversalUndone',
      'EliteDisputeClosed',
    ]);
  });

  it('ends a month and its subscription, even though the charge does not name the member', async () => {
    const member = await joinMonthly();
    await dispute(member.intentId);
    await becomes(member, 'free');
    await eventually('the subscription has ended', async () =>
      (await typesOf(member)).includes('EliteSubscriptionEnded'),
    );
    expect((await stripe.subscriptions.retrieve(member.subscriptionId)).status).toBe('canceled');
    expect(await typesOf(member)).not.toContain('EliteCancelled');
  });
});

it('gives admins evidence from the log about a disputed month', async () => {
  const member = await joinMonthly();
  const court = await courtly.court(await courtly.register('owner'));
  const date = addDays(localDate(court.zone, Date.now()), 20);
  const [slot] = await courtly.slots(court.id, date);
  const booking = (await courtly.book(member, court.id, slot!).expect(201)).body as Booking;
  const { id } = await dispute(member.intentId);
  const evidence = await eventually('the case is open', async () => {
    const response = await admin.agent.get(`/api/admin/money/cases/dispute.${id}/evidence`);
    return response.status === 200 && (response.body as DisputeEvidence);
  });
  expect(evidence).toMatchObject({
    about: 'membership',
    member: { id: member.user.id },
    plan: 'monthly',
    amount: dollars('100.00'),
  });
  const { version, textHash } = currentConsent;
  expect(evidence.facts.map(({ what, detail }) => [what, detail])).toEqual([
    ['renewal_consent', `$100.00 a month. Version ${version}, SHA-256 ${textHash}`],
    ['membership_paid', expect.stringContaining('$100.00 for ')],
    ['booked_as_member', `${court.name}, $${booking.totalAmount}`],
  ]);
});

it('alerts admins to an inquiry, and keeps the membership until the bank decides', async () => {
  const member = await joinAsFounder();
  const { id } = await dispute(member.intentId, { status: 'warning_needs_response' });
  expect(await alarmOf(id)).toMatchObject({
    type: 'membership_inquiry',
    amount: dollars('199.00'),
    answerBy: expect.any(String),
  });
  const caseBecomes = (expected: Partial<MoneyCase>) =>
    eventually(`the case is ${JSON.stringify(expected)}`, async () => {
      const { status } = expected;
      const { body } = await admin.agent.get(`/api/admin/money/cases?status=${status}`);
      const moneyCase = (body as MoneyCase[]).find(({ stripeId }) => stripeId === id);
      return moneyCase?.problem === 'inquiry' && moneyCase;
    });
  const { id: caseId, ...opened } = await caseBecomes({ status: 'open' });
  expect(opened).toMatchObject({
    section: 'disputes',
    amount: dollars('199.00'),
    booking: null,
    member: { id: member.user.id },
  });
  const closing = { reason: 'Responded to it' };
  await admin.agent.post(`/api/admin/money/cases/${caseId}/closure`).send(closing).expect(409);
  await paidCourtly.control('POST', `/disputes/${id}/status`, { status: 'warning_closed' });
  expect(await caseBecomes({ status: 'done' })).toMatchObject({ outcome: 'won' });
  expect(await membershipOf(member)).toMatchObject({ tier: 'elite' });
  expect(await typesOf(member)).toEqual([
    'EliteIntentCreated',
    'EliteActivated',
    'EliteDisputeOpened',
    'EliteDisputeClosed',
  ]);
});

it('keeps a returned refund on the money desk until an admin has settled it', async () => {
  const member = await joinAsFounder();
  const { intentId: paidBy, user } = member;
  const post = (what: string, body: object) =>
    admin.agent.post(`/api/admin/users/${user.id}/membership-${what}`).send({ paidBy, ...body });
  const caseBecomes = (status: MoneyCase['status'], amount: string) =>
    eventually(`the case of ${amount} is ${status}`, async () => {
      const { body } = await admin.agent.get(`/api/admin/money/cases?status=${status}`);
      return (body as MoneyCase[]).find(
        (one) => one.stripeId === paidBy && one.amount.amount === amount,
      );
    });
  await post('refunds', { amount: '50.00', reason: 'Goodwill' }).expect(202);
  await eventually('the refund is recorded', async () =>
    (await typesOf(member)).includes('EliteReversed'),
  );
  const { data: refunds } = await stripe.refunds.list({ payment_intent: paidBy });
  await paidCourtly.control('POST', `/refunds/${refunds[0]!.id}/fail`, {});
  const { id: caseId, ...opened } = await caseBecomes('open', '50.00');
  expect(opened).toMatchObject({
    section: 'payments',
    problem: 'refund_failed',
    booking: null,
    member: { id: user.id },
  });
  await admin.agent
    .post(`/api/admin/money/cases/${caseId}/closure`)
    .send({ reason: 'Never mind' })
    .expect(409);
  const byCheck = { amount: '20.00', outcome: 'paid', reason: 'By check' };
  await post('refund-settlements', byCheck).expect(201);
  await caseBecomes('open', '30.00');
  await post('refund-settlements', { ...byCheck, amount: '30.01' }).expect(400);
  await post('refund-retries', { reason: 'The bank works again' }).expect(202);
  const done = await caseBecomes('done', '30.00');
  expect(done).toMatchObject({
    outcome: 'moved',
    paid: dollars('20.00'),
    waived: null,
    settlements: [],
  });
  await post('refund-retries', { reason: 'Once more' }).expect(409);
  expect((await receiptsOf(member))[0]!.moved.map(({ what, amount }) => [what, amount])).toEqual([
    ['paid', '199.00'],
    ['refunded', '50.00'],
    ['refund_failed', '50.00'],
    ['refunded_otherwise', '20.00'],
    ['refunded', '30.00'],
  ]);
});

describe('a refund in the dashboard', () => {
  it('keeps the membership if it is partial, and ends it if it is full', async () => {
    const member = await joinAsFounder();
    await stripe.refunds.create({ payment_intent: member.intentId, amount: 900 });
    await eventually('the refund is recorded', async () =>
      (await typesOf(member)).includes('EliteReversed'),
    );
    expect(await membershipOf(member)).toMatchObject({ tier: 'elite' });
    const { id } = await stripe.refunds.create({ payment_intent: member.intentId });
    await becomes(member, 'free');
    const [receipt] = await receiptsOf(member);
    expect(receipt).toMatchObject({
      seller: 'Courtly',
      plan: 'founding',
      amount: '199.00',
      card: { brand: 'visa', last4: '4242' },
      netAmount: '0.00',
    });
    expect(receipt!.moved.map(({ what, amount }) => [what, amount])).toEqual([
      ['paid', '199.00'],
      ['refunded', '9.00'],
      ['refunded', '190.00'],
    ]);
    expect(await receiptsOf(await courtly.player())).toEqual([]);
    await courtly.visitor().get('/api/membership/receipts').expect(401);
    await mailArrives(member, 'Your refund of $190.00');
    await paidCourtly.control('POST', `/refunds/${id}/fail`, {});
    await becomes(member, 'elite');
  });
});

describe('an admin', () => {
  const order = (member: Member, action: string, body: object) =>
    admin.agent.post(`/api/admin/users/${member.user.id}/membership-${action}`).send(body);
  const adminView = async (member: Member) =>
    (await admin.agent.get(`/api/admin/users/${member.user.id}/membership`).expect(200))
      .body as AdminMembership;

  it('refunds a part and then the rest of a year, which ends it', async () => {
    const member = await joinAsFounder();
    const { intentId: paidBy } = member;
    const reason = 'Moved to another town';
    await order(member, 'refunds', { paidBy, amount: '200.00', reason }).expect(400);
    await order(member, 'refunds', { paidBy: 'pi_unknown', reason }).expect(404);
    const { body } = await order(member, 'refunds', { paidBy, amount: '50', reason }).expect(202);
    expect(body).toMatchObject({ amount: '50.00' });
    await mailArrives(member, 'Your refund of $50.00');
    expect(await membershipOf(member)).toMatchObject({ tier: 'elite' });
    await order(member, 'refunds', { paidBy, reason }).expect(202);
    await becomes(member, 'free');
    const refunds = await stripe.refunds.list({ payment_intent: paidBy });
    expect(refunds.data.map(({ amount }) => amount)).toEqual([14_900, 5_000]);
    await eventually('both refunds are shown', async () => {
      const [payment] = (await adminView(member)).payments;
      return payment!.reversals.length === 2 && payment!.refundable.amount === '0.00';
    });
    await order(member, 'refunds', { paidBy, reason }).expect(409);
  });

  it('ends a year and sells its seat again', async () => {
    const member = await joinAsFounder();
    const { founderNumber } = await membershipOf(member);
    await order(member, 'ends', { reason: 'A stolen card', freesSeat: true }).expect(200);
    await becomes(member, 'free');
    await eventually('the seat is free', async () => {
      const { body } = await courtly.visitor().get('/api/membership/plans').expect(200);
      return (body as ElitePlans).founding.nextNumber === founderNumber;
    });
    await mailArrives(member, 'has ended');
    await order(member, 'ends', { reason: 'A stolen card' }).expect(409);
  });

  it('ends a month and its subscription', async () => {
    const member = await joinMonthly();
    await order(member, 'ends', { reason: 'A stolen card' }).expect(200);
    await eventually('the subscription has ended', async () =>
      (await typesOf(member)).includes('EliteSubscriptionEnded'),
    );
    expect((await stripe.subscriptions.retrieve(member.subscriptionId)).status).toBe('canceled');
  });

  it('returns a payment with the wrong amount, and the person can buy again', async () => {
    const member = await courtly.player();
    const { clientSecret, paymentIntentId } = await memberships.beginPurchase(member);
    await stripe.paymentIntents.update(paymentIntentId, { amount: 100 });
    await paidCourtly.confirm(clientSecret);
    await eventually('the mismatch is recorded', async () =>
      (await typesOf(member)).includes('EliteIntentMismatched'),
    );
    expect(await adminView(member)).toMatchObject({
      mismatch: {
        intentId: paymentIntentId,
        expected: dollars('199.00'),
        isReturning: false,
      },
    });
    await order(member, 'returns', { reason: 'Paid a dollar' }).expect(202);
    await eventually('the payment is returned', async () =>
      (await typesOf(member)).includes('EliteIntentEnded'),
    );
    const refunds = await stripe.refunds.list({ payment_intent: paymentIntentId });
    expect(refunds.data.map(({ amount }) => amount)).toEqual([100]);
    await mailArrives(member, 'returning your Elite payment');
    await memberships.beginPurchase(member);
  });
});

it('voids the open invoice of a subscription that ends', async () => {
  const member = await joinMonthly();
  await memberships.failRenewals(member);
  const { until } = await membershipOf(member);
  const later = Date.parse(until!) - Date.now() + 8 * DAY_MS;
  courtly.config.CLOCK_OFFSET_MS = later;
  await paidCourtly.control('POST', '/clock', { advance: Math.round(later / 1_000) });
  await paidCourtly.control('POST', '/deliveries/flush', {});
  await eventually('the subscription has ended', async () => {
    await sweep();
    return (await typesOf(member)).includes('EliteSubscriptionEnded');
  });
  const { data } = await stripe.invoices.list({ subscription: member.subscriptionId });
  expect(data.map(({ status }) => status)).toEqual(['void', 'paid']);
});

it('reports no difference for correct refunds and disputes', async () => {
  expect((await reconcile(paidCourtly)).printed.at(-1)).toContain('no differences');
});
