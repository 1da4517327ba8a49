import {
  type BeforeApplicationShutdown,
  Inject,
  Injectable,
  Logger,
  type OnApplicationShutdown,
  type OnModuleDestroy,
} from '@nestjs/common';
import { type Job as QueuedJob, Queue, UnrecoverableError, WaitingError, Worker } from 'bullmq';
import { Redis } from 'ioredis';
import pLimit from 'p-limit';
import { setTimeout as delay } from 'node:timers/promises';
import { CONFIG, type Config } from '../../config.js';
import { Clock } from '../kernel/clock.js';
import { DAY_MS, HOUR_MS } from '../kernel/local-time.js';
import { StoreUnavailable } from '../stores/store-unavailable.js';
import {
  type AnyProcess,
  type Job,
  PermanentFailure,
  type QueueName,
  queueNames,
} from './process.js';

/** With doubled pauses, the last attempt is eighteen hours after the first. */
export const MAX_ATTEMPTS = 17;
export const FIRST_PAUSE_MS = 1_000;
const FAILED_EMAIL_PAUSE_MS = HOUR_MS;
const MAX_KEPT_FAILURES = 1_000;
const FAILURES_KEPT_SECONDS = (7 * DAY_MS) / 1_000;
const MAX_CONCURRENT = 16;
const concurrency: Readonly<Record<QueueName, number>> = {
  deadlines: MAX_CONCURRENT,
  money: MAX_CONCURRENT,
  emails: MAX_CONCURRENT,
  stats: 4,
};
/**
 * The queue's name in Redis. Earlier releases run emails from `effects` and need that name after a
 * rollback.
 */
const redisName = (name: QueueName) => (name === 'emails' ? 'effects' : name);
const ADD_BATCH_SIZE = 500;
const PAGE_SIZE = 500;
/** The maximum number of jobs of one process in one queue entry. They run concurrently. */
const MAX_GROUP_SIZE = 50;
/** The queue length at which the log reader pauses. With fifty jobs per entry, it takes 14 MB. */
const MAX_WAITING = 1_000;
/**
 * A host that disappears does not close its connections. Without responses for this long,
 * reconnect. Workers wait up to ten seconds for a job.
 */
const SILENCE_TIMEOUT_MS = 15_000;
export const SHUTDOWN_TIMEOUT_MS = 3_000;
/** The jobs of a killed worker restart on another worker after 1 to 1.5 times this duration. */
export const STALLED_AFTER_MS = 10_000;

const retryOptions = {
  attempts: MAX_ATTEMPTS,
  backoff: { type: 'exponential', delay: FIRST_PAUSE_MS },
  removeOnComplete: true,
  removeOnFail: { count: MAX_KEPT_FAILURES, age: FAILURES_KEPT_SECONDS },
} as const;

/**
 * `retryAt` is the UTC instant of the next attempt; null if an operator has to retry or drop it.
 */
export type JobFailure = Readonly<{
  id: string;
  process: string;
  queue: QueueName;
  attempts: number;
  reason: string;
  lastTriedAt: string;
  retryAt: string | null;
  data: object;
}>;

type JobGroup = Readonly<{ together: readonly Pick<Job, 'id' | 'data'>[] }>;
/** Added to the data of a job that failed permanently in its group, until the job is marked so. */
type FailedInGroup = Readonly<{ failedInGroup: string }>;

/** The job queues. A job's id identifies it, so queueing it twice changes nothing. */
@Injectable()
export class Queues implements OnModuleDestroy, BeforeApplicationShutdown, OnApplicationShutdown {
  private readonly logger = new Logger('processes');
  private readonly connections: Redis[] = [];
  private readonly workers: Worker[] = [];
  private readonly keyPrefix: string;
  private readonly queues: ReadonlyMap<QueueName, Queue<object>>;
  private readonly addLimit = pLimit(MAX_CONCURRENT);
  private isLost = false;
  private workersClosed: Promise<unknown> | null = null;

