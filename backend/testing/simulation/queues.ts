import type { PendingJobs } from '../../src/platform/processes/pending-jobs.service.js';
import type { ProcessPositions } from '../../src/platform/processes/positions.service.js';
import type { AnyProcess, Job } from '../../src/platform/processes/process.js';
import type { Queues } from '../../src/platform/processes/queues.js';
import type { StoredPosition } from '../../src/platform/stores/log-identity.js';

type QueuedJob = Readonly<{
  process: string;
  id: string;
  data: object;
  /** In Unix milliseconds. */
  dueAt: number;
  attempts: number;
  hasFailed: boolean;
}>;

type JobSource = Pick<AnyProcess, 'name' | 'queue' | 'sweep'>;
type Step = () => Promise<void>;

/**
 * What the process managers store in Redis (queues) and in MongoDB (positions and pending jobs). It
 * survives when workers are killed. `step` precedes and follows each call by a worker.
 */
export class SimulatedQueues {
  private readonly jobs = new Map<string, QueuedJob>();
  private readonly positions = new Map<string, StoredPosition | null>();
  private readonly pending = new Map<
    string,
    Job & Readonly<{ process: string; addedAt: number }>
  >();

  /** How often workers have queued jobs. */
  additions = 0;
  private additionsBeforeLoss = Infinity;

  constructor(private readonly readTime: () => number) {}

  nextDueAt(): number {
    let nextAt = Infinity;
    for (const { dueAt, hasFailed } of this.jobs.values())
      if (!hasFailed && dueAt < nextAt) nextAt = dueAt;
    return nextAt;
  }

  dueJobs(count: number): [string, QueuedJob][] {
    return [...this.jobs]
      .filter(([, { dueAt, hasFailed }]) => !hasFailed && dueAt <= this.readTime())
      .slice(0, count);
  }

  attemptsOf(key: string): number | undefined {
    return this.jobs.get(key)?.attempts;
  }

  update(key: string, changes: Partial<QueuedJob>): void {
    const queuedJob = this.jobs.get(key);
    if (queuedJob) this.jobs.set(key, { ...queuedJob, ...changes });
  }

  remove(key: string): void {
    this.jobs.delete(key);
  }

  /** Redis loses all data after jobs have been queued this many times. */
  loseJobs(additions: number): void {
    if (additions === 0) this.jobs.clear();
    else this.additionsBeforeLoss = additions;
  }

  keepJobs(): void {
    this.additionsBeforeLoss = Infinity;
  }

  /** Queues a job until it is due. A job that is already queued remains unchanged. */
  add({ name, queue }: Pick<AnyProcess, 'name' | 'queue'>, { id, due, data }: Job): void {
    const key = `${queue}:${id}`;
    if (this.jobs.has(key)) return;
    const dueAt = due === null ? this.readTime() : Date.parse(due);
    this.jobs.set(key, { process: name, id, data, dueAt, attempts: 0, hasFailed: false });
  }

  /** Jobs of processes that are not simulated are dropped. */
  asQueues(step: Step, simulated: readonly AnyProcess[]): Queues {
    const addJobs = async (process: JobSource, jobs: readonly Job[]) => {
      if (jobs.length === 0 || !simulated.some(({ name }) => name === process.name)) return;
      this.additions++;
      await step();
      for (const job of jobs) this.add(process, job);
      if (--this.additionsBeforeLoss === 0) this.jobs.clear();
      await step();
    };
    const runNow = async (process: JobSource, jobs: readonly Job[]) => {
      await addJobs(process, jobs);
      for (const { id } of jobs)
        this.update(`${process.queue}:${id}`, { dueAt: this.readTime(), hasFailed: false });
    };
    const isIdle = async () => this.nextDueAt() > this.readTime();
    // In the product, a group is split when it runs, so here its jobs can be queued individually.
    return { addJobs, addTogether: addJobs, runNow, isIdle } as unknown as Queues;
  }

  hasPendingJobs({ name }: Pick<AnyProcess, 'name'>): boolean {
    for (const { process } of this.pending.values()) if (process === name) return true;
    return false;
  }

  asPendingJobs(step: Step): PendingJobs {
    const keyOf = (name: string, id: string) => `${name}.${id}`;
    const add = async ({ name, sweep }: JobSource, jobs: readonly Job[]) => {
      if (sweep || jobs.length === 0) return;
      await step();
      for (const job of jobs)
        if (!this.pending.has(keyOf(name, job.id)))
          this.pending.set(keyOf(name, job.id), {
            ...job,
            process: name,
            addedAt: this.readTime(),
          });
      await step();
    };
    const remove = async ({ name, sweep }: JobSource, id: string) => {
      if (sweep) return;
      await step();
      this.pending.delete(keyOf(name, id));
      await step();
    };
    const pending = this.pending;
    const readTime = this.readTime;
    async function* olderThan({ name }: JobSource, ageMs: number) {
      const jobs = [...pending.values()].filter(
        ({ process, addedAt }) => process === name && addedAt <= readTime() - ageMs,
      );
      if (jobs.length > 0) yield jobs;
    }
    return { add, remove, olderThan } as unknown as PendingJobs;
  }

  /** The positions of one worker. Those that it has not stored yet are lost with it. */
  asPositions(step: Step): ProcessPositions {
    const advanced = new Map<string, StoredPosition | null>();
    return {
      positionOf: async (process: string) =>
        advanced.get(process) ?? this.positions.get(process) ?? null,
      advance: (process: string, reached: StoredPosition | null) =>
        void advanced.set(process, reached),
      flush: async () => {
        if (advanced.size === 0) return;
        await step();
        for (const [process, position] of advanced) this.positions.set(process, position);
        advanced.clear();
        await step();
      },
      setAside: async (process: string, [event]: readonly { reason: string }[]) => {
        if (event) throw new TypeError(`${process} set an event aside: ${event.reason}`);
      },
    } as unknown as ProcessPositions;
  }
}
