import type { EventStore } from '../stores/event-store.js';

const LOOK_EVERY_MS = 250;

/** How fast a build goes: while others write to the log it leaves them half of the time, so that what they write is shown soon. */
export class Pace {
  private lookedAt = -Infinity;
  private end: string | null = null;
  private isInUse = false;

  constructor(private readonly store: Pick<EventStore, 'end'>) {}

  /** For how many milliseconds to pause after so many of work: as long again, or not at all. @throws StoreUnavailable */
  async pauseAfter(workedMs: number): Promise<number> {
    if (performance.now() - this.lookedAt >= LOOK_EVERY_MS) {
      const before = this.end;
      this.end = await this.store.end();
      this.isInUse = before !== null && this.end !== before;
      this.lookedAt = performance.now();
    }
    return this.isInUse ? workedMs : 0;
  }
}
