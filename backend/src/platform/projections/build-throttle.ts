import type { EventStore } from '../stores/event-store.js';
import type { Batch } from '../stores/log-subscription.js';

const LOOK_EVERY_MS = 250;
/** Other writes wait for at most this many events. */
const TOGETHER_IN_USE = 100;

/**
 * Slows a build down while others write to the log: it pauses half of the time and works in small
 * batches, so new writes appear soon.
 */
export class BuildThrottle {
  private lookedAt = -Infinity;
  private end: string | null = null;
  /** Assumed until the log is known to be idle. */
  private isInUse = true;

  constructor(private readonly store: Pick<EventStore, 'end'>) {}

  /**
   * The pause in milliseconds after a period of work: equally long, or 0. @throws StoreUnavailable
   */
  async pauseAfter(workedMs: number): Promise<number> {
    if (performance.now() - this.lookedAt >= LOOK_EVERY_MS) {
      const before = this.end;
      this.end = await this.store.end();
      this.isInUse = before === null || this.end !== before;
      this.lookedAt = performance.now();
    }
    return this.isInUse ? workedMs : 0;
  }

  /** Splits batches to the size that is allowed when each is taken. */
  async *pieces(batches: AsyncIterable<Batch>): AsyncGenerator<Batch> {
    for await (const { events, caughtUp } of batches) {
      let from = 0;
      do {
        const piece = this.isInUse
          ? events.slice(from, from + TOGETHER_IN_USE)
          : events.slice(from);
        from += piece.length;
        yield { events: piece, caughtUp: caughtUp && from === events.length };
      } while (from < events.length);
    }
  }
}
