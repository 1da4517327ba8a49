import { afterEach, beforeEach, expect, it, jest } from '@jest/globals';
import { Logger } from '@nestjs/common';
import { readConfig } from '../../config.js';
import { Clock } from '../kernel/clock.js';
import { type Stores, eventually, startStores } from '../../../testing/stores.js';
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
  // The job failed alone the second time, so only that is logged.
  expect(warn.mock.calls).toEqual([
    [expect.objectContaining({ job: 'job.7', error: 'no response' })],
  ]);
});

it('ignores a job that is already waiting', async () => {
  await queues.addTogether(process, jobs(50));
  await queues.addTogether(process, jobs(50));
  await queues.addTogether(process, jobs(1));
  await queues.addTogether(process, jobs(1));
  expect(await counts()).toMatchObject({ waiting: 2 });
});
