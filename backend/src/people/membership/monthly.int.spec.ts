import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Booking } from '@courtly/contracts/bookings';
import type { User } from '@courtly/contracts/identity';
import type {
  EliteSubscription,
  Membership,
  MembershipIntent,
} from '@courtly/contracts/membership';
import { Queues } from '../../platform/processes/queues.js';
import type { Member } from '../../../testing/courtly.js';
import {
  type Memberships,
  consentToRenewals,
  startMemberships,
} from '../../../testing/memberships.js';
import { eventually } from '../../../testing/stores.js';
import { currentConsent } from './renewal-consent.js';
import { DAY_MS } from '../../platform/kernel/local-time.js';

let memberships: Memberships;
let mailbox: Memberships['mailbox'];
let paidCourtly: Memberships['paidCourtly'];
let courtly: Memberships['courtly'];
let stripe: Memberships['stripe'];
let begin: Memberships['subscribe'];
let join: Memberships['joinMonthly'];
let membershipOf: Memberships['membershipOf'];
let loadMembership: Memberships['loadMembership'];
let eventsOf: Memberships['eventsOf'];
let typesOf: Memberships['typesOf'];
let failRenewals: Memberships['failRenewals'];
let sweep: Memberships['sweep'];

beforeAll(async () => {
  memberships = await startMemberships({ TRUST_PROXY: '1' }, { paymentRequired: false });
  ({ mailbox, paidCourtly, courtly, stripe, sweep, failRenewals } = memberships);
  ({ subscribe: begin, joinMonthly: join } = memberships);
  ({ membershipOf, loadMembership, eventsOf, typesOf } = memberships);
});

afterAll(() => memberships?.stop());

const tier = async ({ agent }: Member) =>
  ((await agent.get('/api/auth/me').expect(200)).body as User).membershipTier;

/** Delivers the events that Stripe has reported so far, each at the time of its event. */
const settled = async () => {
  await paidCourtly.control('POST', '/deliveries/flush', {});
  await eventually('no job is left', async () => {
    const counts = await courtly.app.get(Queues, { strict: false }).countJobs();
    return [...counts.values()].every(({ waiting, active }) => !waiting && !active);
  });
};
const advance = async (ms: number) => {
  await settled();
  courtly.config.CLOCK_OFFSET_MS += ms;
  await paidCourtly.control('POST', '/clock', { advance: Math.round(ms / 1_000) });
  await paidCourtly.control('POST', '/deliveries/flush', {});
};
const becomes = (member: Member, state: Membership['state']) =>
  eventually(`the membership is ${state}`, async () => {
    await sweep();
    const currentMembership = await membershipOf(member);
    return currentMembership.state === state && currentMembership;
  });
const untilRenewal = async (member: Member) =>
  Date.parse((await membershipOf(member)).until!) - Date.now() - courtly.config.CLOCK_OFFSET_MS;
const mailsOf = (member: Member, subject: string) =>
  mailbox.to(member.email).filter((mail) => mail.subject!.includes(subject));

