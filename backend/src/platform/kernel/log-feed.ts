import { Inject, Injectable, Logger, type OnApplicationShutdown } from '@nestjs/common';
import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { CONFIG, type Config } from '../../config.js';
import { EVENT_SETS, type EventSet, categoryOf } from './events.js';
import { EventStore } from '../stores/event-store.js';
import { StoreUnavailable } from '../stores/store-unavailable.js';
import { type StoredPosition, isInLog } from '../stores/log-identity.js';
import type { StoredEvent } from '../stores/stored-event.js';

/**
 * Events in log order, and the position up to which the consumer has seen every event of its
 * categories, with the id of the event at that position. `reached` is null before the first event.
 * `isCurrent` is false while the consumer catches up: at the start of a feed, and from the moment
 * when the subscription is lost.
 */
export type FeedBatch = Readonly<{
  events: readonly StoredEvent[];
  reached: StoredPosition | null;
  isCurrent: boolean;
}>;

/**
 * The log was replaced, or restored from a backup that is older than the position of a consumer.
 */
export class LogReplaced extends Error {}

/** The maximum number of events in a batch. */
export const BATCH_SIZE = 1_000;
/** Beyond this, a slow consumer reads the rest from the store. */
const MAX_BUFFERED = 5_000;
/** How often a consumer without new events is informed of the feed's position. */
const IDLE_MS = 1_000;
const FIRST_PAUSE_MS = 500;
const MAX_PAUSE_MS = 5_000;

/** The events that the shared subscription has delivered for one consumer. */
class Tap {
  private buffered: StoredEvent[] = [];
  private last: StoredPosition | null = null;
  private wake: () => void = () => undefined;
  private readonly idleTimer = setInterval(() => this.wake(), IDLE_MS);
  isClosed = false;

  constructor(readonly categories: ReadonlySet<string>) {}

  push(events: readonly StoredEvent[]): void {
    if (this.isClosed) return;
    this.last = positionOf(events.at(-1)) ?? this.last;
    this.buffered.push(...events.filter(({ stream }) => this.categories.has(categoryOf(stream))));
    if (this.buffered.length > MAX_BUFFERED) this.close();
    else if (this.buffered.length > 0) this.wake();
  }

  close(): void {
    this.isClosed = true;
    this.buffered = [];
    clearInterval(this.idleTimer);
    this.wake();
  }

