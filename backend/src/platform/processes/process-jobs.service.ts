import { Inject, Injectable, Logger } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import type { ErrorCode } from '@courtly/contracts/errors';
import { Clock } from '../kernel/clock.js';
import { EventCodec, type UnreadableEvent } from '../kernel/codec.js';
import { systemContext } from '../kernel/context.js';
import { DomainError } from '../kernel/domain-error.js';
import { EVENT_SETS, type EventSet, type RecordedEvent } from '../kernel/events.js';
import { MINUTE_MS } from '../kernel/local-time.js';
import type { FeedBatch } from '../kernel/log-feed.js';
import { EMAIL_PREFERENCES, type EmailPreferences } from '../mail/email-preferences.js';
import { releaseName } from '../ops/build.js';
import type { ReadModel } from '../projections/projection.js';
import { ReadModels } from '../projections/read-models.js';
import type { StoredPosition } from '../stores/log-identity.js';
import { mailCount } from '../stores/metrics.js';
import type { StoredEvent } from '../stores/stored-event.js';
import { PendingJobs } from './pending-jobs.service.js';
import { ProcessPositions } from './positions.service.js';
import {
  type AnyProcess,
  type Job,
  PermanentFailure,
  PROCESSES,
  REFUSED_BY,
  UNKNOWN_PROCESS,
} from './process.js';
import { Queues } from './queues.js';
import { reactTo } from './reactions.js';

const BATCH_SIZE = 500;
/** Jobs that are due later than this are not queued; a sweep finds them in time. */
export const SOON_MS = 30 * MINUTE_MS;
export const SWEEP_EVERY_MS = 2 * MINUTE_MS;
/** Longer than fifty emails take if the mail server never responds. */
const LONGEST_GROUP_MS = 15 * MINUTE_MS;

/**
 * Refusals that only another release can change. `not_found` is not one of them, because a read
 * model can lag and a folder can be missing.
 */
const finalRefusals: ReadonlySet<ErrorCode> = new Set([
  'invalid_request',
  'forbidden',
  'wrong_status',
  'taken',
  'idempotency_mismatch',
]);

/** Ends a process's turn so that a worker of a newer release can take the next one. */
class NewerEvent extends Error {}

type DecodedEvent = RecordedEvent | UnreadableEvent;

/**
 * Derives the jobs of process managers from events and read models, queues them, and runs them.
 * Queueing a job twice changes nothing. The money simulation runs this class with in-memory stores.
 */
@Injectable()
export class ProcessJobs {
  private readonly logger = new Logger('processes');
  /** Decodes each event only once, even if several processes handle it. */
  private readonly decodedEvents = new WeakMap<StoredEvent, Promise<DecodedEvent>>();
  private readonly knownTypes: ReadonlySet<string>;

  constructor(
    private readonly eventCodec: EventCodec,
    private readonly readModels: ReadModels,
    private readonly positions: ProcessPositions,
    private readonly pendingJobs: PendingJobs,
    private readonly queues: Queues,
    private readonly clock: Clock,
    private readonly commandBus: CommandBus,
    @Inject(EMAIL_PREFERENCES) private readonly emailPreferences: EmailPreferences,
    @Inject(PROCESSES) private readonly processes: readonly AnyProcess[],
    @Inject(EVENT_SETS) eventSets: readonly EventSet[],
  ) {
    this.knownTypes = new Set(eventSets.flatMap(({ definitions }) => Object.keys(definitions)));
  }

  /**
   * Queues the jobs of events in log order, then advances the process from `last` to the end of the
   * batch. Returns the number of jobs.
   * @throws NewerEvent at an event that only a newer release can read, after handling earlier
   *   events
   */
  async handle(
    process: AnyProcess,
    { events, reached }: Pick<FeedBatch, 'events' | 'reached'>,
    last: StoredPosition | null,
  ): Promise<number> {
    // A type that this release does not know may belong to this process in a newer release.
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
    this.positions.advance(process.name, reached);
    return jobs.length;
  }

  /**
   * Queues the pending work found in the process's read model: overdue jobs now, and upcoming ones
   * with a delay. For a process without a sweep, queues the jobs that Redis has lost.
   */
  async sweep(process: AnyProcess): Promise<void> {
    if (!process.sweep) return this.sweepPending(process);
    const { readModel, filters, fields, jobs } = process.sweep;
    const projection = Object.fromEntries(fields.map((field) => [field, 1]));
    const now = this.clock.instant();
    const until = new Date(Date.parse(now) + SOON_MS).toISOString();
    // An overdue job without a due time has been queued before. Run it now, no matter how often it
    // has failed.
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

  /**
   * Runs a queued job.
   * @throws PermanentFailure if the domain refuses it; Error if this release does not have its
   *   process
   */
  async run(processName: string, jobId: string, data: object): Promise<void> {
    const process = this.processes.find(({ name }) => name === processName);
    if (!process) throw new Error(`${UNKNOWN_PROCESS} ${processName}`);
    try {
      await this.commandBus.execute(
        process.command(data as never, systemContext(jobId, this.clock.instant())),
      );
    } catch (error) {
      if (!(error instanceof DomainError) || !finalRefusals.has(error.code)) throw error;
      const reason = `${REFUSED_BY} ${releaseName}: ${error.message}`;
      throw new PermanentFailure(reason, { cause: error });
    }
    await this.pendingJobs.remove(process, jobId);
  }

  /**
   * Queues the jobs of an event that was set aside, no matter how old it is. Returns whether the
   * process can now handle the event.
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

  /**
   * Removes a failed job. If its process has a sweep, the job is added again while its work is due.
   */
  async drop(jobId: string): Promise<boolean> {
    const dropped = await this.queues.drop(jobId);
    const process = this.processes.find(({ name }) => name === dropped?.process);
    if (process) await this.pendingJobs.remove(process, jobId);
    return dropped !== null;
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

  /**
   * Omits emails that the recipient has turned off. The preference is checked again when an email
   * is written.
   */
  private async omitUnwanted({ email }: AnyProcess, jobs: readonly Job[]): Promise<readonly Job[]> {
    if (!email) return jobs;
    const areWanted = await Promise.all(
      jobs.map(({ data }) => {
        const subscription = email(data as never);
        // A failure here must not stop the process; the job itself is retried.
        return !subscription || this.emailPreferences.isSubscribed(subscription).catch(() => true);
      }),
    );
    return jobs.filter((_, index) => areWanted[index]);
  }

  private async queueJobs(process: AnyProcess, jobs: readonly Job[]) {
    await this.pendingJobs.add(process, jobs);
    // Jobs that a sweep may also find keep their own id, so that they do not run twice
    // concurrently.
    const runsAlone = ({ due }: Job) => process.sweep !== undefined || due !== null;
    await this.queue(process, jobs.filter(runsAlone));
    await this.queues.addTogether(
      process,
      jobs.filter((job) => !runsAlone(job)),
    );
  }

  /** Only processes that send emails ignore events that are too old. */
  private reportOutdated({ name }: AnyProcess, count: number) {
    mailCount.inc({ outcome: 'outdated' }, count);
    this.logger.warn(`${name} skipped the emails for ${count} events that are too old`);
  }

  /** Requeues the jobs that Redis has lost. Jobs that Redis still has remain unchanged. */
  private async sweepPending(process: AnyProcess) {
    // Redis stores a group under one id, so the jobs in it cannot be recognized until the group has
    // ended.
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
}
