import { allEvents } from '../src/event-sets.js';
import { EventCodec } from '../src/platform/kernel/codec.js';
import { CommandHandling } from '../src/platform/kernel/command-handling.js';
import { StoreUnavailable } from '../src/platform/stores/store-unavailable.js';
import { type EventStore, RevisionConflict } from '../src/platform/stores/event-store.js';
import type { EncodedEvent, StoredEvent } from '../src/platform/stores/stored-event.js';
import { StreamCache } from '../src/platform/kernel/stream-cache.js';
import { Streams } from '../src/platform/kernel/streams.js';
import { Ids } from '../src/platform/kernel/ids.js';
import { InMemoryKeys } from './in-memory-keys.js';

/**
 * `position untold` means that the store already has the events but does not return their position.
 */
export type Fault = 'conflict' | 'response lost' | 'unavailable' | 'position untold';

/** The moments at which a test can delay a call. */
export type Moment = 'read' | 'read answered' | 'append' | 'appended';

const unavailable = () => new StoreUnavailable('The store');

/**
 * An in-memory event store with the same rules: an append requires the expected revision, and a
 * repeated append (same ids at that revision) writes nothing and returns the same position.
 */
export class InMemoryEventStore implements Pick<EventStore, 'read' | 'append' | 'isLost'> {
  /** The number of events of each successful append. */
  readonly appended: number[] = [];
  readonly isLost = false;
  private readonly faults: (Fault | null)[] = [];

  constructor(
    private readonly network: (moment: Moment) => Promise<unknown> = async () => undefined,
    /** Stores for several processes can share one log. */
    readonly log: StoredEvent[] = [],
  ) {}

  /** Sets the faults of the next appends, in order. Null means success. */
  fail(...faults: (Fault | null)[]) {
    this.faults.push(...faults);
  }

  /** Removes the faults that no append has met yet. */
  recover() {
    this.faults.length = 0;
  }

  async read(stream: string, after = -1): Promise<StoredEvent[]> {
    await this.network('read');
    const laterEvents = this.log.filter(
      (event) => event.stream === stream && event.revision > after,
    );
    await this.network('read answered');
    return laterEvents;
  }

  async append(
    stream: string,
    revision: number,
    events: readonly EncodedEvent[],
  ): Promise<string | null> {
    await this.network('append');
    const fault = this.faults.shift();
    if (fault === 'unavailable') throw unavailable();
    if (fault === 'conflict') throw new RevisionConflict(stream);
    const position = this.store(stream, revision, events);
    await this.network('appended');
    if (fault === 'response lost') throw unavailable();
    return fault === 'position untold' ? null : position;
  }

  private store(stream: string, revision: number, events: readonly EncodedEvent[]): string {
    const present = this.log.filter((event) => event.stream === stream);
    const same = present.slice(revision + 1, revision + 1 + events.length);
    const repeated =
      same.length === events.length && same.every(({ id }, index) => id === events[index]!.id);
    if (repeated) return same.at(-1)!.position;
    if (present.length !== revision + 1) throw new RevisionConflict(stream);
    for (const [index, { id, type, data, metadata }] of events.entries()) {
      const position = String(this.log.length + 1).padStart(20, '0');
      const json = JSON.parse(JSON.stringify({ data, metadata })) as Pick<
        StoredEvent,
        'data' | 'metadata'
      >;
      this.log.push({
        id,
        type,
        stream,
        revision: revision + 1 + index,
        position,
        storedAt: this.log.length,
        ...json,
      });
    }
    this.appended.push(events.length);
    return this.log.at(-1)!.position;
  }
}

/** Starts the kernel of one process. Several processes can share a store. */
export const startProcess = (
  store: InMemoryEventStore,
  keys = new InMemoryKeys(),
  secret = 'a secret of lookups for tests alone',
  eventSets = allEvents,
) => {
  const codec = new EventCodec(eventSets, keys);
  const eventStore = store as unknown as EventStore;
  const streamCache = new StreamCache(eventStore, codec);
  const streams = new Streams(eventStore, codec, streamCache);
  const ids = new Ids({ LOOKUP_SECRETS: [secret] });
  const commands = new CommandHandling(eventStore, codec, streamCache, ids);
  return { codec, streams, streamCache, commands };
};
