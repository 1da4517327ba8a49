import type { AnyProcess, Job } from '../../src/platform/processes/process.js';
import { SWEEP_EVERY_MS } from '../../src/platform/processes/process-jobs.service.js';
import {
  FIRST_PAUSE_MS,
  MAX_ATTEMPTS,
  STALLED_AFTER_MS,
} from '../../src/platform/processes/queues.js';
import type { SimulatedQueues } from './queues.js';

/** How a worker process ends a piece of work: a killed one never reports. */
export type WorkResult = 'done' | 'failed' | 'killed';

const MAX_SWEEP_MS = 12 * 3_600_000;

/**
 * When the workers follow the log, sweep, and run due jobs. Sweeps become rarer while nothing
 * happens, down to one in twelve hours, so that long histories are cheap. Real ones come every two
 * minutes.
 */
export class SimulatedWorkers {
  private sweepPauseMs = SWEEP_EVERY_MS;
  private nextSweepAt = 0;
  isPaused = false;

  constructor(
    private readonly queues: SimulatedQueues,
    private readonly readTime: () => number,
    /** Runs a job on one of the workers, by number. */
    private readonly runJob: (process: string, job: Job, worker: number) => Promise<WorkResult>,
    /** Jobs that run together, on all workers. */
    private readonly concurrency: number,
  ) {}

  /** When these workers next have work, in Unix milliseconds. */
  nextWorkAt(): number {
    return this.isPaused ? Infinity : Math.min(this.nextSweepAt, this.queues.nextDueAt());
  }

  resume(): void {
    this.isPaused = false;
    this.sweepSoon();
  }

  /** The next round sweeps, as a real worker has within two minutes. */
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
    this.nextSweepAt = this.readTime() + this.sweepPauseMs;
    this.sweepPauseMs = Math.min(this.sweepPauseMs * 2, MAX_SWEEP_MS);
    return true;
  }

  /** Takes the jobs that are due, at most `concurrency`. */
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

/** The processes that follow the log, each on one of the workers. */
export const followersOf = (processes: readonly AnyProcess[]): readonly AnyProcess[] =>
  processes.filter(({ handles }) => handles.length > 0);
