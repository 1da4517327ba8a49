import { afterEach, beforeEach, expect, it, jest } from '@jest/globals';
import { Logger } from '@nestjs/common';
import { setTimeout as delay } from 'node:timers/promises';
import { Job as QueuedJob, UnrecoverableError, Worker } from 'bullmq';
import { readConfig } from '../../config.js';
import { Clock } from '../kernel/clock.js';
import { HOUR_MS } from '../kernel/local-time.js';
import { type Stores, eventually, startStores } from '../../../testing/stores.js';
import { PermanentFailure } from './process.js';
import { Queues } from './queues.js';

const process = { name: 'example', queue: 'emails' } as const;

let stores: Stores;
let queues: Queues;

beforeEach(async () => {
  stores = await startStores();
  const config = readConfig(stores.environment);
  queues = new Queues(config, new Clock(config));
});
afterEach(async () => {
  jest.restoreAllMocks();
  await queues.beforeApplicationShutdown();
  await queues.onApplicationShutdown();
  await stores.stop();
});

const jobs = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ id: `job.${index}`, due: null, data: { index } }));
const counts = async () => (await queues.countJobs()).get('emails')!;

it('runs each job of a group once and retries only the failed one', async () => {
  const warn = jest.spyOn(Logger.prototype, 'warn').mockImplementation(() => undefined);
  await queues.addTogether(process, jobs(120));
  expect(await counts()).toMatchObject({ waiting: 3 });
  const tried: string[] = [];
  const handledJobs = new Map<string, object>();
  queues.processJobs('emails', async (name, id, data) => {
    expect(name).toBe(process.name);
    tried.push(id);
    if (id === 'job.7' && tried.filter((triedId) => triedId === id).length < 3)
      throw new Error('no response');
    handledJobs.set(id, data);
  });
  await eventually('all jobs are done', async () => handledJobs.size === 120);
  expect([...handledJobs].map(([id, data]) => [id, data]).sort()).toEqual(
    jobs(120)
      .map(({ id, data }) => [id, data])
      .sort(),
  );
  expect(tried).toHaveLength(122);
  await eventually('the queue is empty', async () =>
    Object.values(await counts()).every((count) => count === 0),
  );
  // The second time, the job failed alone, so only that failure is logged.
  expect(warn.mock.calls).toEqual([
    [expect.objectContaining({ job: 'job.7', error: 'no response' })],
  ]);
});

it('tries a job of a group only once if it cannot succeed, until an operator retries it', async () => {
  jest.spyOn(Logger.prototype, 'warn').mockImplementation(() => undefined);
  const rejected: [string, object][] = [];
  queues.processJobs('emails', async (_, id, data) => {
    if (id !== 'job.1') return;
    rejected.push([id, data]);
    throw new PermanentFailure('the mail server rejected the email');
  });
  await queues.addTogether(process, jobs(3));
  const hasFailed = async () => {
    const { waiting, active, delayed, failed } = await counts();
    return waiting! + active! + delayed! === 0 && failed === 1;
  };
  await eventually('the job fails', hasFailed);
  expect(rejected).toEqual([['job.1', { index: 1 }]]);
  const failure = await queues.findFailure('job.1');
  expect(failure).toMatchObject({
    reason: 'the mail server rejected the email',
    retryAt: null,
    data: { index: 1 },
  });
  expect(await queues.retry('job.1')).toBe(true);
  await eventually('the job is tried again', async () => rejected.length === 2);
  await eventually('the job fails again', hasFailed);
  expect(rejected[1]).toEqual(['job.1', { index: 1 }]);
});

it('tries a rejected job again after a worker of an earlier release has run it', async () => {
  jest.spyOn(Logger.prototype, 'warn').mockImplementation(() => undefined);
  const [job] = jobs(1);
  const marked = { ...job!, data: { ...job!.data, failedInGroup: 'rejected' } };
  await queues.addJobs(process, [marked]);
  const earlier = new Worker('effects', () => Promise.reject(new UnrecoverableError('rejected')), {
    connection: queues['createConnection'](),
    prefix: queues['keyPrefix'],
  });
  await eventually('the job fails', async () => (await counts())['failed'] === 1);
  await earlier.close();
  const tried: object[] = [];
  queues.processJobs('emails', async (_, id, data) => tried.push({ id, data }));
  expect(await queues.retry('job.0')).toBe(true);
  await eventually('the job is done', async () => {
    const { waiting, active } = await counts();
    return waiting! + active! === 0;
  });
  expect(tried).toEqual([{ id: 'job.0', data: { index: 0 } }]);
  expect(await counts()).toMatchObject({ failed: 0 });
});

it('ignores a job that is already waiting', async () => {
  await queues.addTogether(process, jobs(50));
  await queues.addTogether(process, jobs(50));
  await queues.addTogether(process, jobs(1));
  await queues.addTogether(process, jobs(1));
  expect(await counts()).toMatchObject({ waiting: 2 });
});

const countFailures = async () => {
  let count = 0;
  for await (const page of queues.failures()) count += page.length;
  return count;
};
/** Makes jobs in a queue fail permanently. */
const failAll = async (count: number, name: string = process.name) => {
  queues.processJobs('emails', async () => {
    throw new PermanentFailure('refused');
  });
  await queues.addJobs({ name, queue: 'emails' }, jobs(count));
  await eventually(
    'all jobs have failed',
    async () => (await counts())['failed'] === count,
    30_000,
  );
};

