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
import { MINUTE_MS } from '../kernel/local-time.js';
import { LogReplaced } from '../kernel/log-feed.js';
import { RepeatedWork } from '../kernel/repeated-work.js';
import { releaseName } from '../ops/build.js';
import { processFailureCount } from '../stores/metrics.js';
import { RedisClient } from '../stores/redis.js';
import { isStoreFailure } from '../stores/store-failure.js';
import { ZoneDataCheck } from '../zone-data/zone-data-check.service.js';
import { type AnyProcess, PROCESSES, REFUSED_BY, UNKNOWN_PROCESS, queueNames } from './process.js';
import { ProcessPositions } from './positions.service.js';
import { ProcessJobs } from './process-jobs.service.js';
import { ProcessTurns } from './process-turns.service.js';
import { type JobFailure, Queues, SHUTDOWN_TIMEOUT_MS } from './queues.js';
import { RedisLease } from './redis-lease.js';

const PAUSE_MS = 1_000;
const MAX_PAUSE_MS = MINUTE_MS;
/** An outage is not the process's fault, so the process should resume soon afterward. */
const MAX_OUTAGE_PAUSE_MS = 5_000;
/** The log counts as replaced after this many attempts, which take seven seconds. */
const REPLACED_ATTEMPTS = 3;
/** Workers of two releases may run at the same time, so each retries what the other refused. */
const RECOVER_EVERY_MS = 10 * MINUTE_MS;

/** How long a process waits after `failures` consecutive failures, given the last one. */
export const pauseAfter = (failures: number, failure: unknown): number =>
  Math.min(PAUSE_MS * 2 ** failures, isStoreFailure(failure) ? MAX_OUTAGE_PAUSE_MS : MAX_PAUSE_MS);

const isOthersRefusal = (reason: string): boolean =>
  reason.startsWith(`${REFUSED_BY} `) && !reason.startsWith(`${REFUSED_BY} ${releaseName}:`);

/**
 * Each process manager has its own lease, position, and retries. Its turns also end, and the next
 * ones start, when Redis reconnects.
 */
@Injectable()
export class ProcessRunner implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly logger = new Logger('processes');
  private readonly stopController = new AbortController();
  private turnsController = new AbortController();
  private turns: readonly Promise<void>[] = [];
  private readonly recovering = new RepeatedWork(RECOVER_EVERY_MS, () => this.recoverJobs());

  constructor(
    private readonly processTurns: ProcessTurns,
    private readonly processJobs: ProcessJobs,
    private readonly positions: ProcessPositions,
    private readonly queues: Queues,
    private readonly redisClient: RedisClient,
    private readonly zoneDataCheck: ZoneDataCheck,
    @Inject(PROCESSES) private readonly processes: readonly AnyProcess[],
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
        .map((process) => this.processTurns.followLog(process, abortSignal, () => undefined)),
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
      this.logger.warn(`Could not retry failed jobs of another release: ${String(error)}`);
    }
  }

  private restartTurns() {
    this.turnsController.abort();
    this.turnsController = new AbortController();
  }

  private async run(process: AnyProcess) {
    const { signal } = this.stopController;
    const untilInterrupted = () => AbortSignal.any([signal, this.turnsController.signal]);
    const leaseKey = `${this.redisClient.keyPrefix}:lease:process.${process.name}`;
    const lease = new RedisLease(this.redisClient.commands, leaseKey);
    let failures = 0;
    while (!signal.aborted) {
      let failure: unknown = null;
      try {
        const hadTurn = await this.processTurns.take(
          process,
          lease,
          untilInterrupted,
          () => (failures = 0),
        );
        if (!hadTurn) failures = 0;
      } catch (error) {
        if (!signal.aborted) this.reportFailure(process, error, failures++);
        failure = error;
        // A replica may lag behind for a moment. Repeated jobs change nothing, but skipped jobs are
        // lost.
        if (error instanceof LogReplaced && failures >= REPLACED_ATTEMPTS)
          this.positions.advance(process.name, null);
      }
      await delay(pauseAfter(failures, failure), undefined, { signal: untilInterrupted() }).catch(
        () => undefined,
      );
    }
  }

  private reportFailure({ name }: AnyProcess, error: unknown, earlierFailures: number) {
    processFailureCount.inc({ process: name });
    const message = `The process ${name} stopped; restarting it: ${String(error)}`;
    if (earlierFailures > 0) this.logger.debug(message);
    else this.logger.warn(message);
  }
}
