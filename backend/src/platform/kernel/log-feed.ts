import { Inject, Injectable, Logger, type OnApplicationShutdown } from '@nestjs/common';
import { setTimeout as delay } from 'node:timers/promises';
import { EVENT_SETS, type EventSet, categoryOf } from './events.js';
import { EventStore } from '../stores/event-store.js';
import { StoreUnavailable } from '../stores/store-unavailable.js';
import type { StoredEvent } from '../stores/stored-event.js';

/**
 * Events in log order, and the position up to which the consumer has seen every event of its
 * categories; null before the first one.
 */
export type FeedBatch = Readonly<{ events: readonly StoredEvent[]; position: string | null }>;

const BATCH_SIZE = 500;
/** A consumer that is slower reads the rest from the store. */
const MAX_BUFFERED = 2_000;
/** How often a consumer without events learns the position of the feed. */
const IDLE_MS = 1_000;
const FIRST_PAUSE_MS = 500;
const MAX_PAUSE_MS = 5_000;

/** The events of one consumer that the shared subscription has delivered. */
class Tap {
  private buffered: StoredEvent[] = [];
  private position: string | null = null;
  private reported: string | null = null;
  private wake: () => void = () => undefined;
  isClosed = false;

  constructor(private readonly categories: ReadonlySet<string>) {}

  push(events: readonly StoredEvent[]): void {
    this.position = events.at(-1)?.position ?? this.position;
    this.buffered.push(...events.filter(({ stream }) => this.categories.has(categoryOf(stream))));
    if (this.buffered.length > MAX_BUFFERED) this.close();
    else if (this.buffered.length > 0) this.wake();
  }

  close(): void {
    this.isClosed = true;
    this.buffered = [];
    this.wake();
  }

  /** The next events; none if only the position has advanced, or if the tap is closed. */
  async next(abortSignal: AbortSignal): Promise<FeedBatch> {
    while (!this.isClosed && this.buffered.length === 0 && !abortSignal.aborted) {
      const isIdle = await this.waitForEvents(abortSignal);
      if (isIdle && this.position !== this.reported) break;
    }
    const events = this.buffered.splice(0, BATCH_SIZE);
    this.reported = this.buffered.length > 0 ? events.at(-1)!.position : this.position;
    return { events, position: this.reported };
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
 * The log for all consumers of this process. They share one subscription near the end of the log.
 * A consumer that starts behind, or falls behind, reads its categories from a separate
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
   * @throws StoreUnavailable if the store is lost while the consumer catches up
   */
  async *follow(
    categories: readonly string[],
    afterPosition: string | null,
    abortSignal: AbortSignal,
  ): AsyncGenerator<FeedBatch> {
    this.shared ??= this.share();
    let position = afterPosition;
    const stopped = aborted(abortSignal);
    while (!abortSignal.aborted) {
      await Promise.race([this.caughtUp.promise, stopped]);
      if (abortSignal.aborted) return;
      const tap = new Tap(new Set(categories));
      this.taps.add(tap);
      try {
        // The tap holds what is stored from now on, and the history ends after now.
        const end = await this.eventStore.readLogEnd();
        if (position !== null && position > (end ?? ''))
          throw new Error('The log ends before the position. It was restored from a backup.');
        for await (const { events, caughtUp } of this.eventStore.follow(
          categories,
          position,
          BATCH_SIZE,
          abortSignal,
        )) {
          position = events.at(-1)?.position ?? position;
          if (events.length > 0) yield { events, position };
          if (caughtUp) break;
        }
        if (abortSignal.aborted) return;
        if (end !== null && end > (position ?? '')) position = end;
        yield { events: [], position };
        while (!tap.isClosed && !abortSignal.aborted) {
          const batch = await tap.next(abortSignal);
          // Its last events are gone, so its position must not count.
          if (tap.isClosed) break;
          const known = position ?? '';
          const events = batch.events.filter((event) => event.position > known);
          if (batch.position !== null && batch.position > known) position = batch.position;
          yield { events, position };
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
          this.caughtUp.resolve(undefined);
        }
      } catch (error) {
        // The store's monitor reports an outage once; each attempt would only repeat it.
        if (!signal.aborted && !(error instanceof StoreUnavailable))
          this.logger.warn(`subscribing at the end of the log again: ${String(error)}`);
      }
      this.caughtUp = Promise.withResolvers();
      for (const tap of this.taps) tap.close();
      await delay(pauseMs, undefined, { signal }).catch(() => undefined);
      pauseMs = Math.min(pauseMs * 2, MAX_PAUSE_MS);
    }
  }
}

const aborted = (abortSignal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (abortSignal.aborted) resolve();
    else abortSignal.addEventListener('abort', () => resolve(), { once: true });
  });
