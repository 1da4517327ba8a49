import { afterAll, afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { Redis } from 'ioredis';
import { commandLine } from '../../../testing/command-line.js';
import { type Courtly, type Member, startCourtly } from '../../../testing/courtly.js';
import { type Mailbox, startMailbox } from '../../../testing/mailbox.js';
import { eventually } from '../../../testing/stores.js';
import { Clock } from '../kernel/clock.js';
import { MINUTE_MS } from '../kernel/local-time.js';
import { Mongo } from '../stores/mongo.js';
import { mailCount } from '../stores/metrics.js';
import { type JobFailure, Queues } from './queues.js';
import { ProcessRunner } from './runner.js';

let courtly: Courtly;
let mailbox: Mailbox;

beforeAll(async () => {
  mailbox = await startMailbox();
  courtly = await startCourtly({ MAIL_URL: mailbox.url });
});
afterAll(async () => {
  await courtly.stop();
  await mailbox.stop();
});
afterEach(() => void jest.restoreAllMocks());

const queues = () => courtly.app.get(Queues, { strict: false });
const emailJobs = async () => (await queues().countJobs()).get('emails')!;
const listFailures = async () => {
  const listed: JobFailure[] = [];
  for await (const page of queues().failures()) listed.push(...page);
  return listed;
};
const isIdle = async () => Object.values(await emailJobs()).every((count) => count === 0);
const pendingCount = () =>
  courtly.app.get(Mongo, { strict: false }).readModels.collection('pendingJobs').countDocuments();
/** Registers a user, and waits until the job of the verification email is done. */
const register = async () => {
  const member = await courtly.register();
  await mailbox.verification(member.email);
  await eventually('the job is forgotten', async () => (await pendingCount()) === 0);
  return member;
};
const changePassword = ({ agent, password }: Member, newPassword = 'grass-court-rally') =>
  agent.put('/api/auth/me/password').send({ currentPassword: password, newPassword }).expect(204);
const run = (...args: string[]) => commandLine(courtly.stores.environment)(['jobs', ...args]);

describe('an email that waits for a retry', () => {
  it('is sent once after Redis has lost its data', async () => {
    const member = await register();
    await mailbox.leave();
    await changePassword(member);
    await eventually(
      'the job waits for a retry',
      async () => (await emailJobs())['delayed'] === 1 && (await pendingCount()) === 1,
    );
    const redis = new Redis(courtly.config.REDIS_URL);
    for (const key of await redis.keys(`{${courtly.config.REDIS_PREFIX}:jobs}*`))
      await redis.del(key);
    redis.disconnect();
    await mailbox.comeBack();
    expect(await isIdle()).toBe(true);

    const later = Date.now() + 3 * MINUTE_MS;
    jest.spyOn(courtly.app.get(Clock, { strict: false }), 'now').mockReturnValue(later);
    await courtly.app.get(ProcessRunner, { strict: false }).sweep();
    expect(await mailbox.arrived(member.email)).toHaveLength(1);
    await eventually('the job is forgotten', async () => (await pendingCount()) === 0);
    expect(mailbox.to(member.email)).toHaveLength(1);
  });
});

describe('a job that cannot succeed', () => {
  it('is not retried automatically, but an operator can retry or drop it', async () => {
    expect(await run('list')).toMatchObject({ code: 0, printed: 'No jobs have failed.' });
    const members = [await register(), await register()];
    for (const member of members) {
      mailbox.refuse('looks like spam', 554);
      await changePassword(member);
      await eventually('the job fails', async () => {
        const { failed, waiting, active, delayed } = await emailJobs();
        return failed! > members.indexOf(member) && waiting! + active! + delayed! === 0;
      });
    }
    const failures = await listFailures();
    expect(failures).toMatchObject(
      members.map(() => ({ process: 'passwordNotices', attempts: 1, retryAt: null })),
    );
    const { printed } = await run('list');
    for (const { id } of failures) expect(printed).toContain(id);
    expect(printed).toContain('EMESSAGE 554');

    const [retried, dropped] = failures.map(({ id }) => id) as [string, string];
    const shown = JSON.parse((await run('show', retried)).printed) as object;
    expect(shown).toMatchObject({ id: retried, queue: 'emails' });
    expect(await run('retry', retried)).toMatchObject({ code: 0, printed: 'Jobs retried: 1.' });
    await eventually('the retried job has run', async () => (await emailJobs())['failed'] === 1);
    expect((await run('drop', dropped)).printed).toContain(`Dropped job ${dropped}.`);
    expect(await run('drop', dropped)).toMatchObject({
      code: 1,
      noted: expect.stringContaining(`There is no failed job ${dropped}.`),
    });
    await eventually('no job remains', isIdle);
    await eventually('no job is stored', async () => (await pendingCount()) === 0);
    expect(members.flatMap(({ email }) => mailbox.to(email))).toHaveLength(1);
  });

  it('is kept if the mail server refuses a recipient for another reason', async () => {
    const member = await register();
    mailbox.refuseAddress(member.email, '5.7.1 relay access denied');
    await changePassword(member);
    await eventually('the job fails', async () => (await emailJobs())['failed'] === 1);
    const [failure] = await listFailures();
    expect((await run('drop', failure!.id)).code).toBe(0);
  });

  it('is not kept if an address does not exist', async () => {
    const undeliverable = async () =>
      (await mailCount.get()).values.find(({ labels }) => labels.outcome === 'undeliverable')
        ?.value ?? 0;
    const before = await undeliverable();
    const member = await register();
    mailbox.refuseAddress(member.email, '5.1.1 unknown user');
    await changePassword(member);
    await eventually('the email is undeliverable', async () => (await undeliverable()) > before);
    await eventually('no job remains', isIdle);
    expect(mailbox.to(member.email)).toEqual([]);
  });
});

it('a worker runs money jobs while an unresponsive mail server occupies all slots for emails', async () => {
  const ran: string[] = [];
  const silence = Promise.withResolvers<undefined>();
  const separate = new Queues(
    { ...courtly.config, REDIS_PREFIX: `${courtly.config.REDIS_PREFIX}-separate` },
    courtly.app.get(Clock, { strict: false }),
  );
  try {
    let occupied = 0;
    separate.processJobs('emails', () => (occupied++, silence.promise));
    separate.processJobs('money', async (_, id) => ran.push(id));
    const emails = Array.from({ length: 40 }, (_, index) => ({
      id: `email.${index}`,
      due: null,
      data: {},
    }));
    await separate.addJobs({ name: 'emails', queue: 'emails' }, emails);
    await eventually('all slots are occupied', async () => occupied === 16);
    await separate.addJobs({ name: 'money', queue: 'money' }, [
      { id: 'capture', due: null, data: {} },
    ]);
    await eventually('the money job runs', async () => ran.includes('capture'));
    expect(occupied).toBe(16);
  } finally {
    silence.resolve(undefined);
    await separate.beforeApplicationShutdown();
    await separate.onApplicationShutdown();
  }
});
