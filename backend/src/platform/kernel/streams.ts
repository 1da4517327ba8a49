import { Injectable } from '@nestjs/common';
import { EventStore } from '../stores/event-store.js';
import { StoreUnavailable } from '../stores/store-unavailable.js';
import { EventCodec } from './codec.js';
import type { Fold, LiveFold, Message } from './decider.js';
import { DomainError } from './domain-error.js';
import type { RecordedEvent } from './events.js';
import { StreamCache, requireReadable } from './stream-cache.js';

/** Returns the state of the stream `<category>-<id>`. */
export type ReadStream = <State, E extends Message>(
  fold: LiveFold<State, E>,
  id: string,
) => Promise<State>;

/**
 * Streams as folded states. `load` reads the store. `cached` answers from memory only while a
 * subscription keeps the state fresh, and `cachedOrStale` also while the store is down.
 */
@Injectable()
export class Streams {
  constructor(
    private readonly eventStore: EventStore,
    private readonly eventCodec: EventCodec,
    private readonly streamCache: StreamCache,
  ) {}

  /**
   * Reads the current state of `<category>-<id>`; `initial` if it does not exist.
   * @throws StoreUnavailable
   */
  async load<State, E extends Message>(fold: Fold<State, E>, id: string): Promise<State> {
    return (await this.streamCache.reload(fold, `${fold.category}-${id}`)).state;
  }

  /**
   * Like `load`, but people whose key is lost or damaged appear as erased. Always reads the whole
   * stream.
   * @throws StoreUnavailable
   */
  async loadDespiteDamagedKeys<State, E extends Message>(
    fold: Fold<State, E>,
    id: string,
  ): Promise<State> {
    const storedEvents = await this.eventStore.read(`${fold.category}-${id}`);
    const events = requireReadable(await this.eventCodec.decode(storedEvents, true));
    return (events as unknown as E[]).reduce(fold.evolve, fold.initial);
  }

  /**
   * Returns the cached state of a subscribed stream, which is at most milliseconds old, or loads
   * it. Callers may accept a command based on it, but must load the stream before they refuse one.
   */
  async cached<State, E extends Message>(fold: LiveFold<State, E>, id: string): Promise<State> {
    const liveState = this.streamCache.live(fold, `${fold.category}-${id}`);
    return liveState ? liveState.state : this.load(fold, id);
  }

  /**
   * Runs a decision on cached streams (`isFresh` is false). If it is refused, runs it again on
   * fresh reads, because a stale cached state must never cause a refusal.
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
   * Returns the state for a read. While the store is down, this is the last cached state.
   * @throws StoreUnavailable if nothing is cached
   */
  async cachedOrStale<State, E extends Message>(
    fold: LiveFold<State, E>,
    id: string,
  ): Promise<State> {
    try {
      if (this.eventStore.isLost) throw new StoreUnavailable('EventStoreDB');
      return await this.cached(fold, id);
    } catch (error) {
      const staleState = this.streamCache.remembered(fold, `${fold.category}-${id}`);
      if (!(error instanceof StoreUnavailable) || !staleState) throw error;
      return staleState.state;
    }
  }

  /**
   * Decodes the events of a stream after a revision, oldest first.
   * @throws Error if one is unreadable
   */
  events(streamName: string, afterRevision = -1): Promise<RecordedEvent[]> {
    return this.streamCache.events(streamName, afterRevision);
  }
}
