import { CommandBus } from '@nestjs/cqrs';
import { afterAll, beforeAll, expect, it, jest } from '@jest/globals';
import type { EliteSubscription, EliteUser, MembershipIntent } from '@courtly/contracts/membership';
import { CommandHandling } from '../../platform/kernel/command-handling.js';
import { systemContext } from '../../platform/kernel/context.js';
import { Streams } from '../../platform/kernel/streams.js';
import type { Courtly, Member } from '../../../testing/courtly.js';
import { anAdmin } from '../../../testing/admin.js';
import {
  Killed,
  expectCleanMoney,
  killPoints,
  killsPerPoint,
  maxDurationMs,
} from '../../../testing/kill-points.js';
import { type PaidCourtly, startPaidCourtly } from '../../../testing/paid-courtly.js';
import { founders } from './founders.js';
import { MembershipCalls } from './membership-calls.service.js';
import { membership } from './membership.js';
import { currentConsent } from './renewal-consent.js';
import { SettleMembershipCommand } from './settle.commands.js';

/**
 * The points at which the process dies: before and after each Stripe call and each recorded result.
 */
const points = [
  'before a call',
  'after a call',
  'before a record',
  'after a record',
  'before a seat',
  'after a seat',
] as const;
type Point = (typeof points)[number];

let paidCourtly: PaidCourtly;
let courtly: Courtly;
let admin: Member;
const process = killPoints<Point>();

beforeAll(async () => {
  // No worker runs. The test itself runs the jobs, so that nothing else finishes the interrupted
  // work.
  paidCourtly = await startPaidCourtly(
    { ROLES: 'api,projector' },
    { elite: { founderSeatAfterReversal: 'freed' } },
  );
  ({ courtly } = paidCourtly);
  admin = await anAdmin(courtly);
  const membershipCalls = courtly.app.get(MembershipCalls, { strict: false });
  for (const name of [
    ...['createIntent', 'readIntent', 'cancelIntent', 'refundPayment'],
    ...['createSubscription', 'readSubscription', 'endSubscription'],
  ])
    process.around(membershipCalls, name, () => 'a call');
  const handling = courtly.app.get(CommandHandling, { strict: false });
  process.around(handling, 'handle', ([decider]) =>
    decider === founders ? 'a seat' : decider === membership ? 'a record' : null,
  );
});

afterAll(async () => {
  jest.restoreAllMocks();
  await paidCourtly?.stop();
});

const now = () => new Date(Date.now() + courtly.config.CLOCK_OFFSET_MS).toISOString();
const settle = ({ user }: Member) =>
  courtly.app
    .get(CommandBus, { strict: false })
    .execute(
      new SettleMembershipCommand(
        { userId: user.id },
        systemContext(`settle ${user.id} ${now()}`, now()),
      ),
    );
const begin = ({ agent }: Member) => agent.post('/api/create-payment-intent').send({});
const eventsOf = async (stream: string) =>
  (await courtly.app.get(Streams, { strict: false }).events(stream)).map(({ type }) => type);
const createdIntents = async ({ user }: Member) => {
  const { data } = await paidCourtly.stripe.paymentIntents.list({ limit: 100 });
  return data.filter(({ metadata }) => metadata['userId'] === user.id);
};

/**
 * Runs the settlement until the process dies at a point, and then again as its replacement would.
 */
const settleThroughDeath = async (member: Member, point: Point) => {
  process.arm(point);
  await expect(settle(member)).rejects.toThrow(Killed);
  await settle(member);
};
const order = ({ user }: Member, action: 'refunds' | 'ends', body: object) =>
  admin.agent
    .post(`/api/admin/users/${user.id}/membership-${action}`)
    .send({ reason: 'A test', ...body });

