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

const ATTEMPTS = 12;
const FIRST_PAUSE_MS = 1_000;
const KEPT_FAILURES = 1_000;
const AT_ONCE = 16;
const ADDED_TOGETHER = 500;
/** The most jobs of one process in one queue entry. They run concurrently. */
const TRAVEL_TOGETHER = 50;
/** The length at which the log reader pauses; 14 MB if each entry has fifty jobs. */
const MOST_WAITING = 1_000;
const FINISH_WITHIN_MS = 3_000;
/** Jobs of a killed worker restart on another one after one to one and a half times this. */
const TAKEN_UP_AFTER_MS = 10_000;

const retried = {
  attempts: ATTEMPTS,
  backoff: { type: 'exponential', delay: FIRST_PAUSE_MS },
  removeOnComplete: true,
  removeOnFail: { count: KEPT_FAILURES },
} as const;

type Together = Readonly<{ together: readonly Pick<Job, 'id' | 'data'>[] }>;

/** The job queues. A job's id identifies it, so queueing it twice changes nothing. */
@Injectable()
export class Queues implements BeforeApplicationShutdown, OnApplicationShutdown {
  private readonly logger = new Logger('processes');
  private readonly connections: Redis[] = [];
  private readonly workers: Worker[] = [];
  private readonly prefix: string;
  private readonly queues: ReadonlyMap<QueueName, Queue<object>>;
  private readonly inTurn = pLimit(AT_ONCE);

  constructor(
    @Inject(CONFIG) private readonly config: Config,
    private readonly clock: Clock,
  ) {
    // Braces keep all keys of the queues on one node of a Redis cluster.
    this.prefix = `{${config.REDIS_PREFIX}:jobs}`;
    const connection = this.connect();
    this.queues = new Map(
      queueNames.map((name) => {
        const queue = new Queue<object>(name, { connection, prefix: this.prefix });
        return [name, queue.on('error', () => undefined)];
      }),
    );
  }

  /** Calls back when Redis reconnects: it may have lost its data. */
  onReconnect(act: () => void) {
    this.connections[0]!.on('ready', act);
  }

  /** Queues jobs until they are due; jobs already queued remain unchanged. */
  async add(
    { name, queue }: Pick<AnyProcess, 'name' | 'queue'>,
    jobs: readonly Job[],
  ): Promise<void> {
    const now = this.clock.now();
    for (let from = 0; from < jobs.length; from += ADDED_TOGETHER)
      await this.queue(queue).addBulk(
        jobs.slice(from, from + ADDED_TOGETHER).map(({ id, due, data }) => ({
          name,
          data,
          opts: {
            ...retried,
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
    if (jobs.length < 2) return this.add(process, jobs);
    const groups = [];
    for (let from = 0; from < jobs.length; from += TRAVEL_TOGETHER)
      groups.push(jobs.slice(from, from + TRAVEL_TOGETHER));
    await this.queue(process.queue).addBulk(
      groups.map((group) => ({
        name: process.name,
        data: { together: group.map(({ id, data }) => ({ id, data })) },
        opts: { ...retried, jobId: `${group.length}-from-${group[0]!.id}` },
      })),
    );
  }

  /** Runs due jobs immediately, regardless of their delay and failures. */
  async runNow(process: Pick<AnyProcess, 'name' | 'queue'>, jobs: readonly Job[]): Promise<void> {
    await this.add(process, jobs);
    await Promise.all(jobs.map(({ id }) => this.inTurn(() => this.wake(process.queue, id))));
  }

  /** Processes the jobs of a queue concurrently and retries failures with growing delays. */
  work(name: QueueName, handle: (process: string, id: string, data: object) => Promise<unknown>) {
    const options = {
      connection: this.connect(),
      prefix: this.prefix,
      concurrency: AT_ONCE,
      lockDuration: TAKEN_UP_AFTER_MS,
      stalledInterval: TAKEN_UP_AFTER_MS / 2,
      // Jobs are repeatable, so a job whose workers died must not fail.
      maxStalledCount: ATTEMPTS,
    };
    const inTurn = pLimit(AT_ONCE);
    const carryOut = async (process: string, jobs: Together['together']) => {
      const ended = await Promise.allSettled(
        jobs.map(({ id, data }) => inTurn(() => handle(process, id, data))),
      );
      const failed = jobs.filter((_, index) => ended[index]!.status === 'rejected');
      await this.add(
        { name: process, queue: name },
        failed.map(({ id, data }) => ({ id, due: null, data })),
      );
    };
    const worker = new Worker<object>(
      name,
      (job) => {
        const { together } = job.data as Partial<Together>;
        return together
          ? carryOut(job.name, together)
          : inTurn(() => handle(job.name, job.id ?? '', job.data));
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
  async counts(): Promise<ReadonlyMap<QueueName, Record<string, number>>> {
    const states = ['waiting', 'active', 'delayed', 'failed'] as const;
    const counted = [...this.queues].map(
      async ([name, queue]) => [name, await queue.getJobCounts(...states)] as const,
    );
    return new Map(await Promise.all(counted));
  }

  /** Whether more jobs wait than the queue should hold. */
  async isFull(name: QueueName): Promise<boolean> {
    return (await this.queue(name).getWaitingCount()) > MOST_WAITING;
  }

  async beforeApplicationShutdown() {
    const finished = Promise.all(this.workers.map((worker) => worker.close()));
    // Without Redis, a worker would wait forever; an interrupted job runs again.
    await Promise.race([finished, delay(FINISH_WITHIN_MS, undefined, { ref: false })]);
  }

  async onApplicationShutdown() {
    for (const connection of this.connections) connection.disconnect();
    await Promise.all([...this.queues.values()].map((queue) => queue.close()));
  }

  private queue(name: QueueName): Queue<object> {
    return this.queues.get(name)!;
  }

  private async wake(queue: QueueName, id: string) {
    const job = await this.queue(queue).getJob(id);
    if (await job?.isDelayed()) await job!.promote();
    else if (await job?.isFailed()) await job!.retry();
  }

  private connect(): Redis {
    const connection = new Redis(this.config.REDIS_URL, { maxRetriesPerRequest: null });
    connection.on('error', () => undefined);
    this.connections.push(connection);
    return connection;
  }
}
