export type ShareLimits = Readonly<{ inAll: number; perKey: number }>;

/** Counts how many places each key (an address or a user) occupies at the same time. */
export class Shares {
  private readonly countByKey = new Map<string, number>();
  private total = 0;

  constructor(private readonly limits: ShareLimits) {}

  get isFull(): boolean {
    return this.total >= this.limits.inAll;
  }

  hasRoomFor(key: string): boolean {
    return !this.isFull && (this.countByKey.get(key) ?? 0) < this.limits.perKey;
  }

  /**
   * Takes a place, which the caller has already checked to be free. Returns a function that frees
   * it once.
   */
  take(key: string): () => void {
    this.total++;
    this.countByKey.set(key, (this.countByKey.get(key) ?? 0) + 1);
    let isReleased = false;
    return () => {
      if (isReleased) return;
      isReleased = true;
      this.total--;
      const remainingCount = this.countByKey.get(key)! - 1;
      if (remainingCount > 0) this.countByKey.set(key, remainingCount);
      else this.countByKey.delete(key);
    };
  }
}
