import { Inject, Injectable, Logger, type BeforeApplicationShutdown, type OnApplicationShutdown } from '@nestjs/common';
import { type Job, Queue, type WorkerOptions, Worker } from 'bullmq';
import { Redis } from 'ioredis';
import { setTimeout as delay } from 'node:timers/promises';
import { CONFIG, type Config } from '../config.js';
import { Clock } from '../kernel/clock.js';
import type { Deadline } from './deadlines.js';

export const DEADLINES = 'deadlines';

const ATTEMPTS = 12;
const FIRST_PAUSE_MS = 1_000;
const KEPT_FAILURES = 1_000;
const AT_ONCE = 16;
const ADDED_TOGETHER = 500;
const FINISH_WITHIN_MS = 3_000;

/** The queues. A job's id is the deadline's, so that queueing it again changes nothing. */
@Injectable()
export class Queues implements BeforeApplicationShutdown, OnApplicationShutdown {
  readonly deadlines: Queue<Deadline>;
  private readonly logger = new Logger('jobs');
  private readonly connections: Redis[] = [];
  private readonly workers: Worker[] = [];

  constructor(
    @Inject(CONFIG) private readonly config: Config,
    private readonly clock: Clock,
  ) {
    this.deadlines = new Queue<Deadline>(DEADLINES, {
      connection: this.connect(),
      prefix: `${config.REDIS_PREFIX}:jobs`,
    });
    this.deadlines.on('error', () => undefined);
  }

  /** Called whenever Redis is there again: it may have come back empty. */
  onReconnect(act: () => void) {
    this.connections[0]!.on('ready', act);
  }

  async schedule(deadlines: readonly Deadline[]): Promise<void> {
    for (let from = 0; from < deadlines.length; from += ADDED_TOGETHER) {
      const jobs = deadlines.slice(from, from + ADDED_TOGETHER).map((deadline) => ({
        name: deadline.kind,
        data: deadline,
        opts: {
          jobId: deadline.id,
          delay: Math.max(0, Date.parse(deadline.due) - this.clock.now()),
          attempts: ATTEMPTS,
          backoff: { type: 'exponential', delay: FIRST_PAUSE_MS },
          removeOnComplete: true,
          removeOnFail: { count: KEPT_FAILURES },
        },
      }));
      await this.deadlines.addBulk(jobs);
    }
  }

  /** Runs a job that is due now, whatever delay it was queued with; queues it where it is missing. */
  async runNow(deadline: Deadline): Promise<void> {
    const job = await this.deadlines.getJob(deadline.id);
    if (!job) return this.schedule([deadline]);
    if (await job.isDelayed()) await job.promote();
    else if (await job.isFailed()) await job.retry();
  }

  work(handle: (deadline: Deadline) => Promise<void>) {
    const options: WorkerOptions = {
      connection: this.connect(),
      prefix: `${this.config.REDIS_PREFIX}:jobs`,
      concurrency: AT_ONCE,
    };
    const worker = new Worker<Deadline>(DEADLINES, (job: Job<Deadline>) => handle(job.data), options);
    worker.on('error', () => undefined);
    worker.on('failed', (job, error) => this.logger.warn(`${job?.id ?? 'a job'} failed: ${error.message}`));
    this.workers.push(worker);
  }

  async beforeApplicationShutdown() {
    const finished = Promise.all(this.workers.map((worker) => worker.close()));
    // Without Redis a worker would wait for it for ever; a job that is cut off runs again.
    await Promise.race([finished, delay(FINISH_WITHIN_MS, undefined, { ref: false })]);
  }

  async onApplicationShutdown() {
    for (const connection of this.connections) connection.disconnect();
    await this.deadlines.close();
  }

  private connect(): Redis {
    const connection = new Redis(this.config.REDIS_URL, { maxRetriesPerRequest: null });
    connection.on('error', () => undefined);
    this.connections.push(connection);
    return connection;
  }
}
