import {
  type BeforeApplicationShutdown,
  Inject,
  Injectable,
  Logger,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import { setTimeout as delay } from 'node:timers/promises';
import { CONFIG, type Config } from '../../config.js';
import { BEING_UPDATED } from '../kernel/domain-error.js';
import { EVENT_SETS, type EventSet } from '../kernel/events.js';
import { MINUTE_MS } from '../kernel/local-time.js';
import { BATCH_SIZE, LogFeed, LogReplaced } from '../kernel/log-feed.js';
import { RepeatedWork } from '../kernel/repeated-work.js';
import { releaseName } from '../ops/build.js';
import { processFailureCount } from '../stores/metrics.js';
import { RedisClient } from '../stores/redis.js';
import { isStoreFailure } from '../stores/store-failure.js';
import { ZoneDataCheck } from '../zone-data/zone-data-check.service.js';
import { type AnyProcess, PROCESSES, REFUSED_BY, UNKNOWN_PROCESS, queueNames } from './process.js';
import { ProcessPositions } from './positions.service.js';
import { ProcessJobs, SWEEP_EVERY_MS } from './process-jobs.service.js';
import { type JobFailure, Queues, SHUTDOWN_TIMEOUT_MS } from './queues.js';
import { RedisLease } from './redis-lease.js';

const RENEW_EVERY_MS = 3_000;
const PAUSE_MS = 1_000;
const MAX_PAUSE_MS = MINUTE_MS;
/** An outage is not the process's fault, so the process should resume soon afterward. */
const MAX_OUTAGE_PAUSE_MS = 5_000;
/** The log counts as replaced after this many attempts, which take seven seconds. */
const REPLACED_ATTEMPTS = 3;
/** Jobs from events wait this long so that they can be queued in groups. */
const LINGER_MS = 50;
/** Workers of two releases may run at the same time, so each retries what the other refused. */
const RECOVER_EVERY_MS = 10 * MINUTE_MS;

/** How long a process waits after `failures` consecutive failures, given the last one. */
export const pauseAfter = (failures: number, failure: unknown): number =>
  Math.min(PAUSE_MS * 2 ** failures, isStoreFailure(failure) ? MAX_OUTAGE_PAUSE_MS : MAX_PAUSE_MS);

const isOthersRefusal = (reason: string): boolean =>
  reason.startsWith(`${REFUSED_BY} `) && !reason.startsWith(`${REFUSED_BY} ${releaseName}:`);

/**
 * Each process manager has its own lease, position, and retries. Its owner queues the jobs of each
 * event and sweeps at the start, every two minutes, and when Redis reconnects.
 */
@Injectable()
export class ProcessRunner implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly logger = new Logger('processes');
  private readonly stopController = new AbortController();
  private turnsController = new AbortController();
  private turns: readonly Promise<void>[] = [];
  private readonly recovering = new RepeatedWork(RECOVER_EVERY_MS, () => this.recoverJobs());

  constructor(
    private readonly logFeed: LogFeed,
    private readonly processJobs: ProcessJobs,
    private readonly positions: ProcessPositions,
    private readonly queues: Queues,
    private readonly redisClient: RedisClient,
    private readonly zoneDataCheck: ZoneDataCheck,
    @Inject(PROCESSES) private readonly processes: readonly AnyProcess[],
    @Inject(EVENT_SETS) private readonly eventSets: readonly EventSet[],
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  onApplicationBootstrap() {
    if (this.config.ROLES.includes('worker')) this.zoneDataCheck.whenCurrent(() => this.start());
  }

  private start() {
    for (const queue of queueNames)
      this.queues.processJobs(queue, (...job) => this.processJobs.run(...job));
    this.recovering.startNow();
    // Redis may have lost its data, so the next lease holders sweep immediately.
    this.queues.onReconnect(() => this.restartTurns());
    // The leases use this connection.
    this.redisClient.commands.on('ready', () => this.restartTurns());
    this.turns = this.processes.map((process) => this.run(process));
  }

  async beforeApplicationShutdown() {
    this.stopController.abort();
    this.turnsController.abort();
    const stopped = Promise.all([...this.turns, this.recovering.stop()]);
    // A call to a queue waits forever while Redis is down. Interrupted work is repeated.
    await Promise.race([stopped, delay(SHUTDOWN_TIMEOUT_MS, undefined, { ref: false })]);
  }

  /**
   * Queues the pending work found in the read models: overdue jobs now, and upcoming ones with a
   * delay.
   */
  async sweep(): Promise<void> {
    for (const process of this.processes) await this.processJobs.sweep(process);
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
   * Runs jobs that another release could not run, for example after a rollback, or refused, or ran
   * in another queue, or that had to wait too long for a newer release.
   */
  private async recoverJobs() {
    const failedElsewhere = ({ process, reason, retryAt }: JobFailure) =>
      this.processes.some(({ name }) => name === process) &&
      (reason.startsWith(UNKNOWN_PROCESS) ||
        (retryAt === null && (reason === BEING_UPDATED || isOthersRefusal(reason))));
    try {
      const moved = await this.queues.moveMisplaced(this.processes);
      if (moved > 0) this.logger.log(`moved ${moved} failed jobs to the queues of their processes`);
      const retried = await this.queues.retryAll(failedElsewhere);
      if (retried > 0) this.logger.log(`retried ${retried} jobs that another release left`);
    } catch (error) {
      this.logger.warn(`failed jobs of another release wait: ${String(error)}`);
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
      let failure: unknown = null;
      try {
        if (await lease.acquireOrRenew()) {
          await this.takeTurn(process, lease, () => (failures = 0));
          await lease.release();
        } else failures = 0;
      } catch (error) {
        if (!signal.aborted) this.reportFailure(process, error, failures++);
        failure = error;
        // A replica may lag behind for a moment. Repeated jobs change nothing, but skipped jobs are
        // lost.
        if (error instanceof LogReplaced && failures >= REPLACED_ATTEMPTS)
          this.positions.advance(process.name, null);
        // Another worker, perhaps of a newer release, takes the next turn.
        await lease.release().catch(() => undefined);
      }
      const resumed = AbortSignal.any([signal, this.turnsController.signal]);
      await delay(pauseAfter(failures, failure), undefined, { signal: resumed }).catch(
        () => undefined,
      );
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

  /** Queues the jobs of each event after the last position. Pauses while the queue is full. */
  private async followLog(process: AnyProcess, abortSignal: AbortSignal, onProgress: () => void) {
    const categories = this.eventSets
      .filter(({ definitions }) => process.handles.some((type) => definitions[type]))
      .flatMap((eventSet) => eventSet.categories);
    const start = await this.positions.positionOf(process.name);
    let last = start;
    for await (const batch of this.logFeed.follow(categories, start, abortSignal)) {
      const jobCount = await this.processJobs.handle(process, batch, last);
      last = batch.reached;
      onProgress();
      if (batch.events.length < BATCH_SIZE)
        await delay(LINGER_MS, undefined, { signal: abortSignal });
      if (jobCount === 0) continue;
      // The log still has the events whose jobs are not queued yet, and sweeps still find
      // deadlines.
      while (await this.queues.isFull(process.queue))
        await delay(PAUSE_MS, undefined, { signal: abortSignal });
    }
  }

  private reportFailure({ name }: AnyProcess, error: unknown, earlierFailures: number) {
    processFailureCount.inc({ process: name });
    const message = `process ${name} stopped and tries again: ${String(error)}`;
    if (earlierFailures > 0) this.logger.debug(message);
    else this.logger.warn(message);
  }

  /** A sweep that fails, for example because a read model is being built, is repeated later. */
  private async sweepRepeatedly(
    process: AnyProcess,
    abortSignal: AbortSignal,
    onProgress: () => void,
  ) {
    for (;;) {
      const onSweep = process.handles.length === 0 ? onProgress : undefined;
      await this.processJobs.sweep(process).then(onSweep, (error: unknown) => {
        processFailureCount.inc({ process: process.name });
        this.logger.warn(`the sweep of ${process.name} failed and is repeated: ${String(error)}`);
      });
      await delay(SWEEP_EVERY_MS, undefined, { signal: abortSignal });
    }
  }
}
