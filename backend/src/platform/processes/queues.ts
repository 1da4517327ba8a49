import {
  type BeforeApplicationShutdown,
  Inject,
  Injectable,
  Logger,
  type OnApplicationShutdown,
} from '@nestjs/common';
import { Queue, Worker } from 'bullmq';
import { Redis } from 'ioredis';
import pLimit from 'p-limit';
import { setTimeout as delay } from 'node:timers/promises';
import { CONFIG, type Config } from '../../config.js';
import { Clock } from '../kernel/clock.js';
import { type AnyProcess, type Job, type QueueName, queueNames } from './process.js';

const MAX_ATTEMPTS = 12;
const FIRST_PAUSE_MS = 1_000;
const MAX_KEPT_FAILURES = 1_000;
const MAX_CONCURRENT = 16;
const ADD_BATCH_SIZE = 500;
/** The most jobs of one process in one queue entry. They run concurrently. */
const MAX_GROUP_SIZE = 50;
/** The length at which the log reader pauses; 14 MB if each entry has fifty jobs. */
const MAX_WAITING = 1_000;
const SHUTDOWN_TIMEOUT_MS = 3_000;
/** Jobs of a killed worker restart on another one after one to one and a half times this. */
const STALLED_AFTER_MS = 10_000;

const retryOptions = {
  attempts: MAX_ATTEMPTS,
  backoff: { type: 'exponential', delay: FIRST_PAUSE_MS },
  removeOnComplete: true,
  removeOnFail: { count: MAX_KEPT_FAILURES },
} as const;

type JobGroup = Readonly<{ together: readonly Pick<Job, 'id' | 'data'>[] }>;

/** The job queues. A job's id identifies it, so queueing it twice changes nothing. */
@Injectable()
export class Queues implements BeforeApplicationShutdown, OnApplicationShutdown {
  private readonly logger = new Logger('processes');
  private readonly connections: Redis[] = [];
  private readonly workers: Worker[] = [];
  private readonly keyPrefix: string;
  private readonly queues: ReadonlyMap<QueueName, Queue<object>>;
  private readonly addLimit = pLimit(MAX_CONCURRENT);

  constructor(
    @Inject(CONFIG) private readonly config: Config,
    private readonly clock: Clock,
  ) {
    // Braces keep all keys of the queues on one node of a Redis cluster.
    this.keyPrefix = `{${config.REDIS_PREFIX}:jobs}`;
    const connection = this.createConnection();
    this.queues = new Map(
      queueNames.map((name) => {
        const jobQueue = new Queue<object>(name, { connection, prefix: this.keyPrefix });
        return [name, jobQueue.on('error', () => undefined)];
      }),
    );
  }

  /** Calls back when Redis reconnects: it may have lost its data. */
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
   * Queues due jobs in groups of up to fifty, because each entry costs several Redis calls. Failed
   * jobs are queued and retried alone. A job that is also queued elsewhere may run twice.
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

  /** Runs due jobs immediately, regardless of their delay and failures. */
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
      concurrency: MAX_CONCURRENT,
      lockDuration: STALLED_AFTER_MS,
      stalledInterval: STALLED_AFTER_MS / 2,
      // Jobs are repeatable, so a job whose workers died must not fail.
      maxStalledCount: MAX_ATTEMPTS,
    };
    const groupLimit = pLimit(MAX_CONCURRENT);
    const runGroup = async (process: string, jobs: JobGroup['together']) => {
      const jobResults = await Promise.allSettled(
        jobs.map(({ id, data }) => groupLimit(() => runJob(process, id, data))),
      );
      const failedJobs = jobs.filter((_, index) => jobResults[index]!.status === 'rejected');
      await this.addJobs(
        { name: process, queue: name },
        failedJobs.map(({ id, data }) => ({ id, due: null, data })),
      );
    };
    const worker = new Worker<object>(
      name,
      (job) => {
        const { together } = job.data as Partial<JobGroup>;
        return together
          ? runGroup(job.name, together)
          : groupLimit(() => runJob(job.name, job.id ?? '', job.data));
      },
      options,
    );
    worker.on('error', () => undefined);
    worker.on('failed', (job, error) =>
      this.logger.warn({ queue: name, job: job?.id, error: error.message }),
    );
    this.workers.push(worker);
  }

  /** The number of jobs of each queue, by state. */
  async countJobs(): Promise<ReadonlyMap<QueueName, Record<string, number>>> {
    const states = ['waiting', 'active', 'delayed', 'failed'] as const;
    const jobCounts = [...this.queues].map(
      async ([name, jobQueue]) => [name, await jobQueue.getJobCounts(...states)] as const,
    );
    return new Map(await Promise.all(jobCounts));
  }

  /** Whether more jobs wait than the queue should hold. */
  async isFull(name: QueueName): Promise<boolean> {
    return (await this.queue(name).getWaitingCount()) > MAX_WAITING;
  }

  async beforeApplicationShutdown() {
    const workersClosed = Promise.all(this.workers.map((worker) => worker.close()));
    // Without Redis, a worker would wait forever; an interrupted job runs again.
    await Promise.race([workersClosed, delay(SHUTDOWN_TIMEOUT_MS, undefined, { ref: false })]);
  }

  async onApplicationShutdown() {
    for (const connection of this.connections) connection.disconnect();
    await Promise.all([...this.queues.values()].map((jobQueue) => jobQueue.close()));
  }

  private queue(name: QueueName): Queue<object> {
    return this.queues.get(name)!;
  }

  private async runNowById(queue: QueueName, id: string) {
    const job = await this.queue(queue).getJob(id);
    if (await job?.isDelayed()) await job!.promote();
    else if (await job?.isFailed()) await job!.retry();
  }

  private createConnection(): Redis {
    const connection = new Redis(this.config.REDIS_URL, { maxRetriesPerRequest: null });
    connection.on('error', () => undefined);
    this.connections.push(connection);
    return connection;
  }
}
