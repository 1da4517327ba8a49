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
import { LogFeed, LogReplaced } from '../kernel/log-feed.js';
import { EMAIL_PREFERENCES, type EmailPreferences } from '../mail/email-preferences.js';
import type { ReadModel } from '../projections/projection.js';
import { ReadModels } from '../projections/read-models.js';
import { mailCount, processFailureCount } from '../stores/metrics.js';
import { RedisClient } from '../stores/redis.js';
import type { StoredEvent } from '../stores/stored-event.js';
import { ZoneDataCheck } from '../zone-data/zone-data-check.service.js';
import { type AnyProcess, type Job, PROCESSES, UNKNOWN_PROCESS, queueNames } from './process.js';
import { PendingJobs } from './pending-jobs.service.js';
import { ProcessPositions } from './positions.service.js';
import { type JobFailure, Queues } from './queues.js';
import { reactTo } from './reactions.js';
import { RedisLease } from './redis-lease.js';

const BATCH_SIZE = 500;
/** Later jobs are not queued; a sweep finds them in time. */
const SOON_MS = 30 * MINUTE_MS;
const SWEEP_EVERY_MS = 2 * MINUTE_MS;
/** Longer than fifty emails take if the mail server never responds. */
const LONGEST_GROUP_MS = 15 * MINUTE_MS;
const RENEW_EVERY_MS = 3_000;
const PAUSE_MS = 1_000;
const MAX_PAUSE_MS = MINUTE_MS;
/** The log counts as replaced after this many attempts, in seven seconds. */
const REPLACED_ATTEMPTS = 3;
/** Jobs from events wait this long, so they can be queued in groups. */
const LINGER_MS = 50;

/** Ends the turn of a process, so that a worker of a newer release can take the next one. */
class NewerEvent extends Error {}

type DecodedEvent = RecordedEvent | UnreadableEvent;

/**
 * Runs the process managers of all slices. Every worker takes jobs from the queues. Each process
 * manager has its own lease, position, and retries, so one that fails stops no other. The worker
 * that holds the lease follows the log and queues the jobs of each event; at the start of its turn,
 * every two minutes, and when Redis reconnects, it also derives jobs from the read models, which
 * recovers lost jobs. Queueing a job twice changes nothing.
 */
