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

type Position = { _id: string; position: string };

const NAME = 'processes';
const BATCH = 500;
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
  private readonly stopping = new AbortController();
  private readonly lease: RedisLease;
  private round = new AbortController();
  private work: Promise<void> = Promise.resolve();

  constructor(
    private readonly store: EventStore,
    private readonly codec: EventCodec,
    private readonly mongo: Mongo,
    private readonly readModels: ReadModels,
    private readonly queues: Queues,
    private readonly clock: Clock,
    private readonly commands: CommandBus,
    redis: RedisClient,
    @Inject(PROCESSES) private readonly processes: readonly AnyProcess[],
    @Inject(EVENT_SETS) private readonly sets: readonly EventSet[],
    @Inject(CONFIG) private readonly config: Config,
  ) {
    this.lease = new RedisLease(redis.commands, `${redis.prefix}:lease:${NAME}`);
  }

  onApplicationBootstrap() {
    if (!this.config.ROLES.includes('worker')) return;
    for (const queue of queueNames) this.queues.work(queue, (...job) => this.execute(...job));
    // Redis may have lost its data, so the next lease holder sweeps immediately.
    this.queues.onReconnect(() => this.round.abort());
    this.work = this.run();
  }

  async beforeApplicationShutdown() {
    this.stopping.abort();
    this.round.abort();
    await this.work;
    await this.lease.release().catch(() => undefined);
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
      // An overdue job without a due time was queued before: run it now, however often it failed.
      const overdue = (job: Job): Job => ({ ...job, due: job.due ?? now });
      for (const filter of filters(until))
        await this.readModels.walk(readModel as unknown as ReadModel, async (collection) => {
          let found: Job[] = [];
          for await (const document of collection
            .find(filter)
            .project(projection)
            .batchSize(BATCH)) {
            found.push(...jobs(document as never).map(overdue));
            if (found.length < BATCH) continue;
            await this.queue(process, found);
            found = [];
          }
          await this.queue(process, found);
        });
    }
  }

  /**
   * Queues the jobs of each event from the last position on, while this process holds the lease.
   * Waits while a queue is full.
   */
  async follow(signal: AbortSignal): Promise<void> {
    const types = new Set(this.processes.flatMap(({ handles }) => handles));
    const categories = this.sets
      .filter(({ definitions }) => Object.keys(definitions).some((type) => types.has(type)))
      .flatMap((set) => set.categories);
    const positions = this.mongo.readModels.collection<Position>('positions');
    const from = (await positions.findOne({ _id: NAME }))?.position ?? null;
    for await (const { events } of this.store.follow(categories, from, BATCH, signal)) {
      const handled = await this.codec.decode(events.filter(({ type }) => types.has(type)));
      const filled = new Set<QueueName>();
      for (const process of this.processes) {
        const jobs = this.jobsOf(process, handled);
        // Jobs that a sweep may also find keep their own id, so they do not run twice concurrently.
        const isAlone = ({ due }: Job) => process.sweep !== undefined || due !== null;
        await this.queue(process, jobs.filter(isAlone));
        await this.queues.addTogether(
          process,
          jobs.filter((job) => !isAlone(job)),
        );
        if (jobs.length > 0) filled.add(process.queue);
      }
      const position = events.at(-1)?.position;
      if (position) await positions.replaceOne({ _id: NAME }, { position }, { upsert: true });
      // A full batch means that more events wait.
      if (events.length < BATCH) await delay(LINGER_MS);
      // The log keeps what is not queued yet, and sweeps still find deadlines.
      for (const queue of filled)
        while (await this.queues.isFull(queue)) await delay(PAUSE_MS, undefined, { signal });
    }
  }

  private async run() {
    const { signal } = this.stopping;
    while (!signal.aborted) {
      this.round = new AbortController();
      try {
        if (await this.lease.acquireOrRenew())
          await this.untilOneEnds(
            this.follow(this.round.signal),
            this.every(SWEEP_EVERY_MS, () => this.sweep()),
            this.keepLease(),
          );
      } catch (error) {
        if (!signal.aborted) this.logger.warn(`following the log again: ${String(error)}`);
      }
      await delay(PAUSE_MS, undefined, { signal }).catch(() => undefined);
    }
  }

  private async untilOneEnds(...parts: Promise<void>[]) {
    const ended = await Promise.allSettled(
      parts.map((part) => part.finally(() => this.round.abort())),
    );
    const failed = ended.find(
      (part) => part.status === 'rejected' && (part.reason as Error).name !== 'AbortError',
    );
    if (failed?.status === 'rejected') throw failed.reason;
  }

  private async keepLease() {
    while (await this.lease.acquireOrRenew())
      await delay(RENEW_EVERY_MS, undefined, { signal: this.round.signal });
  }

  private async every(pauseMs: number, act: () => Promise<void>) {
    for (;;) {
      await act();
      await delay(pauseMs, undefined, { signal: this.round.signal });
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
    const soon = jobs.filter(({ due }) => due === null || Date.parse(due) <= now + SOON_MS);
    const isOverdue = ({ due }: Job) => due !== null && Date.parse(due) <= now;
    await this.queues.add(
      process,
      soon.filter((job) => !isOverdue(job)),
    );
    await this.queues.runNow(process, soon.filter(isOverdue));
  }

  private async execute(name: string, id: string, data: object): Promise<void> {
    const process = this.processes.find((one) => one.name === name);
    if (!process) throw new Error(`unknown process ${name}`);
    await this.commands.execute(
      process.command(data as never, systemContext(id, this.clock.instant())),
    );
  }
}
