import { DomainError } from '../kernel/domain-error.js';
import { Shares } from './shares.js';

/** Limits on running and waiting work, in total and per key. `waitMs` is the maximum wait. */
export type ConcurrencyLimits = Readonly<{
  atOnce: number;
  perKey?: number;
  waiting: number;
  waitingPerKey?: number;
  waitMs: number;
}>;

export const tooBusy = (): DomainError =>
  new DomainError('too_busy', 'A lot of people are here right now. Please try again in a moment.');

/**
 * Limits concurrent work and thus memory. Keys (an address or a user) wait in separate queues,
 * served round-robin, so that one key cannot delay the others.
 */
export class ConcurrencyLimiter {
  private readonly waitingByKey = new Map<string, Set<() => void>>();
  private readonly running: Shares;
  private waitingCount = 0;

  constructor(private readonly limits: ConcurrencyLimits) {
    const { atOnce, perKey = atOnce } = limits;
    this.running = new Shares({ inAll: atOnce, perKey });
  }

  /**
   * Waits for a slot and returns a function that releases it.
   * @throws DomainError too_busy
   */
  async acquire(limitKey: string): Promise<() => void> {
    if (this.running.hasRoomFor(limitKey)) return this.startWorkFor(limitKey);
    const waitingQueue = this.waitingByKey.get(limitKey) ?? new Set();
    const { waiting, waitingPerKey = waiting } = this.limits;
    if (this.waitingCount >= waiting || waitingQueue.size >= waitingPerKey) throw tooBusy();
    return new Promise((resolve, reject) => {
      const startWork = () => {
        clearTimeout(waitTimer);
        resolve(this.startWorkFor(limitKey));
      };
      const waitTimer = setTimeout(() => {
        this.removeFromQueue(limitKey, waitingQueue, startWork);
        reject(tooBusy());
      }, this.limits.waitMs);
      waitingQueue.add(startWork);
      this.waitingByKey.set(limitKey, waitingQueue);
      this.waitingCount++;
    });
  }

  private startWorkFor(limitKey: string): () => void {
    const release = this.running.take(limitKey);
    let isReleased = false;
    return () => {
      if (isReleased) return;
      isReleased = true;
      release();
      this.startNext();
    };
  }

  /** Starts the next work item from the queue that has waited longest. */
  private startNext() {
    for (const [limitKey, waitingQueue] of this.waitingByKey) {
      if (!this.running.hasRoomFor(limitKey)) continue;
      const [startWork] = waitingQueue as Set<() => void> & Iterable<() => void>;
      this.waitingByKey.delete(limitKey);
      this.removeFromQueue(limitKey, waitingQueue, startWork!);
      if (waitingQueue.size > 0) this.waitingByKey.set(limitKey, waitingQueue);
      return startWork!();
    }
  }

  private removeFromQueue(limitKey: string, waitingQueue: Set<() => void>, startWork: () => void) {
    waitingQueue.delete(startWork);
    this.waitingCount--;
    if (waitingQueue.size === 0) this.waitingByKey.delete(limitKey);
  }
}
