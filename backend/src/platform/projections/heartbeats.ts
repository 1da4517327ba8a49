/**
 * Tells who still works from who has gone, without comparing any clocks: somebody counts, and whoever looks on measures by
 * its own monotonic time for how long the count has stood still. What stands still for this long has gone.
 */
export const LEASE_MS = 5_000;

export class Heartbeats {
  private readonly seen = new Map<string, { beat: string; since: number }>();

  /** Records a beat. Answers for how many milliseconds it has been the same, as far as this process has observed. */
  observe(id: string, beat: string): number {
    const now = performance.now();
    const before = this.seen.get(id);
    if (before?.beat === beat) return now - before.since;
    this.seen.set(id, { beat, since: now });
    return 0;
  }

  forget(id: string): void {
    this.seen.delete(id);
  }
}
