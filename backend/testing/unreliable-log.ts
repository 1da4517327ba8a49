import type { EventStore } from '../src/platform/stores/event-store.js';
import type { Batch } from '../src/platform/stores/log-subscription.js';
import { StoreUnavailable } from '../src/platform/stores/store-unavailable.js';
import type { StoredEvent } from '../src/platform/stores/stored-event.js';
import { patience } from './patience.js';

type Subscription = { fail(error: Error): void; wake(): void };

export const positionOf = (number: number): string => String(number).padStart(20, '0');

/** An in-memory log whose subscriptions can be lost, with the interface of EventStore. */
export class UnreliableLog {
  readonly events: StoredEvent[] = [];
  readonly subscriptions = new Set<Subscription>();
  /** The number of attempts to subscribe. */
  attempts = 0;
  isDown = false;
  /** Makes the next subscription fail as soon as it has caught up. */
  failsOnceCaughtUp = false;

  get asEventStore(): EventStore {
    return this as unknown as EventStore;
  }

  append(...streams: readonly string[]): void {
    for (const stream of streams) this.appendEvent(stream, 'Happened');
  }

  appendEvent(stream: string, type: string): void {
    const number = this.events.length + 1;
    const position = positionOf(number);
    this.events.push({ id: `event-${number}`, type, stream, position } as StoredEvent);
    for (const { wake } of this.subscriptions) wake();
  }

  /** Ends all subscriptions once they have delivered the events that are already stored. */
  loseSubscriptions(error: Error = new Error('lost')): void {
    for (const { fail } of this.subscriptions) fail(error);
  }

  goDown(): void {
    this.isDown = true;
    this.loseSubscriptions(new StoreUnavailable('EventStoreDB'));
  }

  async *follow(
    categories: readonly string[],
    after: string | null,
    size: number,
    signal: AbortSignal,
  ): AsyncGenerator<Batch> {
    this.attempts++;
    this.requireUp();
    let failure: Error | undefined;
    let next = after === 'end' ? this.events.length : Number(after ?? 0);
    const subscription: Subscription = {
      fail: (error) => ((failure = error), subscription.wake()),
      wake: () => undefined,
    };
    this.subscriptions.add(subscription);
    const wake = () => subscription.wake();
    signal.addEventListener('abort', wake);
    let isHistory = true;
    try {
      while (!signal.aborted) {
        if (failure && next >= this.events.length) throw failure;
        const page = this.events.slice(next, next + size);
        next += page.length;
        const events = page.filter(({ stream }) => categories.includes(stream.split('-')[0]!));
        const caughtUp = isHistory && next >= this.events.length;
        if (caughtUp) isHistory = false;
        if (events.length > 0 || caughtUp) yield { events, caughtUp };
        else if (page.length === 0)
          await new Promise<void>((resolve) => (subscription.wake = resolve));
        if (caughtUp && this.failsOnceCaughtUp) {
          this.failsOnceCaughtUp = false;
          throw new Error('lost');
        }
      }
    } finally {
      signal.removeEventListener('abort', wake);
      this.subscriptions.delete(subscription);
    }
  }

  async readLogEnd(): Promise<string | null> {
    return (await this.readLastEvent())?.position ?? null;
  }

  async readLastEvent(): Promise<StoredEvent | null> {
    this.requireUp();
    return this.events.at(-1) ?? null;
  }

  async readAt(position: string): Promise<StoredEvent | null> {
    this.requireUp();
    return this.events.find((event) => event.position === position) ?? null;
  }

  private requireUp() {
    if (this.isDown) throw new StoreUnavailable('EventStoreDB');
  }
}

/** @throws Error if the condition does not become true in time */
export const until = async (condition: () => boolean): Promise<void> => {
  const deadline = Date.now() + patience(5_000);
  while (!condition()) {
    if (Date.now() > deadline) throw new Error('timed out');
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
};
