import type { Clock } from '../../platform/kernel/clock.js';
import type { ReadModels } from '../../platform/projections/read-models.js';
import { monthBefore } from './accounting-period.js';
import { journal } from './journal.projection.js';

/** The sums of past months, as read from this collection of the journal on `day` (UTC). */
type PastSums<Sum> = Readonly<{ collection: string; day: string; sums: readonly Sum[] }>;

/**
 * Sums journal entries up to an instant (UTC) with the stages that `pipelineOf` returns. Past
 * months rarely change, so they are summed only once a day.
 */
export class JournalSums<Sum extends object> {
  private past: PastSums<Sum> | null = null;

  constructor(
    private readonly readModels: Pick<ReadModels, 'walk'>,
    private readonly clock: Pick<Clock, 'instant'>,
    private readonly pipelineOf: (until: string, months: object) => object[],
  ) {}

  /** @throws DomainError store_unavailable */
  read(): Promise<Sum[]> {
    const now = this.clock.instant();
    const day = now.slice(0, 10);
    const month = monthBefore(now.slice(0, 7));
    return this.readModels.walk(journal, async (collection) => {
      const sum = (months: object) =>
        collection.aggregate<Sum>(this.pipelineOf(now, months)).toArray();
      const { collectionName } = collection;
      const isKnown = this.past?.collection === collectionName && this.past.day === day;
      const sums = isKnown ? this.past!.sums : await sum({ $lt: month });
      this.past = { collection: collectionName, day, sums };
      return [...sums, ...(await sum({ $gte: month }))];
    });
  }
}
