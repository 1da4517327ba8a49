import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { withApplication } from '@courtly/backend/cli/application';
import type { Cli } from '@courtly/backend/cli/cli';
import { formatCount } from '@courtly/backend/cli/table';
import { MINUTE_MS } from '@courtly/backend/platform/kernel/local-time';
import { queueNames } from '@courtly/backend/platform/processes/process';
import { Queues } from '@courtly/backend/platform/processes/queues';
import { ProcessRunner } from '@courtly/backend/platform/processes/runner';
import { type BulkJobOptions, Queue } from 'bullmq';
import { Redis } from 'ioredis';
import { startStandIn } from '../stand-in.js';
import { makeHistory } from './history.js';
import { type Figure, checkedFigure, plainFigure } from './measured.js';
import { ZONE } from './members.js';

type Environment = Readonly<Record<string, string>>;
type Sides = Readonly<{ hostId: string; playerId: string }>;
type Queued = Readonly<{ name: string; data: object; opts: BulkJobOptions }>;
type Batches = ReadonlyMap<string, readonly (readonly Queued[])[]>;

/** The first round of each is a warm-up. */
const ROUNDS = 6;
const MINIMUM_SHARE = 0.5;
const BATCH = 500;
const BOOKINGS_A_DAY = 12;
const POLL_INTERVAL_MS = 5;

const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[values.length >> 1]!;

/** A separate log, read models, and queues on the same processes. */
const withEnvironment = (cli: Cli, environment: Environment, more: Environment): Cli => ({
  ...cli,
  environment: { ...cli.environment, ...environment, ...more },
});

/** Fills a log with unpaid requests. Each creates two jobs: its payment and its expiry. */
const fillStores = (cli: Cli, { hostId, playerId }: Sides, bookings: number) =>
  withApplication(cli, (app) => {
    const sides = { courtId: randomUUID(), hostId, playerId, zone: ZONE };
    const payBy = new Date(Date.now() + 15 * MINUTE_MS).toISOString();
    return makeHistory(app, sides, Math.ceil(bookings / BOOKINGS_A_DAY), payBy);
  });

/** Lets the process runner move the whole log into empty queues. Returns jobs per second. */
const moveJobsFromLog = (cli: Cli, redis: Redis, prefix: string, jobs: number) =>
  withApplication(cli, async (app) => {
    const queues = app.get(Queues);
    const stopping = new AbortController();
    const queued = async () =>
      [...(await queues.countJobs()).values()].reduce(
        (sum, { waiting, delayed }) => sum + waiting! + delayed!,
        0,
      );
    const started = performance.now();
    const following = app.get(ProcessRunner).follow(stopping.signal);
    while ((await queued()) < jobs)
      await delay(POLL_INTERVAL_MS, undefined, { signal: cli.interrupted });
    const seconds = (performance.now() - started) / 1_000;
    stopping.abort();
    await following.catch(() => undefined);
    return { rate: jobs / seconds, batches: await batchesIn(redis, prefix) };
  });

const batchesIn = async (connection: Redis, prefix: string): Promise<Batches> => {
  const batches = new Map<string, Queued[][]>();
  for (const name of queueNames) {
    const queue = new Queue<object>(name, { connection, prefix });
    const jobs = (await queue.getJobs(['waiting', 'delayed'])).map((job) => ({
      name: job.name,
      data: job.data,
      opts: { ...job.opts, jobId: job.id! },
    }));
    const parts = Array.from({ length: Math.ceil(jobs.length / BATCH) }, (_, at) =>
      jobs.slice(at * BATCH, (at + 1) * BATCH),
    );
    batches.set(name, parts);
    await queue.close();
  }
  return batches;
};

/** Adds the same jobs in the same batches with BullMQ alone. Returns jobs per second. */
const addInBulk = async (
  connection: Redis,
  prefix: string,
  batches: Batches,
  jobs: number,
): Promise<number> => {
  const queues = [...batches.keys()].map((name) => new Queue<object>(name, { connection, prefix }));
  await Promise.all(queues.map((queue) => queue.waitUntilReady()));
  const started = performance.now();
  const most = Math.max(...[...batches.values()].map(({ length }) => length));
  for (let at = 0; at < most; at++)
    for (const queue of queues) {
      const batch = batches.get(queue.name)![at];
      if (batch) await queue.addBulk([...batch]);
    }
  const rate = (jobs * 1_000) / (performance.now() - started);
  await Promise.all(queues.map((queue) => queue.close()));
  return rate;
};

const rounds = async (cli: Cli, environment: Environment, jobs: number) => {
  const redis = new Redis(environment['REDIS_URL']!, { maxRetriesPerRequest: null });
  const rates: { ours: number; bare: number }[] = [];
  try {
    for (let round = 0; round < ROUNDS; round++) {
      const own = { REDIS_PREFIX: `outbox-${round}`, MONGODB_DATABASE: `outbox_${round}` };
      const prefix = `{${own.REDIS_PREFIX}:jobs}`;
      const { rate, batches } = await moveJobsFromLog(
        withEnvironment(cli, environment, own),
        redis,
        prefix,
        jobs,
      );
      rates.push({
        ours: rate,
        bare: await addInBulk(redis, `{bare-${round}:jobs}`, batches, jobs),
      });
    }
  } finally {
    redis.disconnect();
  }
  return rates.slice(1);
};

/**
 * Compares the rate at which jobs reach the queues after downtime with BullMQ's `addBulk` for the
 * same batches, in alternating rounds. Includes reading and decoding the log.
 */
export const outboxToQueue = async (
  cli: Cli,
  environment: Environment,
  sides: Sides,
  wanted: number,
): Promise<Figure[]> => {
  const folder = await mkdtemp(join(tmpdir(), 'courtly-outbox-'));
  const log = await startStandIn('eventstoredb', ['--data', join(folder, 'events.db')]);
  try {
    const bookings = Math.ceil(wanted / 2 / BOOKINGS_A_DAY) * BOOKINGS_A_DAY;
    const { VAULT_DATABASE = `${environment['MONGODB_DATABASE']}_vault` } = environment;
    const own = { ...environment, VAULT_DATABASE, EVENTSTORE_URL: log.url, CLOCK_OFFSET_MS: '0' };
    await fillStores(
      withEnvironment(cli, own, { REDIS_PREFIX: 'outbox', MONGODB_DATABASE: 'outbox' }),
      sides,
      bookings,
    );
    const rates = await rounds(cli, own, bookings * 2);
    const [ours, bare] = [
      median(rates.map((one) => one.ours)),
      median(rates.map((one) => one.bare)),
    ];
    const share = median(rates.map((one) => one.ours / one.bare));
    return [
      plainFigure(
        'outbox to queue',
        `${formatCount(ours)} jobs/s of ${formatCount(bookings * 2)}; BullMQ alone ${formatCount(bare)}/s`,
      ),
      checkedFigure(
        '  addBulk alone',
        share.toFixed(2),
        `at least ${MINIMUM_SHARE}`,
        share >= MINIMUM_SHARE,
      ),
    ];
  } finally {
    await log.kill();
    await rm(folder, { recursive: true, force: true });
  }
};