describe('a monthly membership', () => {
  it('requires its own consent, and starts with its first payment', async () => {
    const member = await courtly.player();
    const { agent } = member;
    await agent.post('/api/membership/subscription').send({}).expect(400);
    await agent
      .post('/api/membership/subscription')
      .send({ ...consentToRenewals, renewalConsent: false })
      .expect(400);
    await agent
      .post('/api/membership/subscription')
      .send({ ...consentToRenewals, consentVersion: '1999-01' })
      .expect(409);
    expect(await typesOf(member)).toEqual([]);
    const { body } = await agent
      .post('/api/membership/subscription')
      .set('User-Agent', 'RacketBrowser/1.0')
      .set('X-Forwarded-For', '203.0.113.7')
      .send(consentToRenewals)
      .expect(200);
    expect(body).toMatchObject({
      amount: '100.00',
      clientSecret: expect.stringContaining('_secret_'),
    });
    expect(await begin(member)).toEqual(body);
    const [consent] = await eventsOf(member);
    const { version, textHash } = currentConsent;
    expect(consent!.data).toMatchObject({
      version,
      textHash,
      userAgent: 'RacketBrowser/1.0',
      ipAddress: '203.0.113.7',
    });
    expect(await tier(member)).toBe('free');
    const { subscriptionId } = body as EliteSubscription;
    expect(await stripe.subscriptions.retrieve(subscriptionId)).toMatchObject({
      description: 'Courtly Elite, monthly',
    });
    await paidCourtly.confirm((body as EliteSubscription).clientSecret);
    const { customerId } = await loadMembership(member);
    const { data: charges } = await stripe.charges.list({ customer: customerId! });
    expect(charges.map((charge) => charge.calculated_statement_descriptor)).toEqual([
      'COURTLY ELITE',
    ]);
    const active = await becomes(member, 'active');
    expect(active).toMatchObject({
      plan: 'monthly',
      price: '100.00',
      canCancel: true,
      founderNumber: null,
    });
    expect(active.renewsAt).toBe(active.until);
    expect(Date.parse(active.accessUntil!) - Date.parse(active.until!)).toBe(7 * DAY_MS);
    expect(await tier(member)).toBe('elite');
    expect(await typesOf(member)).toEqual([
      'RenewalConsentGiven',
      'EliteSubscriptionCreated',
      'EliteActivated',
    ]);
    expect((await eventsOf(member)).at(-1)!.data).toMatchObject({
      amountCents: 10_000,
      processorFeeCents: 320,
    });
    await agent.post('/api/membership/subscription').send(consentToRenewals).expect(409);
    await agent.post('/api/create-payment-intent').send({}).expect(409);
    const portal = await agent.post('/api/membership/portal').expect(200);
    expect(await (await fetch((portal.body as { url: string }).url)).text()).toContain(
      'Cancel subscription',
    );
  });

  it.each([
    ['before it took effect', 'before'],
    ['after it took effect', 'after'],
  ])('creates one subscription even if Stripe returns 500 %s', async (_what, when) => {
    const member = await courtly.player();
    await paidCourtly.control('POST', '/faults', {
      call: 'POST /v1/subscriptions',
      when,
      status: 500,
    });
    const { subscriptionId, clientSecret } = await begin(member);
    const { data } = await stripe.subscriptions.list({
      customer: (await loadMembership(member)).customerId!,
      status: 'all',
    });
    expect(data.map(({ id }) => id)).toEqual([subscriptionId]);
    expect((await paidCourtly.confirm(clientSecret)).status).toBe(200);
    await becomes(member, 'active');
  });

  it('ends if unpaid for 23 hours, and allows another one', async () => {
    const member = await courtly.player();
    await begin(member);
    await advance(DAY_MS);
    await eventually('the subscription has ended', async () => {
      await sweep();
      return (await typesOf(member)).includes('EliteSubscriptionEnded');
    });
    expect(await membershipOf(member)).toMatchObject({ state: 'none', tier: 'free' });
    const { clientSecret } = await begin(member);
    await paidCourtly.confirm(clientSecret);
    await becomes(member, 'active');
    expect((await typesOf(member)).filter((type) => type === 'RenewalConsentGiven')).toHaveLength(
      2,
    );
  });

  it('replaces an unpaid founding seat, and vice versa', async () => {
    const member = await courtly.player();
    const intent = (await member.agent.post('/api/create-payment-intent').send({}).expect(200))
      .body as MembershipIntent;
    const { subscriptionId } = await begin(member);
    expect((await paidCourtly.confirm(intent.clientSecret)).ok).toBe(false);
    await member.agent.post('/api/create-payment-intent').send({}).expect(200);
    expect((await stripe.subscriptions.retrieve(subscriptionId)).status).toMatch(
      /^(canceled|incomplete_expired)$/,
    );
  });

  it('must end before a founding seat can be paid', async () => {
    const member = await courtly.player();
    await begin(member);
    const path = '/api/create-payment-intent';
    const cancel = { call: 'DELETE /v1/subscriptions/:id', when: 'before', status: 402 };
    await paidCourtly.control('POST', '/faults', cancel);
    const { body } = await member.agent.post(path).send({}).expect(409);
    expect(body).toMatchObject({ code: 'wrong_status', details: { status: 'incomplete' } });
    await advance(6 * 60_000);
    await member.agent.post(path).send({}).expect(200);
    expect(await typesOf(member)).toContain('EliteSubscriptionEnded');
  });

  it('renews once, regardless of the order and number of events', async () => {
    const member = await join();
    const { until } = await membershipOf(member);
    await paidCourtly.control('POST', '/webhooks', {
      duplicate: { fraction: 1 },
      reorder: { fraction: 0.5 },
      seed: 7,
    });
    await advance((await untilRenewal(member)) + 30 * 60_000);
    expect(await membershipOf(member)).toMatchObject({ tier: 'elite', until });
    await advance(60 * 60_000);
    await paidCourtly.control('DELETE', '/webhooks');
    const renewed = await eventually('the membership is renewed', async () => {
      const currentMembership = await membershipOf(member);
      return currentMembership.until! > until! && currentMembership;
    });
    expect(renewed).toMatchObject({ state: 'active', tier: 'elite' });
    const renewals = (await eventsOf(member)).filter(({ type }) => type === 'EliteRenewed');
    expect(renewals.map(({ data }) => data)).toMatchObject([
      { amountCents: 10_000, processorFeeCents: 320 },
    ]);
    await eventually(
      'the receipt arrives',
      async () => mailsOf(member, 'was renewed').length === 1,
    );
    expect(mailsOf(member, 'was renewed')[0]!.text).toContain('$100.00');
  });

  it('lasts seven days after a failed renewal, and longer once it is paid', async () => {
    const member = await join();
    const { accessUntil, until } = await membershipOf(member);
    await failRenewals(member);
    await advance((await untilRenewal(member)) + 90 * 60_000);
    expect(await becomes(member, 'grace')).toMatchObject({ tier: 'elite', accessUntil, until });
    await eventually(
      'the email arrives',
      async () => mailsOf(member, "couldn't be renewed").length === 1,
    );
    const [mail] = mailsOf(member, "couldn't be renewed");
    const day = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' }).format(
      new Date(accessUntil!),
    );
    expect(mail!.text).toContain('$100.00');
    expect(mail!.text).toContain(day);
    const { customerId } = await loadMembership(member);
    const good = await stripe.paymentMethods.attach('pm_card_visa', { customer: customerId! });
    await stripe.subscriptions.update(member.subscriptionId, { default_payment_method: good.id });
    await advance(3 * DAY_MS);
    const after = await becomes(member, 'active');
    expect(after.until! > until!).toBe(true);
    expect(mailsOf(member, "couldn't be renewed")).toHaveLength(1);
  });

  it('ends after an unpaid renewal, without more charges, and keeps its bookings', async () => {
    const member = await join();
    const host = await courtly.register('owner');
    const court = await courtly.court(host, { courtAccess: 'elite' });
    const date = new Date(Date.now() + courtly.config.CLOCK_OFFSET_MS + 60 * DAY_MS)
      .toISOString()
      .slice(0, 10);
    const [slot, otherSlot] = await courtly.slots(court.id, date);
    const booking = (await courtly.book(member, court.id, slot!).expect(201)).body as Booking;
    await host.agent
      .patch(`/api/bookings/${booking.id}/status`)
      .send({ status: 'confirmed' })
      .expect(200);
    await failRenewals(member);
    await advance((await untilRenewal(member)) + 8 * DAY_MS);
    expect(await tier(member)).toBe('free');
    await becomes(member, 'lapsed');
    await eventually('the end is recorded and emailed', async () => {
      await sweep();
      return mailsOf(member, 'membership has ended').length === 1;
    });
    await eventually('Stripe has stopped charging', async () => {
      await sweep();
      return (await stripe.subscriptions.retrieve(member.subscriptionId)).status === 'canceled';
    });
    await courtly.book(member, court.id, otherSlot!).expect(403);
    const { body } = await member.agent.get(`/api/bookings/${booking.id}`).expect(200);
    expect(body).toMatchObject({ status: 'confirmed', serviceFee: '15.00' });
    expect((await begin(member)).subscriptionId).not.toBe(member.subscriptionId);
  });

  it('lasts until the end of the paid month after a cancellation', async () => {
    const member = await join();
    const { until } = await membershipOf(member);
    const { body } = await member.agent.post('/api/membership/cancel').expect(200);
    expect(body).toMatchObject({
      state: 'cancelled',
      tier: 'elite',
      accessUntil: until,
      renewsAt: null,
      canCancel: false,
    });
    await member.agent.post('/api/membership/cancel').expect(200);
    expect(await stripe.subscriptions.retrieve(member.subscriptionId)).toMatchObject({
      cancel_at_period_end: true,
    });
    await eventually('the email arrives', async () => mailsOf(member, 'is canceled').length === 1);
    await advance((await untilRenewal(member)) + 1_000);
    expect(await tier(member)).toBe('free');
    await becomes(member, 'lapsed');
    await eventually('the subscription has ended at Stripe', async () => {
      await sweep();
      return (await typesOf(member)).includes('EliteSubscriptionEnded');
    });
    expect((await typesOf(member)).filter((type) => type === 'EliteRenewed')).toEqual([]);
  });

  it("renews if the cancellation is undone on Stripe's page", async () => {
    const member = await join();
    await member.agent.post('/api/membership/cancel').expect(200);
    await stripe.subscriptions.update(member.subscriptionId, { cancel_at_period_end: false });
    expect(await becomes(member, 'active')).toMatchObject({ canCancel: true });
  });

  it('cannot be canceled or managed if there is none', async () => {
    const { agent } = await courtly.player();
    await agent.post('/api/membership/cancel').expect(404);
    await agent.post('/api/membership/portal').expect(404);
  });
});
