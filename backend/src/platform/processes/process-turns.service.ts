import { Inject, Injectable, Logger } from '@nestjs/common';
import { setTimeout as delay } from 'node:timers/promises';
import { EVENT_SETS, type EventSet } from '../kernel/events.js';
import { BATCH_SIZE, LogFeed } from '../kernel/log-feed.js';
import { processFailureCount } from '../stores/metrics.js';
import { ProcessPositions } from './positions.service.js';
import type { AnyProcess } from './process.js';
import { ProcessJobs, SWEEP_EVERY_MS } from './process-jobs.service.js';
import { Queues } from './queues.js';
import type { RedisLease } from './redis-lease.js';

const RENEW_EVERY_MS = 3_000;
const FULL_PAUSE_MS = 1_000;
/** Jobs from events wait this long so that they can be queued in groups. */
const LINGER_MS = 50;

export type ProcessLease = Pick<RedisLease, 'acquireOrRenew' | 'release'>;

/**
 * In a turn, a worker holds the lease of a process, queues the jobs of each event after its
 * position, and sweeps.
 */
@Injectable()
export class ProcessTurns {
  private readonly logger = new Logger('processes');

  constructor(
    private readonly logFeed: LogFeed,
    private readonly processJobs: ProcessJobs,
    private readonly positions: ProcessPositions,
    private readonly queues: Queues,
    @Inject(EVENT_SETS) private readonly eventSets: readonly EventSet[],
  ) {}

  /**
   * Tests replace it, because their turns take no time.
   * @throws AbortError
   */
  pause = (milliseconds: number, abortSignal: AbortSignal): Promise<unknown> =>
    delay(milliseconds, undefined, { signal: abortSignal });

  /**
   * Takes a turn until its signal aborts, the lease is lost, or something fails. Returns false if
   * another worker holds the lease.
   * @param startTurn returns the signal that ends the turn
   * @throws errors of the stores, LogReplaced, and NewerEvent
   */
  async take(
    process: AnyProcess,
    lease: ProcessLease,
    startTurn: () => AbortSignal,
    onProgress: () => void,
  ): Promise<boolean> {
    try {
      if (!(await lease.acquireOrRenew())) return false;
      await this.followAndSweep(process, lease, startTurn(), onProgress);
    } catch (error) {
      // Another worker, perhaps of a newer release, takes the next turn.
      await lease.release().catch(() => undefined);
      throw error;
    }
    await lease.release();
    return true;
  }

  /** Queues the jobs of each event after the last position. Pauses while the queue is full. */
  async followLog(
    process: AnyProcess,
    abortSignal: AbortSignal,
    onProgress: () => void,
  ): Promise<void> {
    const categories = this.eventSets
      .filter(({ definitions }) => process.handles.some((type) => definitions[type]))
      .flatMap((eventSet) => eventSet.categories);
    const start = await this.positions.positionOf(process.name);
    let last = start;
    for await (const batch of this.logFeed.follow(categories, start, abortSignal)) {
      const jobCount = await this.processJobs.handle(process, batch, last);
      last = batch.reached;
      onProgress();
      if (batch.events.length < BATCH_SIZE) await this.pause(LINGER_MS, abortSignal);
      if (jobCount === 0) continue;
      // The log still has the events whose jobs are not queued yet, and sweeps still find
      // deadlines.
      while (await this.queues.isFull(process.queue)) await this.pause(FULL_PAUSE_MS, abortSignal);
    }
  }

  private async followAndSweep(
    process: AnyProcess,
    lease: ProcessLease,
    abortSignal: AbortSignal,
    onProgress: () => void,
  ) {
    const turn = new AbortController();
    const turnSignal = AbortSignal.any([turn.signal, abortSignal]);
    const keepLease = async () => {
      while (await lease.acquireOrRenew()) await this.pause(RENEW_EVERY_MS, turnSignal);
    };
    const loops = [keepLease(), this.sweepRepeatedly(process, turnSignal, onProgress)];
    if (process.handles.length > 0) loops.push(this.followLog(process, turnSignal, onProgress));
    const results = await Promise.allSettled(loops.map((loop) => loop.finally(() => turn.abort())));
    for (const result of results)
      if (result.status === 'rejected' && (result.reason as Error).name !== 'AbortError')
        throw result.reason;
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
        this.logger.warn(`The sweep of ${process.name} failed; retrying: ${String(error)}`);
      });
      await this.pause(SWEEP_EVERY_MS, abortSignal);
    }
  }
}
