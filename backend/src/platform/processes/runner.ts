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
/** What is due later stays out of the queues: the sweep finds it in time. */
const SOON_MS = 30 * MINUTE_MS;
const SWEEP_EVERY_MS = 2 * MINUTE_MS;
const RENEW_EVERY_MS = 3_000;
const PAUSE_MS = 1_000;
/** Jobs that follow from events may wait this long to be queued a few at a time. */
const LINGER_MS = 50;

/**
 * Runs the process managers of all slices. Every worker takes jobs from the queues; one of them at a time, under a lease,
 * follows the log and queues what each event brings. At start, every two minutes and whenever Redis comes back it also
 * derives from the read models what is due soon or overdue, so that lost jobs, downtime and a moved clock mend themselves.
 * Doing either twice changes nothing.
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
    // Redis may have come back empty: whoever gets the lease sweeps at once.
    this.queues.onReconnect(() => this.round.abort());
    this.work = this.run();
  }

  async beforeApplicationShutdown() {
    this.stopping.abort();
    this.round.abort();
    await this.work;
    await this.lease.release().catch(() => undefined);
  }

  /** Queues what the read models still wait for: what is due soon until then, and what is overdue at once. */
  async sweep(): Promise<void> {
    for (const process of this.processes) {
      if (!process.sweep) continue;
      const { readModel, filters, fields, jobs } = process.sweep;
      const projection = Object.fromEntries(fields.map((field) => [field, 1]));
      const now = this.clock.instant();
      const until = new Date(Date.parse(now) + SOON_MS).toISOString();
      // What still waits to be done at once has been queued before: it is done now, however often it has failed.
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
   * Queues what each event of the log brings, from where it was left, until it is told to stop: one process at a time has the
   * lease for it. It waits while a queue is full.
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
        // What the sweep may find as well keeps an id of its own in the queue, so that it is not carried out twice at once.
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
      // A full batch is not the last one: more waits already.
      if (events.length < BATCH) await delay(LINGER_MS);
      // What is not queued yet is kept by the log, where it takes no memory; the sweep finds deadlines meanwhile.
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
        if (!signal.aborted) this.logger.warn(`trying again: ${String(error)}`);
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
      // Its read model parks the stream and shows it to operators; what it waits for comes with the sweep.
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
    if (!process) throw new Error(`this program knows no process ${name}`);
    await this.commands.execute(
      process.command(data as never, systemContext(id, this.clock.instant())),
    );
  }
}
