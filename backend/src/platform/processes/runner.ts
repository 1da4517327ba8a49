import {
  type BeforeApplicationShutdown,
  Inject,
  Injectable,
  Logger,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { setTimeout as delay } from 'node:timers/promises';
import { CONFIG, type Config } from '../../config.js';
import { Clock } from '../kernel/clock.js';
import { EventCodec, type UnreadableEvent } from '../kernel/codec.js';
import { systemContext } from '../kernel/context.js';
import { EVENT_SETS, type EventSet, type RecordedEvent } from '../kernel/events.js';
import { MINUTE_MS } from '../kernel/local-time.js';
import type { ReadModel } from '../projections/projection.js';
import { ReadModels } from '../projections/read-models.js';
import { EventStore } from '../stores/event-store.js';
import { Mongo } from '../stores/mongo.js';
import { RedisClient } from '../stores/redis.js';
import { type AnyProcess, type Job, PROCESSES, type QueueName, queueNames } from './process.js';
import { Queues } from './queues.js';
import { RedisLease } from './redis-lease.js';

type ProcessPosition = { _id: string; position: string };

const POSITION_ID = 'processes';
const BATCH_SIZE = 500;
/** Later jobs are not queued; a sweep finds them in time. */
const SOON_MS = 30 * MINUTE_MS;
const SWEEP_EVERY_MS = 2 * MINUTE_MS;
const RENEW_EVERY_MS = 3_000;
const PAUSE_MS = 1_000;
/** Jobs from events wait this long, so they can be queued in groups. */
const LINGER_MS = 50;

/**
 * Runs the process managers of all slices. Every worker takes jobs from the queues; one of them,
 * under a lease, follows the log and queues the jobs of each event. At startup, every two minutes,
 * and when Redis reconnects, it also derives jobs from the read models, which recovers lost jobs.
 * Queueing a job twice changes nothing.
 */
@Injectable()
export class ProcessRunner implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly logger = new Logger('processes');
  private readonly stopController = new AbortController();
  private readonly runnerLease: RedisLease;
  private roundController = new AbortController();
  private runTask: Promise<void> = Promise.resolve();

  constructor(
    private readonly eventStore: EventStore,
    private readonly eventCodec: EventCodec,
    private readonly mongoStore: Mongo,
    private readonly readModels: ReadModels,
    private readonly queues: Queues,
    private readonly clock: Clock,
    private readonly commandBus: CommandBus,
    redisClient: RedisClient,
    @Inject(PROCESSES) private readonly processes: readonly AnyProcess[],
    @Inject(EVENT_SETS) private readonly eventSets: readonly EventSet[],
    @Inject(CONFIG) private readonly config: Config,
  ) {
    this.runnerLease = new RedisLease(
      redisClient.commands,
      `${redisClient.keyPrefix}:lease:${POSITION_ID}`,
    );
  }

  onApplicationBootstrap() {
    if (!this.config.ROLES.includes('worker')) return;
    for (const queue of queueNames) this.queues.processJobs(queue, (...job) => this.runJob(...job));
    // Redis may have lost its data, so the next lease holder sweeps immediately.
    this.queues.onReconnect(() => this.roundController.abort());
    this.runTask = this.run();
  }

  async beforeApplicationShutdown() {
    this.stopController.abort();
    this.roundController.abort();
    await this.runTask;
    await this.runnerLease.release().catch(() => undefined);
  }

  /**
   * Queues the pending work of the read models: overdue jobs now, and upcoming ones with a delay.
   */
  async sweep(): Promise<void> {
    for (const process of this.processes) {
      if (!process.sweep) continue;
      const { readModel, filters, fields, jobs } = process.sweep;
      const projection = Object.fromEntries(fields.map((field) => [field, 1]));
      const now = this.clock.instant();
      const until = new Date(Date.parse(now) + SOON_MS).toISOString();
      // An overdue job without a due time was queued before: run it now, no matter how often it
      // failed.
      const markOverdue = (job: Job): Job => ({ ...job, due: job.due ?? now });
      for (const filter of filters(until))
        await this.readModels.walk(readModel as unknown as ReadModel, async (collection) => {
          let pendingJobs: Job[] = [];
          for await (const document of collection
            .find(filter)
            .project(projection)
            .batchSize(BATCH_SIZE)) {
            pendingJobs.push(...jobs(document as never).map(markOverdue));
            if (pendingJobs.length < BATCH_SIZE) continue;
            await this.queue(process, pendingJobs);
            pendingJobs = [];
          }
          await this.queue(process, pendingJobs);
        });
    }
  }

  /**
   * Queues the jobs of each event from the last position on, while this process holds the lease.
   * Waits while a queue is full.
   */
  async follow(abortSignal: AbortSignal): Promise<void> {
    const types = new Set(this.processes.flatMap(({ handles }) => handles));
    const categories = this.eventSets
      .filter(({ definitions }) => Object.keys(definitions).some((type) => types.has(type)))
      .flatMap((eventSet) => eventSet.categories);
    const positions = this.mongoStore.readModels.collection<ProcessPosition>('positions');
    const startPosition = (await positions.findOne({ _id: POSITION_ID }))?.position ?? null;
    for await (const { events } of this.eventStore.follow(
      categories,
      startPosition,
      BATCH_SIZE,
      abortSignal,
    )) {
      const decodedEvents = await this.eventCodec.decode(
        events.filter(({ type }) => types.has(type)),
      );
      const filledQueues = new Set<QueueName>();
      for (const process of this.processes) {
        const jobs = this.jobsOf(process, decodedEvents);
        // Jobs that a sweep may also find keep their own id, so they do not run twice concurrently.
        const runsAlone = ({ due }: Job) => process.sweep !== undefined || due !== null;
        await this.queue(process, jobs.filter(runsAlone));
        await this.queues.addTogether(
          process,
          jobs.filter((job) => !runsAlone(job)),
        );
        if (jobs.length > 0) filledQueues.add(process.queue);
      }
      const position = events.at(-1)?.position;
      if (position)
        await positions.replaceOne({ _id: POSITION_ID }, { position }, { upsert: true });
      // A full batch means that more events wait.
      if (events.length < BATCH_SIZE) await delay(LINGER_MS);
      // The log keeps what is not queued yet, and sweeps still find deadlines.
      for (const queue of filledQueues)
        while (await this.queues.isFull(queue))
          await delay(PAUSE_MS, undefined, { signal: abortSignal });
    }
  }

  private async run() {
    const { signal } = this.stopController;
    while (!signal.aborted) {
      this.roundController = new AbortController();
      try {
        if (await this.runnerLease.acquireOrRenew())
          await this.untilOneEnds(
            this.follow(this.roundController.signal),
            this.repeatEvery(SWEEP_EVERY_MS, () => this.sweep()),
            this.keepLease(),
          );
      } catch (error) {
        if (!signal.aborted) this.logger.warn(`following the log again: ${String(error)}`);
      }
      await delay(PAUSE_MS, undefined, { signal }).catch(() => undefined);
    }
  }

  private async untilOneEnds(...loops: Promise<void>[]) {
    const results = await Promise.allSettled(
      loops.map((loop) => loop.finally(() => this.roundController.abort())),
    );
    const failure = results.find(
      (result) => result.status === 'rejected' && (result.reason as Error).name !== 'AbortError',
    );
    if (failure?.status === 'rejected') throw failure.reason;
  }

  private async keepLease() {
    while (await this.runnerLease.acquireOrRenew())
      await delay(RENEW_EVERY_MS, undefined, { signal: this.roundController.signal });
  }

  private async repeatEvery(intervalMs: number, work: () => Promise<void>) {
    for (;;) {
      await work();
      await delay(intervalMs, undefined, { signal: this.roundController.signal });
    }
  }

  private jobsOf(
    { handles, react }: AnyProcess,
    events: readonly (RecordedEvent | UnreadableEvent)[],
  ): Job[] {
    return events.flatMap((event) => {
      if (!('unreadable' in event))
        return handles.includes(event.type) ? react(event as never) : [];
      // The read model parks the stream and reports it; a sweep finds its pending work.
      this.logger.error({ stream: event.stream, event: event.id, unreadable: event.unreadable });
      return [];
    });
  }

  private async queue(process: AnyProcess, jobs: readonly Job[]) {
    const now = this.clock.now();
    const soonJobs = jobs.filter(({ due }) => due === null || Date.parse(due) <= now + SOON_MS);
    const isOverdue = ({ due }: Job) => due !== null && Date.parse(due) <= now;
    await this.queues.addJobs(
      process,
      soonJobs.filter((job) => !isOverdue(job)),
    );
    await this.queues.runNow(process, soonJobs.filter(isOverdue));
  }

  private async runJob(processName: string, jobId: string, data: object): Promise<void> {
    const process = this.processes.find(({ name }) => name === processName);
    if (!process) throw new Error(`unknown process ${processName}`);
    await this.commandBus.execute(
      process.command(data as never, systemContext(jobId, this.clock.instant())),
    );
  }
}