  constructor(
    @Inject(CONFIG) private readonly config: Config,
    private readonly clock: Clock,
  ) {
    // Braces keep all keys of the queues on one node of a Redis cluster.
    this.keyPrefix = `{${config.REDIS_PREFIX}:jobs}`;
    const connection = this.createConnection();
    connection.on('close', () => (this.isLost = true));
    connection.on('ready', () => (this.isLost = false));
    this.queues = new Map(
      queueNames.map((name) => {
        const jobQueue = new Queue<object>(redisName(name), {
          connection,
          prefix: this.keyPrefix,
          skipMetasUpdate: config.ROLES.includes('cli'),
        });
        return [name, jobQueue.on('error', () => undefined)];
      }),
    );
  }

  /** Calls the listener when Redis reconnects, because it may have lost its data. */
  onReconnect(listener: () => void) {
    this.connections[0]!.on('ready', listener);
  }

  /** Queues jobs until they are due; jobs already queued remain unchanged. */
  async addJobs(
    { name, queue }: Pick<AnyProcess, 'name' | 'queue'>,
    jobs: readonly Job[],
  ): Promise<void> {
    const now = this.clock.now();
    for (let start = 0; start < jobs.length; start += ADD_BATCH_SIZE)
      await this.queue(queue).addBulk(
        jobs.slice(start, start + ADD_BATCH_SIZE).map(({ id, due, data }) => ({
          name,
          data,
          opts: {
            ...retryOptions,
            jobId: id,
            delay: due === null ? 0 : Math.max(0, Date.parse(due) - now),
          },
        })),
      );
  }

  /**
   * Queues due jobs in groups of up to fifty, as each entry costs several Redis calls. Retries that
   * can succeed run individually. A job that is also queued elsewhere may run twice.
   */
  async addTogether(
    process: Pick<AnyProcess, 'name' | 'queue'>,
    jobs: readonly Job[],
  ): Promise<void> {
    if (jobs.length < 2) return this.addJobs(process, jobs);
    const jobGroups = [];
    for (let groupStart = 0; groupStart < jobs.length; groupStart += MAX_GROUP_SIZE)
      jobGroups.push(jobs.slice(groupStart, groupStart + MAX_GROUP_SIZE));
    await this.queue(process.queue).addBulk(
      jobGroups.map((group) => ({
        name: process.name,
        data: { together: group.map(({ id, data }) => ({ id, data })) },
        opts: { ...retryOptions, jobId: `${group.length}-from-${group[0]!.id}` },
      })),
    );
  }

  /**
   * Runs due jobs immediately, regardless of their delay and failures. An email that failed
   * permanently is resent at most once an hour, in case an operator has repaired the mail server.
   */
  async runNow(process: Pick<AnyProcess, 'name' | 'queue'>, jobs: readonly Job[]): Promise<void> {
    await this.addJobs(process, jobs);
    await Promise.all(
      jobs.map(({ id }) => this.addLimit(() => this.runNowById(process.queue, id))),
    );
  }

  /** Processes the jobs of a queue concurrently and retries failures with growing delays. */
  processJobs(
    name: QueueName,
    runJob: (process: string, jobId: string, data: object) => Promise<unknown>,
  ) {
    const options = {
      connection: this.createConnection(),
      prefix: this.keyPrefix,
      concurrency: concurrency[name],
      lockDuration: STALLED_AFTER_MS,
      stalledInterval: STALLED_AFTER_MS / 2,
      // Jobs are repeatable, so a job must not fail because its workers died.
      maxStalledCount: MAX_ATTEMPTS,
    };
    const groupLimit = pLimit(concurrency[name]);
    const runGroup = async (process: string, jobs: JobGroup['together']) => {
      const jobResults = await Promise.allSettled(
        jobs.map(({ id, data }) => groupLimit(() => runJob(process, id, data))),
      );
      const failedJobs = jobs.flatMap(({ id, data }, index) => {
        const result = jobResults[index]!;
        if (result.status === 'fulfilled') return [];
        const { reason } = result;
        const isPermanent = reason instanceof PermanentFailure;
        const failure = isPermanent && { failedInGroup: reason.message };
        return [{ id, due: null, data: { ...data, ...failure } }];
      });
      await this.addJobs({ name: process, queue: name }, failedJobs);
    };
    /** A shutdown that interrupts a job is not a failed attempt; the next worker runs the job. */
    const returnInterrupted = async (job: QueuedJob<object>, error: unknown): Promise<never> => {
      if (!this.workersClosed || (error as Error).name !== 'AbortError') throw error;
      await job.moveToWait(job.token);
      throw new WaitingError();
    };
    const runAlone = async (job: QueuedJob<object>) => {
      const { failedInGroup, ...data } = job.data as Partial<FailedInGroup>;
      if (failedInGroup !== undefined) {
        await job.updateData(data);
        // A worker of an earlier release runs the job and keeps the mark.
        if (job.attemptsStarted === 1) throw new UnrecoverableError(failedInGroup);
      }
      await groupLimit(() => runJob(job.name, job.id ?? '', data)).catch((error: unknown) => {
        throw error instanceof PermanentFailure ? new UnrecoverableError(error.message) : error;
      });
    };
    const worker = new Worker<object>(
      redisName(name),
      (job) => {
        const { together } = job.data as Partial<JobGroup>;
        const result = together ? runGroup(job.name, together) : runAlone(job);
        return result.catch((error: unknown) => returnInterrupted(job, error));
      },
      options,
    );
    worker.on('error', () => undefined);
    worker.on('failed', (job, error) =>
      this.logger.warn({ queue: name, job: job?.id, error: error.message }),
    );
    this.workers.push(worker);
  }

