import type { EventStore } from '../stores/event-store.js';
import type { Batch } from '../stores/log-subscription.js';

const LOOK_EVERY_MS = 250;
/** Whoever waits for the same processor, or for MongoDB, waits for the writes of so many events at most. */
const TOGETHER_IN_USE = 100;

/**
 * How fast a build goes: while others write to the log it leaves them half of the time, and works in small pieces, so that what
 * they write is shown soon.
 */
export class BuildThrottle {
  private lookedAt = -Infinity;
  private end: string | null = null;
  /** Until it is known that nobody writes. */
  private isInUse = true;

  constructor(private readonly store: Pick<EventStore, 'end'>) {}

  /** For how many milliseconds to pause after so many of work: as long again, or not at all. @throws StoreUnavailable */
  async pauseAfter(workedMs: number): Promise<number> {
    if (performance.now() - this.lookedAt >= LOOK_EVERY_MS) {
      const before = this.end;
      this.end = await this.store.end();
      this.isInUse = before === null || this.end !== before;
      this.lookedAt = performance.now();
    }
    return this.isInUse ? workedMs : 0;
  }

  /** The same events in the pieces that the pace allows when each is taken. */
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