  /** The next events after a position; an empty batch if only the position has advanced. */
  async next(reached: StoredPosition | null): Promise<FeedBatch> {
    const known = reached?.position ?? '';
    while (!this.isClosed && this.buffered.length === 0) {
      await new Promise<void>((resolve) => (this.wake = resolve));
      if (this.last && this.last.position > known) break;
    }
    // A closed tap has dropped its last events, so its position does not count.
    if (this.isClosed) return { events: [], reached, isCurrent: false };
    const events = this.buffered.splice(0, BATCH_SIZE);
    const newest = this.buffered.length > 0 ? positionOf(events.at(-1)) : this.last;
    return {
      events: events.filter(({ position }) => position > known),
      reached: newest && newest.position >= known ? newest : reached,
      isCurrent: true,
    };
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
  private readonly categories: readonly string[];
  private readonly taps = new Set<Tap>();
  private sharedTask?: Promise<void>;
  private caughtUp = Promise.withResolvers<undefined>();
  /** Whether the shared subscription is active. */
  isSubscribed = false;

  constructor(
    private readonly eventStore: EventStore,
    @Inject(EVENT_SETS) eventSets: readonly EventSet[],
    @Inject(CONFIG) { ROLES }: Pick<Config, 'ROLES'>,
  ) {
    // The API only keeps its cached streams fresh, and the other categories have most of the
    // events.
    const isApiOnly = ROLES.every((role) => role === 'api');
    this.categories = eventSets
      .filter(({ live }) => live || !isApiOnly)
      .flatMap((eventSet) => eventSet.categories);
  }

  async onApplicationShutdown() {
    this.stopController.abort();
    await this.sharedTask;
  }

  /**
   * Follows categories after a position (null: from the start) until the signal aborts. While the
   * store is unavailable, waits and then continues.
   * @throws LogReplaced
   */
  async *follow(
    categories: readonly string[],
    after: StoredPosition | null | 'end',
    abortSignal: AbortSignal,
  ): AsyncGenerator<FeedBatch> {
    if (!categories.every((category) => this.categories.includes(category)))
      throw new Error('this process does not subscribe to all of these categories');
    this.sharedTask ??= this.share();
    let reached = after;
    let tap: Tap | undefined;
    const stopped = once(abortSignal, 'abort').then(() => tap?.close());
    while (!abortSignal.aborted) {
      if (!this.isSubscribed) await Promise.race([this.caughtUp.promise, stopped]);
      // The subscription may have been lost again.
      if (abortSignal.aborted || !this.isSubscribed) continue;
      tap = new Tap(new Set(categories));
      this.taps.add(tap);
      try {
        for await (const batch of this.read(tap, reached, abortSignal)) {
          ({ reached } = batch);
          yield batch;
        }
      } catch (error) {
        if (error instanceof LogReplaced) throw error;
        await this.pauseAfter(error, FIRST_PAUSE_MS, abortSignal);
      } finally {
        tap.close();
        this.taps.delete(tap);
      }
    }
  }

  /**
   * Reads the history, and then the new events, which the tap has been buffering, until it closes.
   */
  private async *read(
    tap: Tap,
    after: StoredPosition | null | 'end',
    abortSignal: AbortSignal,
  ): AsyncGenerator<FeedBatch> {
    let reached = after === 'end' ? null : after;
    if (reached && !(await isInLog(this.eventStore, reached)))
      throw new LogReplaced(`The log no longer has the same event at ${reached.position}.`);
    const end = positionOf((await this.eventStore.readLastEvent()) ?? undefined);
    if (after !== 'end')
      for await (const { events, caughtUp } of this.eventStore.follow(
        [...tap.categories],
        reached?.position ?? null,
        BATCH_SIZE,
        abortSignal,
      )) {
        reached = positionOf(events.at(-1)) ?? reached;
        if (events.length > 0) yield { events, reached, isCurrent: false };
        if (caughtUp) break;
      }
    if (abortSignal.aborted) return;
    if (end && end.position > (reached?.position ?? '')) reached = end;
    let batch: FeedBatch = { events: [], reached, isCurrent: !tap.isClosed };
    for (; batch.isCurrent; batch = await tap.next(batch.reached)) yield batch;
    yield batch;
  }

  private async share() {
    const { signal } = this.stopController;
    let pauseMs = FIRST_PAUSE_MS;
    while (!signal.aborted) {
      let failure: unknown = new Error('the subscription ended');
      try {
        for await (const { events, caughtUp } of this.eventStore.follow(
          this.categories,
          'end',
          BATCH_SIZE,
          signal,
        )) {
          for (const tap of this.taps) tap.push(events);
          if (!caughtUp) continue;
          pauseMs = FIRST_PAUSE_MS;
          this.isSubscribed = true;
          this.caughtUp.resolve(undefined);
        }
      } catch (error) {
        failure = error;
      }
      // Consumers wait for the old promise until it resolves.
      if (this.isSubscribed) this.caughtUp = Promise.withResolvers();
      this.isSubscribed = false;
      for (const tap of this.taps) tap.close();
      await this.pauseAfter(failure, pauseMs, signal);
      pauseMs = Math.min(pauseMs * 2, MAX_PAUSE_MS);
    }
  }

  private async pauseAfter(error: unknown, pauseMs: number, abortSignal: AbortSignal) {
    // The store's monitor already reports an outage once; logging each attempt would repeat it.
    if (!abortSignal.aborted && !(error instanceof StoreUnavailable))
      this.logger.warn(`Lost the subscription to the log; subscribing again: ${String(error)}`);
    await delay(pauseMs, undefined, { signal: abortSignal }).catch(() => undefined);
  }
}

const positionOf = (event: StoredEvent | undefined): StoredPosition | null =>
  event ? { position: event.position, eventId: event.id } : null;