  /** The number of jobs in each queue, by state. */
  async countJobs(): Promise<ReadonlyMap<QueueName, Record<string, number>>> {
    const states = ['waiting', 'active', 'delayed', 'failed'] as const;
    const jobCounts = queueNames.map(
      async (name) => [name, await this.queue(name).getJobCounts(...states)] as const,
    );
    return new Map(await Promise.all(jobCounts));
  }

  /** Whether all due jobs of a queue are done. */
  async isIdle(name: QueueName): Promise<boolean> {
    const { waiting, active } = await this.queue(name).getJobCounts('waiting', 'active');
    return waiting === 0 && active === 0;
  }

  /** Whether more jobs are waiting than the queue should hold. */
  async isFull(name: QueueName): Promise<boolean> {
    return (await this.queue(name).getWaitingCount()) > MAX_WAITING;
  }

  /** Yields pages of jobs that failed and are retried, or that failed permanently. */
  async *failures(): AsyncIterable<readonly JobFailure[]> {
    for (const name of queueNames)
      for (const state of ['failed', 'delayed'] as const)
        for await (const jobs of this.pages(name, state))
          yield await Promise.all(jobs.filter(isSingleFailure).map((job) => toFailure(name, job)));
  }

  /** Finds a failed job in any queue, unless it is running at the moment. */
  async findFailure(id: string): Promise<JobFailure | null> {
    const found = await this.findJob(id);
    return found && toFailure(...found);
  }

  /** Runs a failed job now and gives it all its attempts again. Returns whether the job exists. */
  async retry(id: string): Promise<boolean> {
    const found = await this.findJob(id);
    if (!found) return false;
    await startNow(found[1], { resetAttemptsMade: true });
    return true;
  }

  /** Immediately runs all failed jobs, or only the selected ones. Returns their number. */
  async retryAll(isRetried: (failure: JobFailure) => boolean = () => true): Promise<number> {
    // Collects the ids first, because jobs that fail again would be listed again.
    const ids = new Set<string>();
    for await (const page of this.failures())
      for (const failure of page) if (isRetried(failure)) ids.add(failure.id);
    const retried = await Promise.all([...ids].map((id) => this.addLimit(() => this.retry(id))));
    return retried.filter(Boolean).length;
  }

  /**
   * Runs failed jobs in the queues of their processes, because earlier releases had one queue.
   * Workers may do this concurrently. Returns the number of jobs.
   */
  async moveMisplaced(processes: readonly Pick<AnyProcess, 'name' | 'queue'>[]): Promise<number> {
    const homeOf = (job: QueuedJob<object>) => processes.find(({ name }) => name === job.name);
    let moved = 0;
    for (const name of queueNames) {
      const misplaced: QueuedJob<object>[] = [];
      for await (const jobs of this.pages(name, 'failed'))
        misplaced.push(...jobs.filter((job) => (homeOf(job)?.queue ?? name) !== name));
      for (const job of misplaced) {
        const id = job.id ?? '';
        // Another worker may have moved it.
        if (!(await this.queue(name).getJob(id))) continue;
        await this.addJobs(homeOf(job)!, [{ id, due: null, data: job.data }]);
        await this.queue(name).remove(id);
        moved++;
      }
    }
    return moved;
  }

