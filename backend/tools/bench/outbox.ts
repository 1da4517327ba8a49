import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { withApplication } from '@courtly/backend/cli/application';
import { type Cli, Failure } from '@courtly/backend/cli/cli';
import { formatCount } from '@courtly/backend/cli/table';
import { MINUTE_MS } from '@courtly/backend/platform/kernel/local-time';
import { queueNames } from '@courtly/backend/platform/processes/process';
import { Queues } from '@courtly/backend/platform/processes/queues';
import { ProcessRunner } from '@courtly/backend/platform/processes/runner';
import { type BulkJobOptions, Queue } from 'bullmq';
import { Redis } from 'ioredis';
import type { Server } from '../server.js';
import { startStandIn } from '../stand-in.js';
import { makeHistory } from './history.js';
import { type Figure, checkedFigure, plainFigure } from './measured.js';
import { ZONE, createClub, idOf } from './members.js';

type Club = Awaited<ReturnType<typeof createClub>>;
type Environment = Readonly<Record<string, string>>;
type Queued = Readonly<{ name: string; data: object; opts: BulkJobOptions }>;
type Batches = ReadonlyMap<string, readonly (readonly Queued[])[]>;

/** The first round of each side is a warm-up. */
const ROUNDS = 6;
const MINIMUM_SHARE = 0.5;
const BATCH = 500;
const BOOKINGS_A_DAY = 12;
const POLL_INTERVAL_MS = 5;

const median = (sampleValues: readonly number[]): number =>
  sampleValues.toSorted((leftValue, rightValue) => leftValue - rightValue)[
    sampleValues.length >> 1
  ]!;

/** Uses a separate log, read models, and queues, but the same store servers. */
const withEnvironment = (commandLine: Cli, environment: Environment, more: Environment): Cli => ({
  ...commandLine,
  environment: { ...commandLine.environment, ...environment, ...more },
});

/**
 * Fills a log with unpaid requests. Each creates two jobs: one for its payment and one for its
 * expiry.
 */
const fillStores = (commandLine: Cli, { owner, sessions }: Club, bookingCount: number) =>
  withApplication(commandLine, async (application) => {
    const bookingSides = {
      courtId: randomUUID(),
      hostId: await idOf(owner),
      playerId: await idOf(sessions[0]!),
      zone: ZONE,
    };
    const payBy = new Date(Date.now() + 15 * MINUTE_MS).toISOString();
    return makeHistory(application, bookingSides, Math.ceil(bookingCount / BOOKINGS_A_DAY), payBy);
  });

/**
 * Lets the process runner queue the jobs of the whole log in empty queues. Returns jobs per second.
 */
const moveJobsFromLog = (
  commandLine: Cli,
  redisClient: Redis,
  queuePrefix: string,
  jobCount: number,
) =>
  withApplication(commandLine, async (application) => {
    const queues = application.get(Queues);
    // Without workers, the runner would wait forever for a full queue.
    queues.isFull = () => Promise.resolve(false);
    const stopping = new AbortController();
    const queued = async () =>
      [...(await queues.countJobs()).values()].reduce(
        (subtotal, { waiting, delayed }) => subtotal + waiting! + delayed!,
        0,
      );
    const signal = AbortSignal.any([commandLine.interrupted, stopping.signal]);
    const untilQueued = async () => {
      while ((await queued()) < jobCount) await delay(POLL_INTERVAL_MS, undefined, { signal });
    };
    const startedMs = performance.now();
    const following = application.get(ProcessRunner).follow(stopping.signal);
    const failed = following.then(() => {
      throw new Failure('The process runner has stopped.');
    });
    try {
      await Promise.race([untilQueued(), failed]);
    } finally {
      stopping.abort();
    }
    const durationSeconds = (performance.now() - startedMs) / 1_000;
    await following.catch(() => undefined);
    return { rate: jobCount / durationSeconds, batches: await batchesIn(redisClient, queuePrefix) };
  });

const batchesIn = async (connection: Redis, queuePrefix: string): Promise<Batches> => {
  const batches = new Map<string, Queued[][]>();
  for (const queueName of queueNames) {
    const jobQueue = new Queue<object>(queueName, { connection, prefix: queuePrefix });
    const jobs = (await jobQueue.getJobs(['waiting', 'delayed'])).map((job) => ({
      name: job.name,
      data: job.data,
      opts: { ...job.opts, jobId: job.id! },
    }));
    const batchParts = Array.from({ length: Math.ceil(jobs.length / BATCH) }, (_, batchIndex) =>
      jobs.slice(batchIndex * BATCH, (batchIndex + 1) * BATCH),
    );
    batches.set(queueName, batchParts);
    await jobQueue.close();
  }
  return batches;
};

