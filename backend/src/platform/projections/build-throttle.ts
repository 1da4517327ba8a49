import type { EventStore } from '../stores/event-store.js';
import type { Batch } from '../stores/log-subscription.js';

const CHECK_INTERVAL_MS = 250;
/** While others write, a batch has at most this many events. */
const MAX_EVENTS_IN_USE = 100;

/**
 * Slows a build down while others write to the log: it pauses half of the time and works in small
 * batches, so that new writes appear soon.
 */
export class BuildThrottle {
  private checkedAt = -Infinity;
  private logEnd: string | null = null;
  /** Assumed to be true until the log is known to be idle. */
  private isLogGrowing = true;

  constructor(private readonly eventStore: Pick<EventStore, 'readLogEnd'>) {}

  /**
   * Returns how long to pause after a period of work, in milliseconds: as long as the work took, or
   * 0.
   * @throws StoreUnavailable
   */
  async pauseAfter(workedMs: number): Promise<number> {
    if (performance.now() - this.checkedAt >= CHECK_INTERVAL_MS) {
      const previousEnd = this.logEnd;
      this.logEnd = await this.eventStore.readLogEnd();
      this.isLogGrowing = previousEnd === null || this.logEnd !== previousEnd;
      this.checkedAt = performance.now();
    }
    return this.isLogGrowing ? workedMs : 0;
  }

  /** Splits each batch into pieces of the size that is allowed at that moment. */
  async *splitBatches(batches: AsyncIterable<Batch>): AsyncGenerator<Batch> {
    for await (const { events, caughtUp } of batches) {
      let sliceStart = 0;
      do {
        const eventSlice = this.isLogGrowing
          ? events.slice(sliceStart, sliceStart + MAX_EVENTS_IN_USE)
          : events.slice(sliceStart);
        sliceStart += eventSlice.length;
        yield { events: eventSlice, caughtUp: caughtUp && sliceStart === events.length };
      } while (sliceStart < events.length);
    }
  }
}