it('reruns work that is still due after a permanent failure, but an email only after an hour', async () => {
  jest.spyOn(Logger.prototype, 'warn').mockImplementation(() => undefined);
  const attempts: string[] = [];
  for (const queue of ['money', 'emails'] as const)
    queues.processJobs(queue, async () => {
      attempts.push(queue);
      throw new PermanentFailure('refused');
    });
  const hasFailed = async (queue: 'money' | 'emails') =>
    (await queues.countJobs()).get(queue)!['failed'] === 1;
  for (const queue of ['emails', 'money'] as const) {
    const due = { name: queue, queue };
    await queues.addJobs(due, jobs(1));
    await eventually('the job fails', () => hasFailed(queue));
    await queues.runNow(due, jobs(1));
  }
  await eventually('the money job fails again', async () => attempts.length >= 3);
  await eventually('the failure of the money job is stored', () => hasFailed('money'));
  expect(attempts).toEqual(['emails', 'money', 'money']);
  const anHourLater = jest.spyOn(Date, 'now').mockReturnValue(Date.now() + HOUR_MS);
  await queues.runNow({ name: 'emails', queue: 'emails' }, jobs(1));
  anHourLater.mockRestore();
  await eventually('the email is sent again', async () => attempts.length === 4);
  await eventually('the failure of the email is stored', () => hasFailed('emails'));
  expect(await queues.retry('job.0')).toBe(true);
});

it('retries all failed jobs, no matter how many pages they fill', async () => {
  jest.spyOn(Logger.prototype, 'warn').mockImplementation(() => undefined);
  await failAll(620);
  expect(await countFailures()).toBe(620);
  await queues.beforeApplicationShutdown();
  expect(await queues.retryAll()).toBe(620);
  expect(await counts()).toMatchObject({ waiting: 620, failed: 0 });
});

it('retries only the failed jobs that were requested', async () => {
  jest.spyOn(Logger.prototype, 'warn').mockImplementation(() => undefined);
  await failAll(3);
  await queues.beforeApplicationShutdown();
  expect(await queues.retryAll(({ id, reason }) => id === 'job.1' && reason === 'refused')).toBe(1);
  expect(await counts()).toMatchObject({ waiting: 1, failed: 2 });
});

it('retries the other failed jobs if one is removed at the same time', async () => {
  jest.spyOn(Logger.prototype, 'warn').mockImplementation(() => undefined);
  await failAll(3);
  await queues.beforeApplicationShutdown();
  const retry = jest.spyOn(QueuedJob.prototype, 'retry');
  retry.mockImplementationOnce(async function (this: QueuedJob) {
    await this.remove();
    return this.retry();
  });
  expect(await queues.retryAll()).toBe(3);
  expect(await counts()).toMatchObject({ waiting: 2, failed: 0 });
});

it('moves failed jobs to the queue of their process once, with two workers', async () => {
  jest.spyOn(Logger.prototype, 'warn').mockImplementation(() => undefined);
  await failAll(3, 'capture');
  const processes = [
    { name: 'capture', queue: 'money' },
    { name: 'example', queue: 'emails' },
  ] as const;
  await Promise.all([1, 2].map(() => queues.moveMisplaced(processes)));
  expect(await counts()).toMatchObject({ failed: 0 });
  expect((await queues.countJobs()).get('money')).toMatchObject({ waiting: 3, failed: 0 });
  expect(await queues.moveMisplaced(processes)).toBe(0);
  const ran: unknown[] = [];
  queues.processJobs('money', async (name, id, data) => ran.push([name, id, data]));
  await eventually('the jobs run', async () => ran.length === 3);
  expect(ran).toContainEqual(['capture', 'job.0', { index: 0 }]);
});

it('runs an interrupted job again after a shutdown, and counts no failed attempt', async () => {
  const warn = jest.spyOn(Logger.prototype, 'warn').mockImplementation(() => undefined);
  const interruption = new AbortController();
  const started: string[] = [];
  queues.processJobs('emails', async (_, id) => {
    started.push(id);
    await delay(HOUR_MS, undefined, { signal: interruption.signal });
  });
  await queues.addJobs(process, jobs(2));
  await eventually('both jobs run', async () => started.length === 2);
  queues.onModuleDestroy();
  interruption.abort();
  await eventually(
    'both jobs are back in the queue',
    async () => (await counts())['waiting'] === 2,
  );
  await queues.beforeApplicationShutdown();
  expect(await counts()).toMatchObject({ waiting: 2, active: 0, delayed: 0, failed: 0 });
  // The worker may already have asked for its next job when it closed.
  expect(started.length).toBeLessThanOrEqual(3);
  for await (const failures of queues.failures()) expect(failures).toEqual([]);
  expect(warn).not.toHaveBeenCalled();

  const config = readConfig(stores.environment);
  const restarted = new Queues(config, new Clock(config));
  const rerun: string[] = [];
  restarted.processJobs('emails', async (_, id) => rerun.push(id));
  await eventually('both jobs run again', async () => rerun.length === 2);
  await restarted.beforeApplicationShutdown();
  await restarted.onApplicationShutdown();
  expect(rerun.sort()).toEqual(['job.0', 'job.1']);
});

it('counts a job that fails on its own during a shutdown as failed', async () => {
  jest.spyOn(Logger.prototype, 'warn').mockImplementation(() => undefined);
  const started = Promise.withResolvers<null>();
  const response = Promise.withResolvers<never>();
  queues.processJobs('emails', () => {
    // Redis counts the job as active before the worker calls this function.
    started.resolve(null);
    return response.promise;
  });
  await queues.addJobs(process, jobs(1));
  await started.promise;
  queues.onModuleDestroy();
  response.reject(new Error('no response'));
  await queues.beforeApplicationShutdown();
  expect(await counts()).toMatchObject({ waiting: 0, active: 0, delayed: 1 });
  expect(await queues.findFailure('job.0')).toMatchObject({ reason: 'no response', attempts: 1 });
});
