import { Injectable } from '@nestjs/common';
import { Clock } from '../kernel/clock.js';
import { DAY_MS } from '../kernel/local-time.js';
import { Mongo } from '../stores/mongo.js';
import type { AnyProcess, Job } from './process.js';

const PAGE_SIZE = 500;
/**
 * As long as failed jobs are kept, and longer than jobs are retried. After that, an email is
 * outdated.
 */
const EMAILS_KEPT_MS = 7 * DAY_MS;

/** `_id` is `<process>.<job id>`. */
type PendingJob = Readonly<{ _id: string; due: string | null; data: object; addedAt: Date }>;

type JobSource = Pick<AnyProcess, 'name' | 'queue' | 'sweep'>;

/**
 * Stores jobs of processes without a sweep until they have run, because no read model can find them
 * if Redis loses its data or after a rollback to a release without the process.
 */
@Injectable()
export class PendingJobs {
  constructor(
    private readonly mongoStore: Mongo,
    private readonly clock: Clock,
  ) {}

  async add({ name, sweep }: JobSource, jobs: readonly Job[]): Promise<void> {
    if (sweep || jobs.length === 0) return;
    const addedAt = new Date(this.clock.now());
    await this.collection.bulkWrite(
      jobs.map(({ id, due, data }) => ({
        updateOne: {
          filter: { _id: `${name}.${id}` },
          update: { $setOnInsert: { due, data, addedAt } },
          upsert: true,
        },
      })),
      { ordered: false },
    );
  }

  /** Forgets a job that has run or was dropped. */
  async remove({ name, sweep }: JobSource, jobId: string): Promise<void> {
    if (!sweep) await this.collection.deleteOne({ _id: `${name}.${jobId}` });
  }

  /** Yields pages of a process's jobs that are older than an age in milliseconds. */
  async *olderThan({ name, queue }: JobSource, ageMs: number): AsyncIterable<readonly Job[]> {
    const addedBefore = new Date(this.clock.now() - ageMs);
    const prefix = `${name}.`;
    const end = `${name}/`;
    if (queue === 'emails') {
      const addedAt = { $lt: new Date(this.clock.now() - EMAILS_KEPT_MS) };
      await this.collection.deleteMany({ _id: { $gt: prefix, $lt: end }, addedAt });
    }
    let last = prefix;
    for (;;) {
      const page = await this.collection
        .find({ _id: { $gt: last, $lt: end }, addedAt: { $lte: addedBefore } })
        .sort({ _id: 1 })
        .limit(PAGE_SIZE)
        .toArray();
      if (page.length === 0) return;
      yield page.map(({ _id, due, data }) => ({ id: _id.slice(prefix.length), due, data }));
      last = page.at(-1)!._id;
    }
  }

  private get collection() {
    return this.mongoStore.readModels.collection<PendingJob>('pendingJobs');
  }
}
