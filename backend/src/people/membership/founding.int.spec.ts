import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { ErrorBody } from '@courtly/contracts/errors';
import type { User } from '@courtly/contracts/identity';
import type { ElitePlans, EliteUser } from '@courtly/contracts/membership';
import type { NotificationItem } from '@courtly/contracts/notifications';
import type Stripe from 'stripe';
import { anAdmin } from '../../../testing/admin.js';
import type { Member } from '../../../testing/courtly.js';
import { type Memberships, startMemberships } from '../../../testing/memberships.js';
import { eventually } from '../../../testing/stores.js';
import { DAY_MS } from '../../platform/kernel/local-time.js';

const PATH = '/api/create-payment-intent';

let memberships: Memberships;
let mailbox: Memberships['mailbox'];
let paidCourtly: Memberships['paidCourtly'];
let courtly: Memberships['courtly'];
let stripe: Memberships['stripe'];
let begin: Memberships['beginPurchase'];
let create: Memberships['createElite'];
let join: Memberships['joinAsFounder'];
let membershipOf: Memberships['membershipOf'];
let eventsOf: Memberships['eventsOf'];
let typesOf: Memberships['typesOf'];
let becomes: Memberships['becomes'];
let sweep: Memberships['sweep'];

beforeAll(async () => {
  memberships = await startMemberships(
    {},
    {
      horizonDays: 14,
      headStartMinutes: 3 * 1_440,
      openBookings: 3,
      eliteOpenBookings: 6,
    },
  );
  ({ mailbox, paidCourtly, courtly, stripe, sweep, becomes } = memberships);
  ({ beginPurchase: begin, createElite: create, joinAsFounder: join } = memberships);
  ({ membershipOf, eventsOf, typesOf } = memberships);
});

afterAll(() => memberships?.stop());

const me = async ({ agent }: Member) => (await agent.get('/api/auth/me').expect(200)).body as User;
const plans = async () =>
  (await courtly.visitor().get('/api/membership/plans').expect(200)).body as ElitePlans;
const intentsOf = async ({ user }: Member) => {
  const foundIntents: Stripe.PaymentIntent[] = [];
  for await (const intent of stripe.paymentIntents.list({ limit: 100 }))
    if (intent.metadata['userId'] === user.id) foundIntents.push(intent);
  return foundIntents;
};

