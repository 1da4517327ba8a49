import { CommandBus } from '@nestjs/cqrs';
import { afterAll, afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { Redis } from 'ioredis';
import type { Member } from '../../../testing/courtly.js';
import { type Memberships, startMemberships } from '../../../testing/memberships.js';
import { eventually } from '../../../testing/stores.js';
import { Clock } from '../../platform/kernel/clock.js';
import { CommandHandling } from '../../platform/kernel/command-handling.js';
import { systemContext } from '../../platform/kernel/context.js';
import { MINUTE_MS } from '../../platform/kernel/local-time.js';
import { Streams } from '../../platform/kernel/streams.js';
import { Queues } from '../../platform/processes/queues.js';
import { ALL_FOUNDERS, founders, seatOfUser } from './founders.js';
import { MembershipCalls } from './membership-calls.service.js';
import { membershipReversals } from './membership.process.js';
import { type MembershipCommand, membership } from './membership.js';
import { SettleMembershipCommand } from './settle.commands.js';
import { membershipTermsOf } from './stripe-changes.js';

let memberships: Memberships;
let courtly: Memberships['courtly'];
let sweep: Memberships['sweep'];
let typesOf: Memberships['typesOf'];

beforeAll(async () => {
  memberships = await startMemberships(
    {},
    { paymentRequired: false, elite: { founderSeatAfterReversal: 'freed' } },
  );
  ({ courtly, sweep, typesOf } = memberships);
});
afterAll(() => memberships?.stop());
afterEach(() => void jest.restoreAllMocks());

type Founder = Member & Readonly<{ intentId: string }>;

const service = <T>(type: new (...parts: never[]) => T): T =>
  courtly.app.get<T>(type, { strict: false });
const seatOf = async ({ user }: Member) =>
  seatOfUser(await service(Streams).load(founders, ALL_FOUNDERS), user.id);
const releasesOf = async ({ user }: Member) =>
  (await service(Streams).events(`founders-${ALL_FOUNDERS}`)).filter(
    ({ type, data }) => type === 'FounderSeatReleased' && Object(data)['userId'] === user.id,
  ).length;
/** Moves the workers' clock forward. */
const wait = (minutes: number) =>
  jest.spyOn(service(Clock), 'now').mockReturnValue(Date.now() + minutes * MINUTE_MS);

/** Makes each settlement fail as if its worker had been killed. */
const killSettlements = () => {
  const commandBus = service(CommandBus);
  const execute = commandBus.execute.bind(commandBus);
  return jest
    .spyOn(commandBus, 'execute')
    .mockImplementation((command) =>
      command instanceof SettleMembershipCommand
        ? Promise.reject(new Error('killed'))
        : execute(command),
    );
};

const record = ({ user }: Member, command: MembershipCommand) =>
  service(CommandHandling).handle(
    membership,
    user.id,
    command,
    systemContext(`${command.type} of ${user.id}`, new Date().toISOString()),
  );

/**
 * Refunds the year in Stripe's dashboard, and records the refund as a process would before it is
 * killed.
 */
const recordRefund = async (founder: Founder) => {
  await memberships.paidCourtly.control('POST', '/webhooks', { lose: { fraction: 1 } });
  await memberships.stripe.refunds.create({ payment_intent: founder.intentId });
  await memberships.paidCourtly.control('DELETE', '/webhooks');
  const snapshot = await service(MembershipCalls).readPayment(founder.intentId);
  const terms = membershipTermsOf(courtly.config.policy);
  const at = new Date().toISOString();
  const data = { userId: founder.user.id, snapshot, terms, at };
  await record(founder, { type: 'RecordPayment', data });
};
const recordFreedSeat = async (founder: Founder) => {
  await recordRefund(founder);
  const { number } = (await seatOf(founder))!;
  const data = { userId: founder.user.id, number, at: new Date().toISOString() };
  await record(founder, { type: 'FreeSeat', data });
};

/** Waits until the job for a member's event has failed once, and returns it. */
const failedJobOf = async ({ user }: Member, eventType: string) => {
  const event = await eventually('the event is recorded', async () =>
    (await service(Streams).events(`membership-${user.id}`)).findLast(
      ({ type }) => type === eventType,
    ),
  );
  const id = `reversed.${event.id}`;
  await eventually('its job waits for a retry', () => service(Queues).findFailure(id));
  return { id, due: null, data: { userId: user.id } };
};
const emptyRedis = async () => {
  const { REDIS_URL, REDIS_PREFIX } = courtly.config;
  const redis = new Redis(REDIS_URL);
  for (const key of await redis.keys(`{${REDIS_PREFIX}:jobs}*`)) await redis.del(key);
  redis.disconnect();
};

describe('a founding seat whose job Redis has lost', () => {
  it.each([
    ['its payment was returned', recordRefund, 'EliteReversed'],
    ['its founder has lost it', recordFreedSeat, 'EliteSeatFreed'],
  ])('is free again after the sweep, once %s', async (_, recordFact, eventType) => {
    const founder = await memberships.joinAsFounder();
    killSettlements();
    await recordFact(founder);
    const { id } = await failedJobOf(founder, eventType);
    await emptyRedis();
    jest.restoreAllMocks();
    expect(await seatOf(founder)).toMatchObject({ number: founder.number, until: null });
    expect(await service(Queues).findFailure(id)).toBeNull();

    wait(20);
    await sweep();
    await eventually('the seat is free', async () => (await seatOf(founder)) === null);
    expect((await typesOf(founder)).filter((type) => type === 'EliteSeatFreed')).toHaveLength(1);
    expect(await releasesOf(founder)).toBe(1);
  });

  it('is free again after its reservation, if it is not paid', async () => {
    const member = await courtly.player();
    await memberships.beginPurchase(member);
    expect(await seatOf(member)).not.toBeNull();
    await emptyRedis();
    wait(31);
    await eventually('the seat is free', async () => {
      await sweep();
      return (await seatOf(member)) === null;
    });
    expect(await typesOf(member)).toEqual(['EliteIntentCreated', 'EliteIntentEnded']);
    expect(await releasesOf(member)).toBe(1);
  });
});

it('frees a founding seat once, no matter how often its job is queued', async () => {
  const founder = await memberships.joinAsFounder();
  killSettlements();
  await recordRefund(founder);
  const job = await failedJobOf(founder, 'EliteReversed');
  jest.restoreAllMocks();
  const copies = [1, 2, 3].map((copy) => ({ ...job, id: `${job.id}.${copy}` }));
  await service(Queues).addJobs(membershipReversals, copies);
  await service(Queues).retryAll();
  await eventually('the seat is free', async () => (await seatOf(founder)) === null);
  // A job id can be reused once its job has run.
  await service(Queues).addJobs(membershipReversals, [job, ...copies]);
  await eventually('all jobs have run', () => service(Queues).isIdle('money'));
  expect((await typesOf(founder)).filter((type) => type === 'EliteSeatFreed')).toHaveLength(1);
  expect(await releasesOf(founder)).toBe(1);
});