/** Adds the same jobs in the same batches with BullMQ alone. Returns jobs per second. */
const addInBulk = async (
  connection: Redis,
  queuePrefix: string,
  batches: Batches,
  jobCount: number,
): Promise<number> => {
  const queues = [...batches.keys()].map(
    (queueName) => new Queue<object>(queueName, { connection, prefix: queuePrefix }),
  );
  await Promise.all(queues.map((jobQueue) => jobQueue.waitUntilReady()));
  const startedMs = performance.now();
  const maximum = Math.max(...[...batches.values()].map(({ length }) => length));
  for (let batchIndex = 0; batchIndex < maximum; batchIndex++)
    for (const jobQueue of queues) {
      const eventBatch = batches.get(jobQueue.name)![batchIndex];
      if (eventBatch) await jobQueue.addBulk([...eventBatch]);
    }
  const requestRate = (jobCount * 1_000) / (performance.now() - startedMs);
  await Promise.all(queues.map((jobQueue) => jobQueue.close()));
  return requestRate;
};

const rounds = async (commandLine: Cli, environment: Environment, jobCount: number) => {
  const redisClient = new Redis(environment['REDIS_URL']!, { maxRetriesPerRequest: null });
  const roundResults: { ours: number; bare: number }[] = [];
  try {
    for (let roundIndex = 0; roundIndex < ROUNDS; roundIndex++) {
      const separateStores = {
        REDIS_PREFIX: `outbox-${roundIndex}`,
        MONGODB_DATABASE: `outbox_${roundIndex}`,
      };
      const queuePrefix = `{${separateStores.REDIS_PREFIX}:jobs}`;
      const { rate, batches } = await moveJobsFromLog(
        withEnvironment(commandLine, environment, separateStores),
        redisClient,
        queuePrefix,
        jobCount,
      );
      roundResults.push({
        ours: rate,
        bare: await addInBulk(redisClient, `{bare-${roundIndex}:jobs}`, batches, jobCount),
      });
    }
  } finally {
    redisClient.disconnect();
  }
  return roundResults.slice(1);
};

/**
 * Compares how fast jobs reach the queues after downtime with BullMQ's `addBulk` for the same
 * batches, in alternating rounds. Includes the time for reading and decoding the log.
 */
export const outboxToQueue = async (
  commandLine: Cli,
  { base, environment }: Pick<Server, 'base' | 'environment'>,
  requestedJobs: number,
): Promise<Figure[]> => {
  const club = await createClub(base, { players: 1, courts: 0 });
  const folderPath = await mkdtemp(join(tmpdir(), 'courtly-outbox-'));
  const eventStoreStandIn = await startStandIn('eventstoredb', [
    '--data',
    join(folderPath, 'events.db'),
  ]);
  try {
    const bookingCount = Math.ceil(requestedJobs / 2 / BOOKINGS_A_DAY) * BOOKINGS_A_DAY;
    const { VAULT_DATABASE = `${environment['MONGODB_DATABASE']}_vault` } = environment;
    const separateEnvironment = {
      ...environment,
      VAULT_DATABASE,
      EVENTSTORE_URL: eventStoreStandIn.url,
      CLOCK_OFFSET_MS: '0',
    };
    await fillStores(
      withEnvironment(commandLine, separateEnvironment, {
        REDIS_PREFIX: 'outbox',
        MONGODB_DATABASE: 'outbox',
      }),
      club,
      bookingCount,
    );
    const roundResults = await rounds(commandLine, separateEnvironment, bookingCount * 2);
    const [productRate, bullmqRate] = [
      median(roundResults.map((roundRates) => roundRates.ours)),
      median(roundResults.map((roundRates) => roundRates.bare)),
    ];
    const shareOfTotal = median(
      roundResults.map((roundRates) => roundRates.ours / roundRates.bare),
    );
    return [
      plainFigure(
        'outbox to queue',
        `${formatCount(productRate)} jobs/s of ${formatCount(bookingCount * 2)}; BullMQ alone ${formatCount(bullmqRate)}/s`,
      ),
      checkedFigure(
        '  addBulk alone',
        shareOfTotal.toFixed(2),
        `at least ${MINIMUM_SHARE}`,
        shareOfTotal >= MINIMUM_SHARE,
      ),
    ];
  } finally {
    await eventStoreStandIn.kill();
    await rm(folderPath, { recursive: true, force: true });
  }
};