describe('a founding membership', () => {
  it('is sold with the seat number that was shown', async () => {
    const earlierPlans = await plans();
    expect(earlierPlans.founding).toMatchObject({ price: '199.00', seats: 100, isOpen: true });
    const member = await courtly.player();
    expect(await membershipOf(member)).toMatchObject({
      tier: 'free',
      state: 'none',
      founderNumber: null,
    });
    const intent = await begin(member, { amount: 199, description: 'Elite' });
    expect(intent).toMatchObject({
      amount: '199.00',
      purpose: 'founding',
      founderNumber: earlierPlans.founding.nextNumber,
    });
    expect(await plans()).toMatchObject({
      founding: { seatsLeft: earlierPlans.founding.seatsLeft - 1 },
    });
    expect((await create(member, intent.paymentIntentId).expect(402)).body.code).toBe(
      'payment_required',
    );
    expect((await paidCourtly.confirm(intent.clientSecret, '4000000000000002')).status).toBe(402);
    expect((await create(member, intent.paymentIntentId).expect(402)).body.code).toBe(
      'payment_required',
    );
    expect((await me(member)).membershipTier).toBe('free');

    expect((await paidCourtly.confirm(intent.clientSecret)).status).toBe(200);
    const response = await create(member, intent.paymentIntentId, {
      membershipTier: 'platinum',
      amount: 1,
    }).expect(200);
    const { user, founderNumber, until } = response.body as EliteUser;
    expect(user).toMatchObject({ id: member.user.id, membershipTier: 'elite' });
    expect(founderNumber).toBe(intent.founderNumber);
    expect((Date.parse(until) - Date.now()) / DAY_MS).toBeCloseTo(365.5, -1);
    expect((await me(member)).membershipTier).toBe('elite');
    expect(await membershipOf(member)).toMatchObject({
      state: 'active',
      plan: 'founding',
      renewsAt: null,
      canCancel: false,
    });
    expect((await create(member, intent.paymentIntentId).expect(200)).body).toEqual(response.body);
    expect(await typesOf(member)).toEqual(['EliteIntentCreated', 'EliteActivated']);
    expect((await eventsOf(member)).at(-1)!.data).toMatchObject({
      amountCents: 19_900,
      processorFeeCents: 607,
    });
    expect(await intentsOf(member)).toHaveLength(1);
    const [mail] = await mailbox.arrived(member.email);
    expect(mail!.subject).toBe('Welcome to Elite');
    expect(mail!.text).toContain(`founding member No. ${founderNumber}.`);
    expect(mail!.text).toContain('$199.00');
  });

  it('has one payment for requests from several tabs', async () => {
    const member = await courtly.player();
    const responses = await Promise.all([begin(member), begin(member), begin(member)]);
    expect(new Set(responses.map(({ paymentIntentId }) => paymentIntentId)).size).toBe(1);
    expect(await begin(member)).toEqual(responses[0]);
    expect(await intentsOf(member)).toHaveLength(1);
  });

  it("rejects a price that differs from the server's price", async () => {
    const member = await courtly.player();
    const refusal = await member.agent.post(PATH).send({ amount: 1 }).expect(409);
    expect(refusal.body).toMatchObject({
      code: 'price_changed',
      details: { quote: { amount: '199.00' } },
    });
    await member.agent.post(PATH).send({ amount: 'free' }).expect(409);
    await member.agent.post(PATH).send({ membershipTier: 'elite' }).expect(400);
    await member.agent.post(PATH).send({ purpose: 'foundingRenewal' }).expect(409);
    expect(await intentsOf(member)).toEqual([]);
  });

  it('starts through the webhook alone if the browser is closed', async () => {
    const member = await courtly.player();
    const { clientSecret } = await begin(member);
    await paidCourtly.control('POST', '/webhooks', {
      duplicate: { fraction: 1 },
      reorder: { fraction: 1 },
    });
    await paidCourtly.confirm(clientSecret);
    await paidCourtly.control('POST', '/deliveries/flush', {});
    await becomes(member, 'active');
    await paidCourtly.control('DELETE', '/webhooks');
    expect(await typesOf(member)).toEqual(['EliteIntentCreated', 'EliteActivated']);
  });

  it('starts through the sweep if the webhook is lost too', async () => {
    const member = await courtly.player();
    const { clientSecret } = await begin(member);
    await paidCourtly.control('POST', '/webhooks', { lose: { fraction: 1 } });
    await paidCourtly.confirm(clientSecret);
    await paidCourtly.control('DELETE', '/webhooks');
    // By then, the read model shows the work, so the sweep finds it.
    await eventually('the membership is active', async () => {
      await sweep();
      return (await membershipOf(member)).state === 'active';
    });
  });

  it.each([
    ['before it took effect', 'before'],
    ['after it took effect', 'after'],
  ])('charges once even if Stripe returns 500 %s', async (_what, when) => {
    const member = await courtly.player();
    await paidCourtly.control('POST', '/faults', {
      call: 'POST /v1/payment_intents',
      when,
      status: 500,
    });
    const { clientSecret, paymentIntentId } = await begin(member);
    expect((await intentsOf(member)).map(({ id }) => id)).toEqual([paymentIntentId]);
    await paidCourtly.confirm(clientSecret);
    await create(member, paymentIntentId).expect(200);
  });

  it('does not start while Stripe is unavailable, and starts afterward', async () => {
    const member = await courtly.player();
    await paidCourtly.control('POST', '/faults', {
      call: 'POST /v1/payment_intents',
      when: 'before',
      status: 500,
      times: 5,
    });
    const { body } = await member.agent.post(PATH).send({}).expect(503);
    expect((body as ErrorBody).code).toBe('store_unavailable');
    await paidCourtly.control('DELETE', '/faults');
    expect(await intentsOf(member)).toEqual([]);
    // Stripe repeats the 500 response for each of these keys for a day. After ten minutes, Courtly
    // uses new keys.
    courtly.config.CLOCK_OFFSET_MS = 600_000;
    await begin(member);
    courtly.config.CLOCK_OFFSET_MS = 0;
    expect(await intentsOf(member)).toHaveLength(1);
  });
});

describe('a payment that grants no membership', () => {
  it('may belong to another user', async () => {
    const { intentId } = await join();
    const thief = await courtly.player();
    expect((await create(thief, intentId).expect(403)).body.code).toBe('forbidden');
    expect((await create(thief, 'pi_unknown').expect(403)).body.code).toBe('forbidden');
    const earlierPlans = await courtly.player();
    const open = await begin(earlierPlans);
    await paidCourtly.confirm(open.clientSecret);
    await create(thief, open.paymentIntentId).expect(403);
    expect((await me(thief)).membershipTier).toBe('free');
  });

  it('may serve another purpose or not be ours', async () => {
    const member = await courtly.player();
    const foreign = await stripe.paymentIntents.create({
      amount: 19_900,
      currency: 'usd',
      allowed_payment_method_types: ['card'],
      metadata: { userId: member.user.id, purpose: 'lessons', nth: '7' },
    });
    await paidCourtly.confirm(foreign.client_secret!);
    await create(member, foreign.id).expect(403);
    await sweep();
    expect(await typesOf(member)).toEqual([]);
  });

  it('may differ in amount, and then waits for an admin', async () => {
    const [member, admin] = [await courtly.player(), await anAdmin(courtly)];
    const { clientSecret, paymentIntentId } = await begin(member);
    await stripe.paymentIntents.update(paymentIntentId, { amount: 100 });
    await paidCourtly.confirm(clientSecret);
    await create(member, paymentIntentId).expect(402);
    await create(member, paymentIntentId).expect(402);
    expect((await typesOf(member)).slice(0, 3)).toEqual([
      'EliteIntentCreated',
      'EliteIntentMismatched',
      'EliteMismatchCharged',
    ]);
    expect((await me(member)).membershipTier).toBe('free');
    await eventually('an admin is notified', async () => {
      const notifications = (await admin.agent.get('/api/notices').expect(200))
        .body as NotificationItem[];
      return notifications.some(
        ({ type, stripeId }) => type === 'membership_mismatched' && stripeId === paymentIntentId,
      );
    });
    const { body } = await member.agent.post(PATH).send({}).expect(409);
    expect(body.details).toEqual({ status: 'payment_mismatched' });
  });
});

