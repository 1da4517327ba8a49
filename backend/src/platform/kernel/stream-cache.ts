import { Injectable } from '@nestjs/common';
import { Map as ImmutableMap } from 'immutable';
import { LRUCache } from 'lru-cache';
import { EventStore } from '../stores/event-store.js';
import type { StoredEvent } from '../stores/stored-event.js';
import { EventCodec } from './codec.js';
import type { Fold, LiveFold, Message } from './decider.js';
import { beingUpdated } from './domain-error.js';
import type { RecordedEvent } from './events.js';
import { unusableKey } from './personal-data.js';

/**
 * A command that a stream has handled: the revisions of its first and last event, and its
 * fingerprint.
 */
export type HandledCommand = Readonly<{
  fingerprint: string;
  first: number;
  last: number;
  position: string;
}>;

/**
 * A folded stream: its state, last revision (-1 if it does not exist), and commands by id.
 * `lacksRemarks` means that the state lacks remarks whose key was unusable when they were read.
 */
export type StreamState<State> = Readonly<{
  state: State;
  revision: number;
  done: ImmutableMap<string, HandledCommand>;
  lacksRemarks?: boolean;
}>;

export const emptyStream = <State>({
  initial,
}: Pick<Fold<State, never>, 'initial'>): StreamState<State> => ({
  state: initial,
  revision: -1,
  done: ImmutableMap(),
});

/** Adds the events of each command. The events of one command are adjacent. */
export const recordHandled = (
  handledBefore: StreamState<unknown>['done'],
  events: readonly Pick<RecordedEvent, 'metadata' | 'revision' | 'position'>[],
): StreamState<unknown>['done'] =>
  handledBefore.withMutations((handledCommands) => {
    for (const { metadata, revision, position } of events) {
      const first = handledCommands.get(metadata.command)?.first ?? revision;
      handledCommands.set(metadata.command, {
        fingerprint: metadata.fingerprint,
        first,
        last: revision,
        position,
      });
    }
  });

type AnyStreamFold = Fold<unknown, never> & Partial<Pick<LiveFold<unknown, never>, 'liveEvents'>>;

/** `subscription` is the one that was active when the read started. */
type PendingRead = {
  readPromise: Promise<unknown>;
  next?: Promise<unknown>;
  overtaken: boolean;
  subscription: symbol | null;
  isForgotten?: boolean;
};

/** `isLive` means that the subscription keeps the state as fresh as a read. */
type CachedStream = { folded: StreamState<unknown>; isLive: boolean };

/**
 * Limits the cache. The contract limits events to about 1 kB each, so the cache uses at most 60 MB.
 */
const REMEMBERED_EVENTS = 60_000;

/**
 * Streams as folded states, for the kernel; slices read through `Streams`. Caches states, so a
 * reload reads only new events. Concurrent callers share the next read, which sees everything
 * stored before they called.
 *
 * A cached state is `live` (as fresh as a read) or not:
 *
 *     absent ── read ──> cached ── read of a live fold during one subscription ──> live
 *     live ── subscription lost, event missing or unreadable ──> cached
 *     live, cached ── evicted, erasure of a key, unknown outcome of an append ──> absent
 *     any ── event with an unusable key ──> absent, so that repairing the key takes effect
 *
 * Only live states count as current. An append may start from any state: its expected revision
 * detects a stale one.
 */
@Injectable()
export class StreamCache {
  private readonly foldNumbers = new Map<AnyStreamFold, number>();
  private readonly stateCache = new LRUCache<string, CachedStream>({
    maxSize: REMEMBERED_EVENTS,
    sizeCalculation: ({ folded }) => folded.revision + 2,
  });
  private readonly pendingReads = new Map<string, PendingRead>();
  /** Identifies the subscription that keeps live states fresh; null while there is none. */
  private subscription: symbol | null = null;

  constructor(
    private readonly eventStore: EventStore,
    private readonly eventCodec: EventCodec,
  ) {}

  /**
   * Decodes the events of a stream after a revision, oldest first.
   * @throws Error if one is unreadable
   */
  async events(streamName: string, afterRevision = -1): Promise<RecordedEvent[]> {
    return requireReadable(
      await this.eventCodec.decode(await this.eventStore.read(streamName, afterRevision)),
    );
  }

  /** The state that the subscription keeps fresh, if there is one. */
  live<State, E extends Message>(
    fold: LiveFold<State, E>,
    streamName: string,
  ): StreamState<State> | undefined {
    const cachedStream = this.stateCache.get(this.cacheKey(fold, streamName));
    return cachedStream?.isLive ? (cachedStream.folded as StreamState<State>) : undefined;
  }

  remembered<State, E extends Message>(
    fold: Fold<State, E>,
    streamName: string,
  ): StreamState<State> | undefined {
    return this.stateCache.get(this.cacheKey(fold, streamName))?.folded as
      | StreamState<State>
      | undefined;
  }

  remember<State, E extends Message>(
    fold: Fold<State, E>,
    streamName: string,
    streamState: StreamState<State>,
    isLive?: boolean,
  ): void {
    const cacheKey = this.cacheKey(fold, streamName);
    const cachedStream = this.stateCache.peek(cacheKey);
    if (cachedStream && cachedStream.folded.revision > streamState.revision) return;
    if (streamState.lacksRemarks) return void this.stateCache.delete(cacheKey);
    this.stateCache.set(cacheKey, {
      folded: streamState,
      isLive: isLive ?? cachedStream?.isLive ?? false,
    });
  }

