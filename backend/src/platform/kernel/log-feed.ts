import { Inject, Injectable, Logger, type OnApplicationShutdown } from '@nestjs/common';
import { setTimeout as delay } from 'node:timers/promises';
import { EVENT_SETS, type EventSet, categoryOf } from './events.js';
import { EventStore } from '../stores/event-store.js';
import { StoreUnavailable } from '../stores/store-unavailable.js';
import { type StoredPosition, isInLog } from '../stores/log-identity.js';
import type { StoredEvent } from '../stores/stored-event.js';

/**
 * Events in log order, and the position up to which the consumer has seen every event of its
 * categories, with the id of the event at that position. `reached` is null before the first event.
 */
export type FeedBatch = Readonly<{
  events: readonly StoredEvent[];
  reached: StoredPosition | null;
}>;

/**
 * The log was replaced, or restored from a backup that is older than the position of a consumer.
 */
export class LogReplaced extends Error {}

const BATCH_SIZE = 500;
/** Beyond this, a slow consumer reads the rest from the store. */
const MAX_BUFFERED = 2_000;
/** How often a consumer without new events is informed of the feed's position. */
const IDLE_MS = 1_000;
const FIRST_PAUSE_MS = 500;
const MAX_PAUSE_MS = 5_000;

/** The events that the shared subscription has delivered for one consumer. */
class Tap {
  private buffered: StoredEvent[] = [];
  private last: StoredPosition | null = null;
  private reported: StoredPosition | null = null;
  private wake: () => void = () => undefined;
  isClosed = false;

  constructor(private readonly categories: ReadonlySet<string>) {}

  push(events: readonly StoredEvent[]): void {
    this.last = positionOf(events.at(-1)) ?? this.last;
    this.buffered.push(...events.filter(({ stream }) => this.categories.has(categoryOf(stream))));
    if (this.buffered.length > MAX_BUFFERED) this.close();
    else if (this.buffered.length > 0) this.wake();
  }

  close(): void {
    this.isClosed = true;
    this.buffered = [];
    this.wake();
  }

  /** The next events; an empty batch if only the position has advanced or if the tap is closed. */
  async next(abortSignal: AbortSignal): Promise<FeedBatch> {
    while (!this.isClosed && this.buffered.length === 0 && !abortSignal.aborted) {
      const isIdle = await this.waitForEvents(abortSignal);
      if (isIdle && this.last !== this.reported) break;
    }
    const events = this.buffered.splice(0, BATCH_SIZE);
    this.reported = this.buffered.length > 0 ? positionOf(events.at(-1)) : this.last;
    return { events, reached: this.reported };
  }

  private async waitForEvents(abortSignal: AbortSignal): Promise<boolean> {
    const timer = new AbortController();
    const woken = new Promise<false>((resolve) => (this.wake = () => resolve(false)));
    const idle = delay(IDLE_MS, true, { signal: AbortSignal.any([abortSignal, timer.signal]) });
    try {
      return await Promise.race([woken, idle.catch(() => false)]);
    } finally {
      timer.abort();
    }
  }
}

/**
 * Provides the log to all consumers of this process. They share one subscription near the end of
 * the log. A consumer that starts behind, or falls behind, reads its categories from a separate
 * subscription until it has caught up.
 */
@Injectable()
export class LogFeed implements OnApplicationShutdown {
  private readonly logger = new Logger('log');
  private readonly stopController = new AbortController();
  private readonly taps = new Set<Tap>();
  private shared?: Promise<void>;
  private caughtUp = Promise.withResolvers<undefined>();

  constructor(
    private readonly eventStore: EventStore,
    @Inject(EVENT_SETS) private readonly eventSets: readonly EventSet[],
  ) {}

  async onApplicationShutdown() {
    this.stopController.abort();
    await this.shared;
  }

  /**
   * Follows categories after a position (null: from the start) until the signal aborts.
   * @throws StoreUnavailable if the store is lost while the consumer catches up; LogReplaced
   */
  async *follow(
    categories: readonly string[],
    after: StoredPosition | null,
    abortSignal: AbortSignal,
  ): AsyncGenerator<FeedBatch> {
    this.shared ??= this.share();
    let reached = after;
    const stopped = aborted(abortSignal);
    while (!abortSignal.aborted) {
      const { caughtUp: subscription } = this;
      await Promise.race([subscription.promise, stopped]);
      if (abortSignal.aborted) return;
      if (subscription !== this.caughtUp) continue;
      const tap = new Tap(new Set(categories));
      this.taps.add(tap);
      try {
        if (reached && !(await isInLog(this.eventStore, reached)))
          throw new LogReplaced(`The log no longer has the same event at ${reached.position}.`);
        // From here on, the tap buffers new events, and the history that is read below reaches past
        // this point.
        const end = await this.eventStore.readLogEnd();
        for await (const { events, caughtUp } of this.eventStore.follow(
          categories,
          reached?.position ?? null,
          BATCH_SIZE,
          abortSignal,
        )) {
          reached = positionOf(events.at(-1)) ?? reached;
          if (events.length > 0) yield { events, reached };
          if (caughtUp) break;
        }
        if (abortSignal.aborted) return;
        if (end !== null && end > (reached?.position ?? '')) reached = { position: end };
        yield { events: [], reached };
        while (!tap.isClosed && !abortSignal.aborted) {
          const batch = await tap.next(abortSignal);
          // A closed tap has dropped its last events, so its position does not count.
          if (tap.isClosed) break;
          const known = reached?.position ?? '';
          const events = batch.events.filter(({ position }) => position > known);
          if (batch.reached && batch.reached.position >= known) reached = batch.reached;
          yield { events, reached };
        }
      } finally {
        this.taps.delete(tap);
      }
    }
  }

  private async share() {
    const { signal } = this.stopController;
    const categories = this.eventSets.flatMap((eventSet) => eventSet.categories);
    let pauseMs = FIRST_PAUSE_MS;
    while (!signal.aborted) {
      let hasCaughtUp = false;
      try {
        for await (const { events, caughtUp } of this.eventStore.follow(
          categories,
          'end',
          BATCH_SIZE,
          signal,
        )) {
          for (const tap of this.taps) tap.push(events);
          if (!caughtUp) continue;
          pauseMs = FIRST_PAUSE_MS;
          hasCaughtUp = true;
          this.caughtUp.resolve(undefined);
        }
      } catch (error) {
        // The store's monitor already reports an outage once; logging each attempt would repeat it.
        if (!signal.aborted && !(error instanceof StoreUnavailable))
          this.logger.warn(`subscribing at the end of the log again: ${String(error)}`);
      }
      // Consumers wait for the old promise until it resolves.
      if (hasCaughtUp) this.caughtUp = Promise.withResolvers();
      for (const tap of this.taps) tap.close();
      await delay(pauseMs, undefined, { signal }).catch(() => undefined);
      pauseMs = Math.min(pauseMs * 2, MAX_PAUSE_MS);
    }
  }
}

const positionOf = (event: StoredEvent | undefined): StoredPosition | null =>
  event ? { position: event.position, eventId: event.id } : null;

const aborted = (abortSignal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (abortSignal.aborted) resolve();
    else abortSignal.addEventListener('abort', () => resolve(), { once: true });
  });
