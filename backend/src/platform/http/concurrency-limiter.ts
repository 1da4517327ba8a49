import { DomainError } from '../kernel/domain-error.js';

/** At most so many at once, of one key at most `perKey`; so many wait, so long. */
export type Bounds = Readonly<{ atOnce: number; perKey?: number; waiting: number; waitMs: number }>;

export const tooBusy = (): DomainError =>
  new DomainError('too_busy', 'A lot of people are here right now. Please try again in a moment.');

/**
 * Limits what runs at once, so that what many ask for at once never has to be in memory at once. Each key (an address, a
 * person) waits in a queue of its own, served round-robin: one who asks for everything keeps nobody else waiting.
 */
export class ConcurrencyLimiter {
  private readonly queues = new Map<string, Set<() => void>>();
  private readonly running = new Map<string, number>();
  private total = 0;
  private waiting = 0;

  constructor(private readonly bounds: Bounds) {}

  /** Waits for room. Answers a function that gives it back. @throws DomainError too_busy */
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

  /** The queue that waited longest starts its first, and goes to the end. */
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