describe('a year as a founding member', () => {
  it('sends reminders 30 and 3 days before it ends, and renews with the same number', async () => {
    const member = await join();
    const { until } = await membershipOf(member);
    const goTo = (instant: number) => (courtly.config.CLOCK_OFFSET_MS = instant - Date.now());
    const reminders = () =>
      mailbox.to(member.email).filter(({ subject }) => subject!.includes('year ends'));
    const reminded = (count: number) =>
      eventually(`${count} reminders are sent`, async () => {
        await sweep();
        return reminders().length >= count;
      });
    goTo(Date.parse(until!) - 31 * DAY_MS);
    await sweep();
    expect(await membershipOf(member)).toMatchObject({ canRenew: false });
    goTo(Date.parse(until!) - 30 * DAY_MS + 60_000);
    await reminded(1);
    expect(await membershipOf(member)).toMatchObject({ canRenew: true, price: '199.00' });
    goTo(Date.parse(until!) - 3 * DAY_MS + 60_000);
    await reminded(2);
    await sweep();
    goTo(Date.parse(until!));
    expect(await membershipOf(member)).toMatchObject({
      tier: 'free',
      state: 'lapsed',
      canRenew: true,
    });
    await eventually('the end is recorded', async () => {
      await sweep();
      return (await typesOf(member)).includes('EliteLapsed');
    });
    expect(reminders()).toHaveLength(2);
    expect(reminders()[0]!.text).toContain('$199.00');

    const renewal = await begin(member, { purpose: 'foundingRenewal' });
    expect(renewal).toMatchObject({ founderNumber: member.number, amount: '199.00' });
    await paidCourtly.confirm(renewal.clientSecret);
    const { body } = await create(member, renewal.paymentIntentId).expect(200);
    expect(body).toMatchObject({ founderNumber: member.number, user: { membershipTier: 'elite' } });
    await member.agent.post(PATH).send({ purpose: 'founding' }).expect(409);
    courtly.config.CLOCK_OFFSET_MS = 0;
  });
});

it('grants members the lower fee, the head start, Elite courts, and six open bookings', async () => {
  const host = await courtly.register('owner');
  const court = await courtly.court(host, { courtAccess: 'elite' });
  const free = await courtly.player();
  const member = await join();
  const read = async ({ agent }: Member) =>
    (await agent.get(`/api/courts/${court.id}`).expect(200)).body;
  expect(await read(free)).toMatchObject({
    access: { mayBook: false },
    quote: { serviceFee: '30.00' },
  });
  expect(await read(member)).toMatchObject({
    access: { mayBook: true },
    quote: { serviceFee: '15.00' },
  });
  const dateIn = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString().slice(0, 10);
  const openTo = async ({ agent }: Member, days: number, courtId = court.id) =>
    (await courtly.slots(courtId, dateIn(days), agent)).filter(
      ({ opensForYouAt }) => opensForYouAt === null,
    );
  // A day that is 16 days ahead is within the head start: members can book it now, others two days
  // later.
  expect(await openTo(free, 16)).toEqual([]);
  const slots = await openTo(member, 16);
  expect(slots.length).toBeGreaterThan(6);
  await courtly.book(free, court.id, slots[0]!).expect(409);
  const { body } = await courtly.book(member, court.id, slots[0]!).expect(201);
  expect(body).toMatchObject({ serviceFee: '15.00', totalAmount: '315.00' });

  const [near] = await openTo(free, 10);
  await courtly.book(free, court.id, near!).expect(403);
  const open = await courtly.court(host);
  const hours = await openTo(free, 10, open.id);
  for (const slot of hours.slice(0, 3)) await courtly.book(free, open.id, slot).expect(201);
  expect((await courtly.book(free, open.id, hours[3]!).expect(409)).body.code).toBe('fair_use');
  for (const slot of slots.slice(1, 6)) await courtly.book(member, court.id, slot).expect(201);
  expect((await courtly.book(member, court.id, slots[6]!).expect(409)).body.code).toBe('fair_use');
});