const foundThroughDeaths = async (point: Point) => {
  const member = await courtly.player();
  process.arm(point);
  await begin(member).expect(500);
  const { clientSecret, paymentIntentId, founderNumber } = (await begin(member).expect(200))
    .body as MembershipIntent;
  await paidCourtly.confirm(clientSecret);
  await settleThroughDeath(member, point);
  const { body } = await member.agent
    .post('/api/auth/create-elite-user')
    .send({ paymentIntentId })
    .expect(200);
  expect((body as EliteUser).founderNumber).toBe(founderNumber);
  await order(member, 'refunds', { paidBy: paymentIntentId }).expect(202);
  await settleThroughDeath(member, point);
  expect((await createdIntents(member)).map(({ id, status }) => [id, status])).toEqual([
    [paymentIntentId, 'succeeded'],
  ]);
  const { data } = await paidCourtly.stripe.refunds.list({ payment_intent: paymentIntentId });
  expect(data.map(({ amount }) => amount)).toEqual([19_900]);
  expect(await eventsOf(`membership-${member.user.id}`)).toEqual([
    ...['EliteIntentCreated', 'EliteActivated', 'EliteRefundOrdered', 'EliteReversed'],
    'EliteSeatFreed',
  ]);
};

const subscribeThroughDeaths = async (point: Point) => {
  const member = await courtly.player();
  const subscribe = () =>
    member.agent
      .post('/api/membership/subscription')
      .send({ renewalConsent: true, consentVersion: currentConsent.version });
  process.arm(point);
  await subscribe().expect(500);
  const { clientSecret, subscriptionId } = (await subscribe().expect(200))
    .body as EliteSubscription;
  await paidCourtly.confirm(clientSecret);
  await settleThroughDeath(member, point);
  await order(member, 'ends', {}).expect(200);
  await settleThroughDeath(member, point);
  const events = await eventsOf(`membership-${member.user.id}`);
  const { data } = await paidCourtly.stripe.invoices.list({ subscription: subscriptionId });
  expect(data.map(({ status }) => status)).toEqual(['paid']);
  expect(events).toEqual([
    ...['RenewalConsentGiven', 'EliteSubscriptionCreated', 'EliteActivated'],
    ...['EliteEnded', 'EliteSubscriptionEnded'],
  ]);
};

it.each(points)(
  'creates one payment, seat, month, and refund even if processes die %s',
  async (point) => {
    process.reset();
    const liveThroughDeaths = point.endsWith('seat')
      ? [foundThroughDeaths]
      : [foundThroughDeaths, subscribeThroughDeaths];
    for (let life = 0; process.kills() < killsPerPoint; life++)
      await liveThroughDeaths[life % liveThroughDeaths.length]!(point);
  },
  maxDurationMs,
);

it('releases the seat of a buyer who never paid, and cancels its payment', async () => {
  const member = await courtly.player();
  process.arm('after a call');
  await begin(member).expect(500);
  const seats = async () =>
    (await courtly.app.get(Streams, { strict: false }).load(founders, 'all')).length;
  const heldSeats = await seats();
  courtly.config.CLOCK_OFFSET_MS += 31 * 60_000;
  for (const point of ['before a seat', 'after a seat'] as const) {
    process.arm(point);
    await settle(member).catch(() => undefined);
  }
  process.arm(null);
  await settle(member);
  expect(await seats()).toBe(heldSeats - 1);
  expect((await createdIntents(member)).map(({ status }) => status)).toEqual(['canceled']);
});

it('refuses a retry after its seat was released, and gives a new request a seat', async () => {
  const member = await courtly.player();
  const requestSeat = () => begin(member).set('Idempotency-Key', 'the same request');
  await requestSeat().expect(200);
  courtly.config.CLOCK_OFFSET_MS += 31 * 60_000;
  await settle(member);
  expect((await createdIntents(member)).map(({ status }) => status)).toEqual(['canceled']);
  expect((await requestSeat().expect(409)).body).toMatchObject({ code: 'conflict' });
  await begin(member).expect(200);
});

it('leaves nothing for verify and reconcile to find', () => expectCleanMoney(paidCourtly));
