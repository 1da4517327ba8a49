import { allEvents } from '../src/slices.js';
import { EventCodec } from '../src/platform/kernel/codec.js';
import { CommandHandling } from '../src/platform/kernel/command-handling.js';
import { StoreUnavailable } from '../src/platform/stores/store-unavailable.js';
import { type EventStore, RevisionConflict } from '../src/platform/stores/event-store.js';
import type { EncodedEvent, StoredEvent } from '../src/platform/stores/stored-event.js';
import { Streams } from '../src/platform/kernel/streams.js';
import { Ids } from '../src/platform/kernel/ids.js';
import { InMemoryKeys } from './in-memory-keys.js';

/**
 * What goes wrong with an append: another writer won, the answer is lost after storing, nothing is reached at all, or the store
 * says that it has the events, from an earlier try, and not where.
 */
export type Fault = 'conflict' | 'answer lost' | 'unavailable' | 'position untold';

/** The four moments at which a test may hold a call up: its way to the store and the way of the answer back. */
export type Moment = 'read' | 'read answered' | 'append' | 'appended';

const unavailable = () => new StoreUnavailable('The store');

/**
 * The event store in memory, with its rules: an append holds only at the revision that it expects, and one whose ids stand
 * right there already is a repetition that writes nothing and answers as the first did.
 */
export class InMemoryEventStore implements Pick<EventStore, 'read' | 'append' | 'isLost'> {
  readonly log: StoredEvent[] = [];
  /** How many events each append brought that was stored. */
  readonly appended: number[] = [];
  readonly isLost = false;
  private readonly faults: (Fault | null)[] = [];

  constructor(
    private readonly network: (moment: Moment) => Promise<unknown> = async () => undefined,
  ) {}

  /** What happens to the next appends, in order; null is nothing out of the ordinary. */
  fail(...faults: (Fault | null)[]) {
    this.faults.push(...faults);
  }

  async read(stream: string, after = -1): Promise<StoredEvent[]> {
    await this.network('read');
    const found = this.log.filter((event) => event.stream === stream && event.revision > after);
    await this.network('read answered');
    return found;
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
    if (fault === 'answer lost') throw unavailable();
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

/** What one process of the application has of the kernel, over a store that several may share. */
export const startProcess = (
  store: InMemoryEventStore,
  keys = new InMemoryKeys(),
  secret = 'a secret of lookups for tests alone',
) => {
  const codec = new EventCodec(allEvents, keys);
  const eventStore = store as unknown as EventStore;
  const streams = new Streams(eventStore, codec);
  const ids = new Ids({ LOOKUP_SECRETS: [secret] });
  return { codec, streams, commands: new CommandHandling(eventStore, codec, streams, ids) };
};
