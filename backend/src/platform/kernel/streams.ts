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

/** What a command did in a stream: the revisions of its first and last event, and what tells a retry from another request. */
export type HandledCommand = Readonly<{
  fingerprint: string;
  first: number;
  last: number;
  position: string;
}>;

/** A folded stream: its state, its last revision (-1: there is none), and what each command did in it, by command id. */
export type StreamState<State> = Readonly<{
  state: State;
  revision: number;
  done: ImmutableMap<string, HandledCommand>;
}>;

/** A stream that nobody has written to, as far as is known. */
export const emptyStream = <State>({
  initial,
}: Pick<Fold<State, never>, 'initial'>): StreamState<State> => ({
  state: initial,
  revision: -1,
  done: ImmutableMap(),
});

/** Notes which events each command has caused. Events of one command stand one after the other. */
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

/** Any fold, as a key of what is remembered for it. */
type AnyFold = Fold<unknown, never>;

/** Answers the state of the stream `<category>-<id>`. */
export type ReadStream = <State, E extends Message>(
  fold: Fold<State, E>,
  id: string,
) => Promise<State>;

type PendingRead = { running: Promise<unknown>; next?: Promise<unknown>; overtaken: boolean };

/** `live` tells that this process hears of every event of the stream, so that the state is as fresh as a read. */
type CachedStream = { folded: StreamState<unknown>; live: boolean };

/**
 * So many events' worth of states are remembered in all. The contract bounds what an event holds, so this is a bound in
 * bytes too: about a kilobyte each, 60 MB at the most.
 */
const REMEMBERED_EVENTS = 60_000;

/**
 * Streams as folded states. Remembers what was folded, so that a refresh reads only what is new, and reads each stream once
 * at a time, however many ask: who asks while a read runs shares the one after it, which sees all that was stored before.
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

  /** The state of the stream `<category>-<id>` as it is now; `initial` where there is none. @throws StoreUnavailable */
  async load<State, E extends Message>(fold: Fold<State, E>, id: string): Promise<State> {
    return (await this.reload(fold, `${fold.category}-${id}`)).state;
  }

  /**
   * The same without asking the store, where this process hears of every event of the stream: milliseconds late at the most.
   * A decision may be made on it; before one is refused on it, the stream is to be loaded.
   */
  async cached<State, E extends Message>(fold: Fold<State, E>, id: string): Promise<State> {
    const known = this.memory.get(this.key(fold, `${fold.category}-${id}`));
    return known?.live ? (known.folded.state as State) : this.load(fold, id);
  }

  /**
   * Runs a decision on streams as this process last heard of them (`isFresh` is false), and, where that refuses it, once more
   * on what the store says: what was heard may be milliseconds old, and nobody is refused for that.
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
   * The state for reads, which go on while the store does not answer: then it is as this process saw it last.
   * @throws StoreUnavailable where it never has, at once while the store is known to be away
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

  /** The decoded events of a stream after a revision, oldest first. @throws Error where one cannot be read. */
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

  /** What was read is read again, as it can be read now. */
  forgetAll(): void {
    this.memory.clear();
  }

  /** From now on `hear` is told of every event of the live categories, until `hears` is false again. */
  set subscribed(isSubscribed: boolean) {
    this.isSubscribed = isSubscribed;
    if (!isSubscribed) for (const known of this.memory.values()) known.live = false;
  }

  /** Takes events of live categories, in the order of the log, into the states that are remembered of their streams. */
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

  /** Folds what was stored since the stream was remembered. @throws StoreUnavailable */
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
    // An event that was heard while the stream was read may be missing in what was read.
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

  /** Folds of one category have the same streams and different states. */
  private key(fold: AnyFold, name: string): string {
    const number = this.folds.get(fold) ?? this.folds.size;
    this.folds.set(fold, number);
    return `${number} ${name}`;
  }
}

/** @throws DomainError store_unavailable where a newer program writes what this one cannot understand: another may serve it */
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

/** A folded stream after more of its events. */
export const foldEvents = <State, E extends Message>(
  fold: Fold<State, E>,
  { state, done }: StreamState<State>,
  events: readonly RecordedEvent[],
): StreamState<State> => ({
  state: (events as unknown as E[]).reduce(fold.evolve, state),
  revision: events.at(-1)!.revision,
  done: recordHandled(done, events),
});
