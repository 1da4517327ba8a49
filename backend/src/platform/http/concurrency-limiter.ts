import { DomainError } from '../kernel/domain-error.js';

/** Limits for running and waiting work. `waitMs` is the longest wait. */
export type Bounds = Readonly<{ atOnce: number; perKey?: number; waiting: number; waitMs: number }>;

export const tooBusy = (): DomainError =>
  new DomainError('too_busy', 'A lot of people are here right now. Please try again in a moment.');

/**
 * Limits concurrent work and thus memory. Keys (an address or a user) wait in separate queues,
 * served round-robin, so one key cannot delay the others.
 */
export class ConcurrencyLimiter {
  private readonly queues = new Map<string, Set<() => void>>();
  private readonly running = new Map<string, number>();
  private total = 0;
  private waiting = 0;

  constructor(private readonly bounds: Bounds) {}

  /** Waits for a place and returns a function that frees it. @throws DomainError too_busy */
  async acquire(key: string): Promise<() => void> {
    if (this.isFree(key)) return this.start(key);
    if (this.waiting >= this.bounds.waiting) throw tooBusy();
    return new Promise((resolve, reject) => {
      const queue = this.queues.get(key) ?? new Set();
      const begin = () => {
        clearTimeout(timer);
        resolve(this.start(key));
      };
      const timer = setTimeout(() => {
        this.leave(key, queue, begin);
        reject(tooBusy());
      }, this.bounds.waitMs);
      queue.add(begin);
      this.queues.set(key, queue);
      this.waiting++;
    });
  }

  private isFree(key: string): boolean {
    const { atOnce, perKey = atOnce } = this.bounds;
    return this.total < atOnce && (this.running.get(key) ?? 0) < perKey;
  }

  private start(key: string): () => void {
    this.total++;
    this.running.set(key, (this.running.get(key) ?? 0) + 1);
    let released = false;
    return () => {
      if (released) return;
      released = true;
      this.total--;
      const left = this.running.get(key)! - 1;
      if (left > 0) this.running.set(key, left);
      else this.running.delete(key);
      this.next();
    };
  }

  /** Starts the next work of the queue that waited longest. */
  private next() {
    for (const [key, queue] of this.queues) {
      if (!this.isFree(key)) continue;
      const [begin] = queue as Set<() => void> & Iterable<() => void>;
      this.queues.delete(key);
      this.leave(key, queue, begin!);
      if (queue.size > 0) this.queues.set(key, queue);
      return begin!();
    }
  }

  private leave(key: string, queue: Set<() => void>, begin: () => void) {
    queue.delete(begin);
    this.waiting--;
    if (queue.size === 0) this.queues.delete(key);
  }
}
