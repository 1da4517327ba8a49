/**
 * A process whose counter does not change for this long counts as stopped. Observers measure with
 * their own monotonic clocks, so clocks are never compared.
 */
export const LEASE_MS = 5_000;

export class Heartbeats {
  private readonly lastBeats = new Map<string, { beat: string; since: number }>();

  /** Records a beat. Returns for how many milliseconds this process has seen the same beat. */
  observeBeat(id: string, beat: string): number {
    const now = performance.now();
    const previousBeat = this.lastBeats.get(id);
    if (previousBeat?.beat === beat) return now - previousBeat.since;
    this.lastBeats.set(id, { beat, since: now });
    return 0;
  }

  forget(id: string): void {
    this.lastBeats.delete(id);
  }
}
