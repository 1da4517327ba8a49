import { Injectable } from '@nestjs/common';
import { Map as ImmutableMap } from 'immutable';
import { LRUCache } from 'lru-cache';
import { EventStore } from '../stores/event-store.js';
import { StoreUnavailable } from '../stores/store-unavailable.js';
import type { StoredEvent } from '../stores/stored-event.js';
import { EventCodec } from './codec.js';
import type { Fold, Message } from './decider.js';
import { DomainError } from './domain-error.js';
import type { RecordedEvent } from './events.js';

/**
 * What a command did in a stream: the revisions of its first and last event, and its fingerprint.
 */
export type HandledCommand = Readonly<{
  fingerprint: string;
  first: number;
  last: number;
  position: string;
}>;

/** A folded stream: its state, last revision (-1 if it does not exist), and commands by id. */
export type StreamState<State> = Readonly<{
  state: State;
  revision: number;
  done: ImmutableMap<string, HandledCommand>;
}>;

/** A stream without events. */
export const emptyStream = <State>({
  initial,
}: Pick<Fold<State, never>, 'initial'>): StreamState<State> => ({
  state: initial,
  revision: -1,
  done: ImmutableMap(),
});

/** Adds the events of each command. The events of one command are adjacent. */
export const recordHandled = (
  before: StreamState<unknown>['done'],
  events: readonly Pick<RecordedEvent, 'metadata' | 'revision' | 'position'>[],
): StreamState<unknown>['done'] =>
  before.withMutations((done) => {
    for (const { metadata, revision, position } of events) {
      const first = done.get(metadata.command)?.first ?? revision;
      done.set(metadata.command, {
        fingerprint: metadata.fingerprint,
        first,
        last: revision,
        position,
      });
    }
  });

type AnyFold = Fold<unknown, never>;

/** Returns the state of the stream `<category>-<id>`. */
export type ReadStream = <State, E extends Message>(
  fold: Fold<State, E>,
  id: string,
) => Promise<State>;

type PendingRead = { running: Promise<unknown>; next?: Promise<unknown>; overtaken: boolean };

/** `live` means that the subscription keeps the state as fresh as a read. */
type CachedStream = { folded: StreamState<unknown>; live: boolean };

/**
 * Limits the cache. The contract limits the size of events to about 1 kB, so this is at most 60 MB.
 */
const REMEMBERED_EVENTS = 60_000;

/**
 * Streams as folded states. Caches states, so a reload reads only new events. Concurrent callers
 * share the next read, which sees everything stored before they called.
 */
@Injectable()
export class Streams {
  private readonly folds = new Map<AnyFold, number>();
  private readonly memory = new LRUCache<string, CachedStream>({
    maxSize: REMEMBERED_EVENTS,
    sizeCalculation: ({ folded }) => folded.revision + 2,
  });
  private readonly readings = new Map<string, PendingRead>();
  private isSubscribed = false;

  constructor(
    private readonly store: EventStore,
    private readonly codec: EventCodec,
  ) {}

  /**
   * Reads the current state of `<category>-<id>`; `initial` if it does not exist. @throws
   * StoreUnavailable
   */
  async load<State, E extends Message>(fold: Fold<State, E>, id: string): Promise<State> {
    return (await this.reload(fold, `${fold.category}-${id}`)).state;
  }

  /**
   * Returns the cached state of a subscribed stream, at most milliseconds late; otherwise loads it.
   * Callers may accept a command on it, but must load the stream before they refuse one.
   */
  async cached<State, E extends Message>(fold: Fold<State, E>, id: string): Promise<State> {
    const known = this.memory.get(this.key(fold, `${fold.category}-${id}`));
    return known?.live ? (known.folded.state as State) : this.load(fold, id);
  }

  /**
   * Runs a decision on cached streams (`isFresh` is false) and, if it is refused, once more on
   * fresh reads: cached state may be stale, so it must never refuse a command.
   */
  async decideOptimistically<T>(
    decide: (read: ReadStream, isFresh: boolean) => Promise<T>,
  ): Promise<T> {
    try {
      return await decide((fold, id) => this.cached(fold, id), false);
    } catch (error) {
      if (!(error instanceof DomainError)) throw error;
      return decide((fold, id) => this.load(fold, id), true);
    }
  }

  /**
   * The state for reads, which continue while the store is down: then the last cached state.
   * @throws StoreUnavailable if nothing is cached
   */
  async cachedOrStale<State, E extends Message>(fold: Fold<State, E>, id: string): Promise<State> {
    try {
      if (this.store.isLost) throw new StoreUnavailable('EventStoreDB');
      return await this.cached(fold, id);
    } catch (error) {
      const seen = this.remembered(fold, `${fold.category}-${id}`);
      if (!(error instanceof StoreUnavailable) || !seen) throw error;
      return seen.state;
    }
  }

