/**
 * A process whose counter does not change for this long counts as stopped. Observers measure with
 * their own monotonic clocks, so no clocks are compared.
 */
export const LEASE_MS = 5_000;

export class Heartbeats {
  private readonly seen = new Map<string, { beat: string; since: number }>();

  /** Records a beat and returns for how many milliseconds this process has seen the same one. */
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