  forget<State, E extends Message>(fold: Fold<State, E>, streamName: string): void {
    this.stateCache.delete(this.cacheKey(fold, streamName));
  }

  /** Reads in progress may contain what must be forgotten, so their results are not cached. */
  forgetAll(): void {
    this.stateCache.clear();
    for (const pendingRead of this.pendingReads.values()) pendingRead.isForgotten = true;
  }

  /** While true, `apply` receives every event of the live categories. */
  set subscribed(isSubscribed: boolean) {
    this.subscription = isSubscribed ? (this.subscription ?? Symbol('subscription')) : null;
    if (!isSubscribed)
      for (const cachedStream of this.stateCache.values()) cachedStream.isLive = false;
  }

  /** Applies new events of live categories, in log order, to the cached states of their streams. */
  async apply(events: readonly StoredEvent[]): Promise<void> {
    for (const [streamName, streamEvents] of Map.groupBy(events, ({ stream }) => stream)) {
      for (const fold of this.foldNumbers.keys()) {
        if (!streamName.startsWith(`${fold.category}-`)) continue;
        const cacheKey = this.cacheKey(fold, streamName);
        const pendingRead = this.pendingReads.get(cacheKey);
        if (pendingRead) pendingRead.overtaken = true;
        const cachedStream = this.stateCache.peek(cacheKey);
        if (cachedStream?.isLive) await this.fold(fold, streamName, cachedStream, streamEvents);
      }
    }
  }

  /**
   * Reads and folds the events since the cached revision.
   * @throws StoreUnavailable
   */
  reload<State, E extends Message>(
    fold: Fold<State, E>,
    streamName: string,
  ): Promise<StreamState<State>> {
    const cacheKey = this.cacheKey(fold, streamName);
    const read = (): Promise<StreamState<State>> => {
      const newRead: PendingRead = {
        readPromise: Promise.resolve(),
        overtaken: false,
        subscription: this.subscription,
      };
      const readPromise = this.readPending(fold, streamName, newRead);
      newRead.readPromise = readPromise;
      this.pendingReads.set(cacheKey, newRead);
      const removeRead = () => (newRead.next ? undefined : this.pendingReads.delete(cacheKey));
      readPromise.then(removeRead, removeRead);
      return readPromise;
    };
    const pendingRead = this.pendingReads.get(cacheKey);
    if (!pendingRead) return read();
    return (pendingRead.next ??= pendingRead.readPromise.then(read, read)) as Promise<
      StreamState<State>
    >;
  }

  private async readPending<State, E extends Message>(
    fold: Fold<State, E>,
    streamName: string,
    pendingRead: PendingRead,
  ): Promise<StreamState<State>> {
    const cachedState = this.remembered(fold, streamName) ?? emptyStream(fold);
    const events = await this.events(streamName, cachedState.revision);
    const streamState = events.length > 0 ? foldEvents(fold, cachedState, events) : cachedState;
    // The read may lack an event that arrived while it ran or between two subscriptions.
    const isLive =
      isLiveFold(fold) &&
      !pendingRead.overtaken &&
      this.subscription !== null &&
      this.subscription === pendingRead.subscription;
    if (!pendingRead.isForgotten) this.remember(fold, streamName, streamState, isLive);
    return streamState;
  }

  private async fold(
    fold: AnyStreamFold,
    streamName: string,
    cachedStream: CachedStream,
    events: readonly StoredEvent[],
  ) {
    const newEvents = events.filter(({ revision }) => revision > cachedStream.folded.revision);
    if (newEvents.length === 0) return;
    try {
      if (newEvents[0]!.revision !== cachedStream.folded.revision + 1)
        throw new Error('an event is missing');
      this.remember(
        fold,
        streamName,
        foldEvents(
          fold,
          cachedStream.folded as StreamState<never>,
          requireReadable(await this.eventCodec.decode(newEvents)),
        ),
      );
    } catch {
      cachedStream.isLive = false;
    }
  }

  /** Folds of one category share streams, but not states. */
  private cacheKey(fold: AnyStreamFold, streamName: string): string {
    const foldNumber = this.foldNumbers.get(fold) ?? this.foldNumbers.size;
    this.foldNumbers.set(fold, foldNumber);
    return `${foldNumber} ${streamName}`;
  }
}

const isLiveFold = (fold: AnyStreamFold): boolean =>
  fold.liveEvents?.categories.includes(fold.category) ?? false;

/**
 * @throws DomainError store_unavailable for an event of a newer release, which another process may
 *   be able to read; key_unusable for a lost or damaged key; Error for any other unreadable event
 */
export const requireReadable = (
  decodedEvents: Awaited<ReturnType<EventCodec['decode']>>,
): RecordedEvent[] =>
  decodedEvents.map((event) => {
    if ('unreadable' in event && event.newer) throw beingUpdated(event.unreadable);
    if ('unreadable' in event && event.damagedKey) throw unusableKey(event.unreadable);
    if ('unreadable' in event)
      throw new Error(`Event ${event.id} of ${event.stream} cannot be read: ${event.unreadable}`);
    return event;
  });

export const foldEvents = <State, E extends Message>(
  fold: Fold<State, E>,
  { state, done, lacksRemarks = false }: StreamState<State>,
  events: readonly RecordedEvent[],
): StreamState<State> => ({
  state: (events as unknown as E[]).reduce(fold.evolve, state),
  revision: events.at(-1)!.revision,
  done: recordHandled(done, events),
  lacksRemarks: lacksRemarks || events.some(({ unopened }) => unopened),
});
