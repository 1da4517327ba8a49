import type { AnyProcess, Job } from '../../src/platform/processes/process.js';
import { SOON_MS, SWEEP_EVERY_MS } from '../../src/platform/processes/process-jobs.service.js';
import {
  FIRST_PAUSE_MS,
  MAX_ATTEMPTS,
  STALLED_AFTER_MS,
} from '../../src/platform/processes/queues.js';
import type { SimulatedQueues } from './queues.js';

/** How a piece of a worker's work ends. A killed worker never reports a result. */
export type WorkResult = 'done' | 'failed' | 'killed';

const MAX_SWEEP_MS = 12 * 3_600_000;
const SWEEP_PAUSE_GROWTH = 4;

export const longerPause = (pauseMs: number): number =>
  Math.min(pauseMs * SWEEP_PAUSE_GROWTH, MAX_SWEEP_MS);

/**
 * Replaces ProcessRunner, ProcessTurns, LogFeed, and Queues, which have their own tests. Sweeps
 * (normally every two minutes) become rarer while nothing happens and nothing becomes due.
 */
export class SimulatedWorkers {
  private sweepPauseMs = SWEEP_EVERY_MS;
  private nextSweepAt = 0;
  isPaused = false;

  constructor(
    private readonly queues: SimulatedQueues,
    private readonly readTime: () => number,
    /** Runs a job on one of the workers, which are numbered. */
    private readonly runJob: (process: string, job: Job, worker: number) => Promise<WorkResult>,
    /** The number of jobs that run at the same time on all workers together. */
    private readonly concurrency: number,
    /** The first instant after another that a read model has, both in Unix milliseconds. */
    private readonly nextInstant: (after: number) => number,
  ) {}

  /** When the workers next have work, in Unix milliseconds. */
  nextWorkAt(): number {
    return this.isPaused ? Infinity : Math.min(this.nextSweepAt, this.queues.nextDueAt());
  }

  resume(): void {
    this.isPaused = false;
    this.sweepSoon();
  }

  /** Makes the next round sweep, as the product would within two minutes. */
  sweepNow(): void {
    this.nextSweepAt = this.readTime();
  }

  sweepSoon(): void {
    this.sweepPauseMs = SWEEP_EVERY_MS;
    this.nextSweepAt = Math.min(this.nextSweepAt, this.readTime() + SWEEP_EVERY_MS);
  }

  /** Whether it is time to sweep. Schedules the next sweep. */
  takeSweep(): boolean {
    if (this.isPaused || this.nextSweepAt > this.readTime()) return false;
    this.nextSweepAt = this.nextFindAt(this.sweepPauseMs);
    this.sweepPauseMs = longerPause(this.sweepPauseMs);
    return true;
  }

  /**
   * When a sweep can find something new in unchanged read models, in Unix milliseconds. It finds
   * work that is due soon, or only once it is due.
   */
  nextFindAt(maxPauseMs: number): number {
    const now = this.readTime();
    return Math.min(
      now + maxPauseMs,
      this.nextInstant(now + SOON_MS) - SOON_MS,
      this.nextInstant(now),
    );
  }

  /** Takes up to `concurrency` jobs that are due. */
  takeDueJobs(): (() => Promise<void>)[] {
    if (this.isPaused) return [];
    return this.queues.dueJobs(this.concurrency).map(
      ([key, { process, id, data }], place) =>
        async () =>
          this.end(key, await this.runJob(process, { id, due: null, data }, place)),
    );
  }

  private end(key: string, result: WorkResult): void {
    const now = this.readTime();
    if (result === 'done') return this.queues.remove(key);
    if (result === 'killed') return this.queues.update(key, { dueAt: now + STALLED_AFTER_MS });
    const attempts = (this.queues.attemptsOf(key) ?? 0) + 1;
    this.queues.update(key, {
      attempts,
      dueAt: now + FIRST_PAUSE_MS * 2 ** (attempts - 1),
      hasFailed: attempts >= MAX_ATTEMPTS,
    });
  }
}

/** The processes that follow the log. Each of them does so on one of the workers. */
export const followersOf = (processes: readonly AnyProcess[]): readonly AnyProcess[] =>
  processes.filter(({ handles }) => handles.length > 0);
