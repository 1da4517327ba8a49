import type { ICommand } from '@nestjs/cqrs';
import { systemContext } from '../../src/platform/kernel/context.js';
import type { RecordedEvent } from '../../src/platform/kernel/events.js';
import type { AnyProcess, Job } from '../../src/platform/processes/process.js';
import type { SimulatedReadModels } from './read-models.js';

type QueuedJob = Readonly<{
  process: AnyProcess;
  id: string;
  data: object;
  /** Unix milliseconds. */
  dueAt: number;
  attempts: number;
  hasFailed: boolean;
}>;

/** How a worker process ends a job: a killed one never reports. */
export type JobResult = 'done' | 'failed' | 'killed';

/** As in platform/processes/queues.ts. */
const MAX_ATTEMPTS = 12;
const FIRST_PAUSE_MS = 1_000;
const STALLED_AFTER_MS = 10_000;
/** As in platform/processes/runner.ts. */
const SOON_MS = 30 * 60_000;
const FIRST_SWEEP_MS = 2 * 60_000;
const MAX_SWEEP_MS = 12 * 3_600_000;

/**
 * The queue of the workers: it follows the log, runs due jobs, and sweeps. Sweeps become rarer while
 * nothing happens, down to one in twelve hours, so that long histories are cheap. Real ones come every
 * two minutes.
 */
export class SimulatedWorkers {
  private readonly jobs = new Map<string, QueuedJob>();
  private sweepPauseMs = FIRST_SWEEP_MS;
  private nextSweepAt = 0;
  isPaused = false;

  constructor(
    private readonly processes: readonly AnyProcess[],
    private readonly readModels: SimulatedReadModels,
    private readonly readTime: () => number,
    /** Runs a command on one of the workers, by number. */
    private readonly run: (command: ICommand, worker: number) => Promise<JobResult>,
    /** Jobs that run together, on all workers. */
    private readonly concurrency: number,
  ) {}

  /** When these workers next have work, in Unix milliseconds. */
  nextWorkAt(): number {
    if (this.isPaused) return Infinity;
    let nextAt = this.nextSweepAt;
    for (const { dueAt, hasFailed } of this.jobs.values())
      if (!hasFailed && dueAt < nextAt) nextAt = dueAt;
    return nextAt;
  }

  /** Queues the jobs that follow from events. */
  follow(events: readonly RecordedEvent[]): void {
    for (const process of this.processes)
      for (const event of events)
        if (process.handles.includes(event.type))
          for (const job of process.react(event as never)) this.add(process, job, false);
    if (events.length > 0) this.sweepSoon();
  }

  /** Queues the job of a webhook, which may arrive later. */
  deliver(process: AnyProcess, { id, due, data }: Job): void {
    const dueAt = due === null ? this.readTime() : Date.parse(due);
    const key = `${process.queue}:${id}`;
    if (!this.jobs.has(key))
      this.jobs.set(key, { process, id, data, dueAt, attempts: 0, hasFailed: false });
  }

  /** Redis loses everything. */
  loseJobs(): void {
    this.jobs.clear();
    this.sweepSoon();
  }

  resume(): void {
    this.isPaused = false;
    this.sweepSoon();
  }

  /** Sweeps if it is time, and takes the jobs that are due, at most `concurrency`. */
  takeDueJobs(): (() => Promise<void>)[] {
    if (this.isPaused) return [];
    if (this.nextSweepAt <= this.readTime()) this.sweep();
    return [...this.jobs]
      .filter(([, { dueAt, hasFailed }]) => !hasFailed && dueAt <= this.readTime())
      .slice(0, this.concurrency)
      .map(
        ([key, job], place) =>
          () =>
            this.runJob(key, job, place),
      );
  }

  /** The next round sweeps, as a real worker has within two minutes. */
  sweepNow(): void {
    this.nextSweepAt = this.readTime();
  }

  private add(process: AnyProcess, { id, due, data }: Job, runsNow: boolean): void {
    const dueAt = due === null ? this.readTime() : Date.parse(due);
    if (dueAt > this.readTime() + SOON_MS) return;
    const key = `${process.queue}:${id}`;
    const queuedJob = this.jobs.get(key);
    if (!queuedJob) this.jobs.set(key, { process, id, data, dueAt, attempts: 0, hasFailed: false });
    else if (runsNow)
      this.jobs.set(key, { ...queuedJob, dueAt: this.readTime(), hasFailed: false });
  }

  private sweepSoon(): void {
    this.sweepPauseMs = FIRST_SWEEP_MS;
    this.nextSweepAt = Math.min(this.nextSweepAt, this.readTime() + FIRST_SWEEP_MS);
  }

  private sweep(): void {
    const now = new Date(this.readTime()).toISOString();
    const until = new Date(this.readTime() + SOON_MS).toISOString();
    for (const process of this.processes) {
      if (!process.sweep) continue;
      const { readModel, filters, jobs } = process.sweep;
      for (const filter of filters(until))
        for (const document of this.readModels.find(readModel, filter))
          for (const job of jobs(document as never)) {
            const due = job.due ?? now;
            this.add(process, { ...job, due }, due <= now);
          }
    }
    this.nextSweepAt = this.readTime() + this.sweepPauseMs;
    this.sweepPauseMs = Math.min(this.sweepPauseMs * 2, MAX_SWEEP_MS);
  }

  private async runJob(key: string, job: QueuedJob, worker: number): Promise<void> {
    const { process, id, data, attempts } = job;
    const context = systemContext(id, new Date(this.readTime()).toISOString());
    const result = await this.run(process.command(data as never, context), worker);
    const queuedJob = this.jobs.get(key);
    if (!queuedJob) return;
    if (result === 'done') this.jobs.delete(key);
    else if (result === 'killed')
      this.jobs.set(key, { ...queuedJob, dueAt: this.readTime() + STALLED_AFTER_MS });
    else
      this.jobs.set(key, {
        ...queuedJob,
        attempts: attempts + 1,
        dueAt: this.readTime() + FIRST_PAUSE_MS * 2 ** attempts,
        hasFailed: attempts + 1 >= MAX_ATTEMPTS,
      });
  }
}