  /**
   * Decodes the events of a stream after a revision, oldest first. @throws Error if one is
   * unreadable
   */
  async events(name: string, after = -1): Promise<RecordedEvent[]> {
    return readable(await this.codec.decode(await this.store.read(name, after)));
  }

  remembered<State, E extends Message>(
    fold: Fold<State, E>,
    name: string,
  ): StreamState<State> | undefined {
    return this.memory.get(this.key(fold, name))?.folded as StreamState<State> | undefined;
  }

  remember<State, E extends Message>(
    fold: Fold<State, E>,
    name: string,
    folded: StreamState<State>,
    live?: boolean,
  ): void {
    const key = this.key(fold, name);
    const known = this.memory.peek(key);
    if (known && known.folded.revision > folded.revision) return;
    this.memory.set(key, { folded, live: live ?? known?.live ?? false });
  }

  forget<State, E extends Message>(fold: Fold<State, E>, name: string): void {
    this.memory.delete(this.key(fold, name));
  }

  forgetAll(): void {
    this.memory.clear();
  }

  /** While true, `apply` receives every event of the live categories. */
  set subscribed(isSubscribed: boolean) {
    this.isSubscribed = isSubscribed;
    if (!isSubscribed) for (const known of this.memory.values()) known.live = false;
  }

  /** Applies new events of live categories, in log order, to the cached states of their streams. */
  async apply(events: readonly StoredEvent[]): Promise<void> {
    for (const [name, own] of Map.groupBy(events, ({ stream }) => stream)) {
      for (const fold of this.folds.keys()) {
        if (!name.startsWith(`${fold.category}-`)) continue;
        const key = this.key(fold, name);
        const reading = this.readings.get(key);
        if (reading) reading.overtaken = true;
        const known = this.memory.peek(key);
        if (known?.live) await this.fold(fold, name, known, own);
      }
    }
  }

  /** Reads and folds the events since the cached revision. @throws StoreUnavailable */
  reload<State, E extends Message>(
    fold: Fold<State, E>,
    name: string,
  ): Promise<StreamState<State>> {
    const key = this.key(fold, name);
    const read = (): Promise<StreamState<State>> => {
      const reading: PendingRead = { running: Promise.resolve(), overtaken: !this.isSubscribed };
      const running = this.readPending(fold, name, reading);
      reading.running = running;
      this.readings.set(key, reading);
      const settled = () => (reading.next ? undefined : this.readings.delete(key));
      running.then(settled, settled);
      return running;
    };
    const reading = this.readings.get(key);
    if (!reading) return read();
    return (reading.next ??= reading.running.then(read, read)) as Promise<StreamState<State>>;
  }

  private async readPending<State, E extends Message>(
    fold: Fold<State, E>,
    name: string,
    reading: PendingRead,
  ): Promise<StreamState<State>> {
    const known = this.remembered(fold, name) ?? emptyStream(fold);
    const events = await this.events(name, known.revision);
    const folded = events.length > 0 ? foldEvents(fold, known, events) : known;
    // The read may lack an event that arrived while it ran.
    this.remember(fold, name, folded, this.isSubscribed && !reading.overtaken);
    return folded;
  }

  private async fold(
    fold: AnyFold,
    name: string,
    known: CachedStream,
    events: readonly StoredEvent[],
  ) {
    const next = events.filter(({ revision }) => revision > known.folded.revision);
    if (next.length === 0) return;
    try {
      if (next[0]!.revision !== known.folded.revision + 1) throw new Error('an event is missing');
      this.remember(
        fold,
        name,
        foldEvents(
          fold,
          known.folded as StreamState<never>,
          readable(await this.codec.decode(next)),
        ),
      );
    } catch {
      known.live = false;
    }
  }

  /** Folds of one category share streams but not states. */
  private key(fold: AnyFold, name: string): string {
    const number = this.folds.get(fold) ?? this.folds.size;
    this.folds.set(fold, number);
    return `${number} ${name}`;
  }
}

/**
 * @throws DomainError store_unavailable for events of a newer release: another process may serve it
 */
const readable = (decoded: Awaited<ReturnType<EventCodec['decode']>>): RecordedEvent[] =>
  decoded.map((event) => {
    if ('unreadable' in event && event.newer)
      throw new DomainError(
        'store_unavailable',
        'Courtly is being updated right now. Please try again in a moment.',
        undefined,
        { cause: event.unreadable },
      );
    if ('unreadable' in event)
      throw new Error(`Event ${event.id} of ${event.stream} cannot be read: ${event.unreadable}`);
    return event;
  });

/** Folds more events into a stream. */
export const foldEvents = <State, E extends Message>(
  fold: Fold<State, E>,
  { state, done }: StreamState<State>,
  events: readonly RecordedEvent[],
): StreamState<State> => ({
  state: (events as unknown as E[]).reduce(fold.evolve, state),
  revision: events.at(-1)!.revision,
  done: recordHandled(done, events),
});