  /** Removes and returns a failed job, unless it is running at the moment. */
  async drop(id: string): Promise<JobFailure | null> {
    const found = await this.findJob(id);
    if (!found) return null;
    const failure = await toFailure(...found);
    await found[1].remove();
    return failure;
  }

  /** Services interrupt their work later, and a worker must not start an interrupted job again. */
  onModuleDestroy() {
    void this.closeWorkers();
  }

  async beforeApplicationShutdown() {
    // Without Redis, closing a worker would wait forever. An interrupted job runs again.
    await Promise.race([
      this.closeWorkers(),
      delay(SHUTDOWN_TIMEOUT_MS, undefined, { ref: false }),
    ]);
  }

  async onApplicationShutdown() {
    for (const connection of this.connections) connection.disconnect();
    await Promise.all([...this.queues.values()].map((jobQueue) => jobQueue.close()));
  }

  private closeWorkers(): Promise<unknown> {
    return (this.workersClosed ??= Promise.all(this.workers.map((worker) => worker.close())));
  }

  /** @throws StoreUnavailable while Redis is down, because its client would wait instead */
  private queue(name: QueueName): Queue<object> {
    if (this.isLost) throw new StoreUnavailable('Redis');
    return this.queues.get(name)!;
  }

  /** Yields the oldest jobs first, so that new failures do not shift the pages. */
  private async *pages(
    name: QueueName,
    state: 'failed' | 'delayed',
  ): AsyncIterable<QueuedJob<object>[]> {
    for (let start = 0; ; start += PAGE_SIZE) {
      const jobs = await this.queue(name).getJobs(state, start, start + PAGE_SIZE - 1, true);
      // A job may have been removed since its id was read.
      if (jobs.length > 0) yield jobs.filter(Boolean);
      if (jobs.length < PAGE_SIZE) return;
    }
  }

  private async findJob(id: string): Promise<[QueueName, QueuedJob<object>] | null> {
    for (const name of queueNames) {
      const job = await this.queue(name).getJob(id);
      if (job && isSingleFailure(job) && !(await job.isActive())) return [name, job];
    }
    return null;
  }

  private async runNowById(queue: QueueName, id: string) {
    const job = await this.queue(queue).getJob(id);
    if (!job || (queue === 'emails' && (await hasFailedRecently(job)))) return;
    await startNow(job);
  }

  private createConnection(): Redis {
    const connection = new Redis(this.config.REDIS_URL, {
      maxRetriesPerRequest: null,
      socketTimeout: SILENCE_TIMEOUT_MS,
    });
    connection.on('error', () => undefined);
    this.connections.push(connection);
    return connection;
  }
}

/** Another worker may start or remove the job at the same time. */
const startNow = async (
  job: QueuedJob<object>,
  options: Parameters<QueuedJob['retry']>[1] = {},
): Promise<void> => {
  const isFailed = await job.isFailed();
  if (!isFailed && !(await job.isDelayed())) return;
  try {
    await (isFailed ? job.retry('failed', options) : job.promote());
  } catch (error) {
    if (await (isFailed ? job.isFailed() : job.isDelayed())) throw error;
  }
};

const hasFailedRecently = async (job: QueuedJob<object>): Promise<boolean> =>
  (job.finishedOn ?? 0) > Date.now() - FAILED_EMAIL_PAUSE_MS && (await job.isFailed());

/** The jobs of a failed group are requeued individually. */
const isSingleFailure = ({ attemptsMade, data }: QueuedJob<object>): boolean =>
  attemptsMade > 0 && !('together' in data);

const toFailure = async (queue: QueueName, job: QueuedJob<object>): Promise<JobFailure> => {
  const lastTried = job.processedOn ?? job.timestamp;
  const isFinal = await job.isFailed();
  return {
    id: job.id ?? '',
    process: job.name,
    queue,
    attempts: job.attemptsMade,
    reason: job.failedReason ?? '',
    lastTriedAt: new Date(lastTried).toISOString(),
    retryAt: isFinal ? null : new Date(lastTried + job.delay).toISOString(),
    data: job.data,
  };
};
