import type { ICommand } from '@nestjs/cqrs';
import { systemContext } from '../../src/platform/kernel/context.js';
import type { RecordedEvent } from '../../src/platform/kernel/events.js';
import type { AnyProcess, Job } from '../../src/platform/processes/process.js';
import type { ReadModels } from '../../src/platform/projections/read-models.js';

type QueuedJob = Readonly<{
  process: AnyProcess;
  id: string;
  data: object;
  /** Unix milliseconds. */
  dueAt: number;
  attempts: number;
  hasFailed: boolean;
}>;

/** As in platform/processes/queues.ts. */
const MAX_ATTEMPTS = 12;
const FIRST_PAUSE_MS = 1_000;
/** As in platform/processes/runner.ts. */
const SOON_MS = 30 * 60_000;
const FIRST_SWEEP_MS = 2 * 60_000;
const MAX_SWEEP_MS = 6 * 3_600_000;

/**
 * The workers: they follow the log, run due jobs, and sweep. Sweeps become rarer while nothing
 * happens, down to one in six hours, so that long histories are cheap. Real ones come every two
 * minutes.
 */
export class SimulatedWorkers {
  private readonly jobs = new Map<string, QueuedJob>();
  private sweepPauseMs = FIRST_SWEEP_MS;
  private nextSweepAt = 0;
  isPaused = false;

  constructor(
    private readonly processes: readonly AnyProcess[],
    private readonly readModels: ReadModels,
    private readonly readTime: () => number,
    private readonly execute: (command: ICommand) => Promise<unknown>,
    private readonly concurrency: number,
  ) {}

  /** When these workers have something to do, in Unix milliseconds. */
  nextWorkAt(): number {
    if (this.isPaused) return Infinity;
    const dueTimes = [...this.jobs.values()].flatMap(({ dueAt, hasFailed }) =>
      hasFailed ? [] : [dueAt],
    );
    return Math.min(this.nextSweepAt, ...dueTimes);
  }

  /** Queues the jobs that follow from events. */
  follow(events: readonly RecordedEvent[]): void {
    for (const process of this.processes)
      for (const event of events)
        if (process.handles.includes(event.type))
          for (const job of process.react(event as never)) this.add(process, job, false);
    if (events.length > 0) this.sweepSoon();
  }

  add(process: AnyProcess, { id, due, data }: Job, runsNow: boolean): void {
    const dueAt = due === null ? this.readTime() : Date.parse(due);
    if (dueAt > this.readTime() + SOON_MS) return;
    const key = `${process.queue}:${id}`;
    const queuedJob = this.jobs.get(key);
    const isOverdue = runsNow || dueAt <= this.readTime();
    if (!queuedJob) this.jobs.set(key, { process, id, data, dueAt, attempts: 0, hasFailed: false });
    else if (isOverdue && runsNow)
      this.jobs.set(key, { ...queuedJob, dueAt: this.readTime(), hasFailed: false });
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

  /** Sweeps if it is time, and runs the jobs that are due, at most `concurrency` together. */
  async work(): Promise<void> {
    if (this.nextSweepAt <= this.readTime()) await this.sweep();
    const dueJobs = [...this.jobs]
      .filter(([, { dueAt, hasFailed }]) => !hasFailed && dueAt <= this.readTime())
      .slice(0, this.concurrency);
    await Promise.all(dueJobs.map(([key, job]) => this.run(key, job)));
  }

  private sweepSoon(): void {
    this.sweepPauseMs = FIRST_SWEEP_MS;
    this.nextSweepAt = Math.min(this.nextSweepAt, this.readTime() + FIRST_SWEEP_MS);
  }

  private async sweep(): Promise<void> {
    const now = new Date(this.readTime()).toISOString();
    const until = new Date(this.readTime() + SOON_MS).toISOString();
    for (const process of this.processes) {
      if (!process.sweep) continue;
      const { readModel, filters, jobs } = process.sweep;
      for (const filter of filters(until)) {
        const documents = await this.readModels.read(readModel as never, (collection) =>
          collection.find(filter).toArray(),
        );
        for (const document of documents)
          for (const job of jobs(document as never)) {
            const due = job.due ?? now;
            this.add(process, { ...job, due }, due <= now);
          }
      }
    }
    this.nextSweepAt = this.readTime() + this.sweepPauseMs;
    this.sweepPauseMs = Math.min(this.sweepPauseMs * 2, MAX_SWEEP_MS);
  }

  private async run(key: string, { process, id, data, attempts }: QueuedJob): Promise<void> {
    const context = systemContext(id, new Date(this.readTime()).toISOString());
    try {
      await this.execute(process.command(data as never, context));
      this.jobs.delete(key);
    } catch {
      const job = this.jobs.get(key);
      if (!job) return;
      const pauseMs = FIRST_PAUSE_MS * 2 ** attempts;
      this.jobs.set(key, {
        ...job,
        attempts: attempts + 1,
        dueAt: this.readTime() + pauseMs,
        hasFailed: attempts + 1 >= MAX_ATTEMPTS,
      });
    }
  }
}