@Injectable()
export class ProcessRunner implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly logger = new Logger('processes');
  private readonly stopController = new AbortController();
  /** Events that several processes handle are decoded once. */
  private readonly decodedEvents = new WeakMap<StoredEvent, Promise<DecodedEvent>>();
  private readonly knownTypes: ReadonlySet<string>;
  private turnsController = new AbortController();
  private turns: readonly Promise<void>[] = [];

  constructor(
    private readonly logFeed: LogFeed,
    private readonly eventCodec: EventCodec,
    private readonly readModels: ReadModels,
    private readonly positions: ProcessPositions,
    private readonly pendingJobs: PendingJobs,
    private readonly queues: Queues,
    private readonly clock: Clock,
    private readonly commandBus: CommandBus,
    private readonly redisClient: RedisClient,
    private readonly zoneDataCheck: ZoneDataCheck,
    @Inject(EMAIL_PREFERENCES) private readonly emailPreferences: EmailPreferences,
    @Inject(PROCESSES) private readonly processes: readonly AnyProcess[],
    @Inject(EVENT_SETS) private readonly eventSets: readonly EventSet[],
    @Inject(CONFIG) private readonly config: Config,
  ) {
    this.knownTypes = new Set(eventSets.flatMap(({ definitions }) => Object.keys(definitions)));
  }

  onApplicationBootstrap() {
    if (this.config.ROLES.includes('worker')) this.zoneDataCheck.whenCurrent(() => this.start());
  }

  private start() {
    for (const queue of queueNames) this.queues.processJobs(queue, (...job) => this.runJob(...job));
    void this.recoverJobs();
    // Redis may have lost its data, so the next holders of the leases sweep immediately.
    this.queues.onReconnect(() => this.restartTurns());
    this.turns = this.processes.map((process) => this.run(process));
  }

  async beforeApplicationShutdown() {
    this.stopController.abort();
    this.turnsController.abort();
    await Promise.all(this.turns);
  }

  /**
   * Queues the pending work of the read models: overdue jobs now, and upcoming ones with a delay.
   */
  async sweep(): Promise<void> {
    for (const process of this.processes) await this.sweepProcess(process);
  }

  /** Follows the log for all processes, without leases, until the signal aborts. */
  async follow(abortSignal: AbortSignal): Promise<void> {
    await Promise.all(
      this.processes
        .filter(({ handles }) => handles.length > 0)
        .map((process) => this.followLog(process, abortSignal, () => undefined)),
    );
  }

  /**
   * Queues the jobs of an event that was set aside, no matter how old it is. Returns whether the
   * process handled it.
   */
  async retrySetAside(processName: string, stored: StoredEvent): Promise<boolean> {
    const process = this.processes.find(({ name }) => name === processName);
    if (!process) return false;
    const { jobs, setAside, newer } = reactTo(process, await this.eventCodec.decode([stored]));
    if (setAside.length > 0 || newer) return false;
    const wantedJobs = await this.omitUnwanted(process, jobs);
    await this.pendingJobs.add(process, wantedJobs);
    await this.queue(process, wantedJobs);
    return true;
  }

  /** Removes a failed job. A process with a sweep adds it again while its work is due. */
  async dropJob(jobId: string): Promise<boolean> {
    const dropped = await this.queues.drop(jobId);
    const process = this.processes.find(({ name }) => name === dropped?.process);
    if (process) await this.pendingJobs.remove(process, jobId);
    return dropped !== null;
  }

  /**
   * Runs the jobs that an earlier release could not run, for example after a rollback, or ran in
   * another queue. Without Redis, the next start of a worker does.
   */
  private async recoverJobs() {
    const wasUnknown = ({ process, reason }: JobFailure) =>
      reason.startsWith(UNKNOWN_PROCESS) && this.processes.some(({ name }) => name === process);
    try {
      const moved = await this.queues.moveMisplaced(this.processes);
      if (moved > 0) this.logger.log(`moved ${moved} failed jobs to the queues of their processes`);
      const retried = await this.queues.retryAll(wasUnknown);
      if (retried > 0) this.logger.log(`retried ${retried} jobs that an earlier release left`);
    } catch (error) {
      this.logger.warn(`failed jobs of an earlier release wait: ${String(error)}`);
    }
  }

  private restartTurns() {
    this.turnsController.abort();
    this.turnsController = new AbortController();
  }

  private async run(process: AnyProcess) {
    const { signal } = this.stopController;
    const leaseKey = `${this.redisClient.keyPrefix}:lease:process.${process.name}`;
    const lease = new RedisLease(this.redisClient.commands, leaseKey);
    let failures = 0;
    while (!signal.aborted) {
      try {
        if (await lease.acquireOrRenew()) {
          await this.takeTurn(process, lease, () => (failures = 0));
          await lease.release();
        } else failures = 0;
      } catch (error) {
        if (!signal.aborted) this.reportFailure(process, error, failures++);
        // A replica may lag behind for a moment. Repeated jobs change nothing; skipped jobs are
        // lost.
        if (error instanceof LogReplaced && failures >= REPLACED_ATTEMPTS)
          this.positions.advance(process.name, null);
        // Another worker, perhaps of a newer release, takes the next turn.
        await lease.release().catch(() => undefined);
      }
      const pauseMs = Math.min(PAUSE_MS * 2 ** failures, MAX_PAUSE_MS);
      const resumed = AbortSignal.any([signal, this.turnsController.signal]);
      await delay(pauseMs, undefined, { signal: resumed }).catch(() => undefined);
    }
  }

  /** Follows the log and sweeps while this process holds the lease. */
  private async takeTurn(process: AnyProcess, lease: RedisLease, onProgress: () => void) {
    const turn = new AbortController();
    const abortSignal = AbortSignal.any([
      turn.signal,
      this.turnsController.signal,
      this.stopController.signal,
    ]);
    const keepLease = async () => {
      while (await lease.acquireOrRenew())
        await delay(RENEW_EVERY_MS, undefined, { signal: abortSignal });
    };
    const loops = [keepLease(), this.sweepRepeatedly(process, abortSignal, onProgress)];
    if (process.handles.length > 0) loops.push(this.followLog(process, abortSignal, onProgress));
    const results = await Promise.allSettled(loops.map((loop) => loop.finally(() => turn.abort())));
    for (const result of results)
      if (result.status === 'rejected' && (result.reason as Error).name !== 'AbortError')
        throw result.reason;
  }

  /** Queues the jobs of each event after the last position. Waits while the queue is full. */
  private async followLog(process: AnyProcess, abortSignal: AbortSignal, onProgress: () => void) {
    const categories = this.eventSets
      .filter(({ definitions }) => process.handles.some((type) => definitions[type]))
      .flatMap((eventSet) => eventSet.categories);
    const start = await this.positions.positionOf(process.name);
    let last = start;
    for await (const { events, reached } of this.logFeed.follow(categories, start, abortSignal)) {
      // A type that this release does not know may belong to the process in a newer one.
      const relevant = events.filter(
        ({ type }) => process.handles.includes(type) || !this.knownTypes.has(type),
      );
      const { jobs, setAside, outdatedCount, newer } = reactTo(
        process,
        await this.decode(relevant),
        this.clock.now(),
      );
      await this.queueJobs(process, await this.omitUnwanted(process, jobs));
      if (outdatedCount > 0) this.reportOutdated(process, outdatedCount);
      await this.positions.setAside(process.name, setAside);
      if (newer) {
        const lastHandled = events.findLast((event) => event.position < newer.position);
        const handled = lastHandled
          ? { position: lastHandled.position, eventId: lastHandled.id }
          : last;
        this.positions.advance(process.name, handled, newer.unreadable);
        await this.positions.flush();
        throw new NewerEvent(newer.unreadable);
      }
      last = reached;
      this.positions.advance(process.name, reached);
      onProgress();
      if (events.length < BATCH_SIZE) await delay(LINGER_MS, undefined, { signal: abortSignal });
      if (jobs.length === 0) continue;
      // The log keeps what is not queued yet, and sweeps still find deadlines.
      while (await this.queues.isFull(process.queue))
        await delay(PAUSE_MS, undefined, { signal: abortSignal });
    }
  }

  private async decode(events: readonly StoredEvent[]): Promise<DecodedEvent[]> {
    const newEvents = events.filter((event) => !this.decodedEvents.has(event));
    const decoding = this.eventCodec.decode(newEvents);
    for (const [index, event] of newEvents.entries())
      this.decodedEvents.set(
        event,
        decoding.then((decoded) => decoded[index]!),
      );
    try {
      return await Promise.all(events.map((event) => this.decodedEvents.get(event)!));
    } catch (error) {
      for (const event of events) this.decodedEvents.delete(event);
      throw error;
    }
  }

  /** Omits emails that are turned off. The others are checked again when they are written. */
  private async omitUnwanted({ email }: AnyProcess, jobs: readonly Job[]): Promise<readonly Job[]> {
    if (!email) return jobs;
    const areWanted = await Promise.all(
      jobs.map(({ data }) => {
        const subscription = email(data as never);
        // A failure here must not stop the process. The job itself is retried.
        return !subscription || this.emailPreferences.isSubscribed(subscription).catch(() => true);
      }),
    );
    return jobs.filter((_, index) => areWanted[index]);
  }

  private async queueJobs(process: AnyProcess, jobs: readonly Job[]) {
    await this.pendingJobs.add(process, jobs);
    // Jobs that a sweep may also find keep their own id, so they do not run twice concurrently.
    const runsAlone = ({ due }: Job) => process.sweep !== undefined || due !== null;
    await this.queue(process, jobs.filter(runsAlone));
    await this.queues.addTogether(
      process,
      jobs.filter((job) => !runsAlone(job)),
    );
  }

  /** Only processes that send emails have events that are too old. */
  private reportOutdated({ name }: AnyProcess, count: number) {
    mailCount.inc({ outcome: 'outdated' }, count);
    this.logger.warn(`${name} sends no email for ${count} events that are too old`);
  }

  private reportFailure({ name }: AnyProcess, error: unknown, earlierFailures: number) {
    processFailureCount.inc({ process: name });
    const message = `process ${name} stopped and tries again: ${String(error)}`;
    if (earlierFailures > 0) this.logger.debug(message);
    else this.logger.warn(message);
  }

  /** A sweep that fails, for example on a read model that is being built, is repeated later. */
  private async sweepRepeatedly(
    process: AnyProcess,
    abortSignal: AbortSignal,
    onProgress: () => void,
  ) {
    for (;;) {
      const onSweep = process.handles.length === 0 ? onProgress : undefined;
      await this.sweepProcess(process).then(onSweep, (error: unknown) => {
        processFailureCount.inc({ process: process.name });
        this.logger.warn(`the sweep of ${process.name} failed and is repeated: ${String(error)}`);
      });
      await delay(SWEEP_EVERY_MS, undefined, { signal: abortSignal });
    }
  }

  private async sweepProcess(process: AnyProcess) {
    if (!process.sweep) return this.sweepPending(process);
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
          await this.queue(process, await this.omitUnwanted(process, pendingJobs));
          pendingJobs = [];
        }
        await this.queue(process, await this.omitUnwanted(process, pendingJobs));
      });
  }

  /** Requeues jobs that Redis has lost. Jobs that Redis still has remain unchanged. */
  private async sweepPending(process: AnyProcess) {
    // Redis stores a group under one id, so the jobs in it are not recognized until it has ended.
    const minAgeMs = (await this.queues.isIdle(process.queue)) ? SWEEP_EVERY_MS : LONGEST_GROUP_MS;
    const soon = this.clock.now() + SOON_MS;
    for await (const jobs of this.pendingJobs.olderThan(process, minAgeMs))
      await this.queues.addJobs(
        process,
        jobs.filter(({ due }) => due === null || Date.parse(due) <= soon),
      );
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
    if (!process) throw new Error(`${UNKNOWN_PROCESS} ${processName}`);
    await this.commandBus.execute(
      process.command(data as never, systemContext(jobId, this.clock.instant())),
    );
    await this.pendingJobs.remove(process, jobId);
  }
}
