import type { EventStore } from '@courtly/backend/platform/stores/event-store';
import { RevisionConflict } from '@courtly/backend/platform/stores/event-store';
import type { EncodedEvent, StoredEvent } from '@courtly/backend/platform/stores/stored-event';

/** The largest append, and the maximum number of concurrent appends. */
const MAX_EVENTS = 50;
const MAX_ON_THE_WAY = 200;

type Append = Readonly<{ stream: string; revision: number; events: readonly EncodedEvent[] }>;

const timeOf = ({ metadata }: EncodedEvent): string => (metadata as Readonly<{ at: string }>).at;

/**
 * An event log in memory, so that thousands of commands need no server. `write` then appends
 * everything to a real one, in chronological order.
 */
export class UnwrittenLog implements Pick<EventStore, 'read' | 'append'> {
  private readonly streams = new Map<string, StoredEvent[]>();
  private readonly appends: { at: string; append: Append }[] = [];
  private position = 0;

  async read(stream: string, afterRevision = -1): Promise<StoredEvent[]> {
    return (this.streams.get(stream) ?? []).slice(afterRevision + 1);
  }

  async append(stream: string, revision: number, events: readonly EncodedEvent[]): Promise<string> {
    const stored = this.streams.get(stream) ?? [];
    if (stored.length !== revision + 1) throw new RevisionConflict(stream);
    this.streams.set(stream, stored);
    for (const event of events)
      stored.push({
        ...event,
        stream,
        revision: stored.length,
        position: String(++this.position).padStart(20, '0'),
        storedAt: 0,
      });
    this.appends.push({ at: timeOf(events[0]!), append: { stream, revision, events } });
    return stored.at(-1)!.position;
  }

  /** Appends all events to a store. Returns their number. */
  async write(eventStore: EventStore): Promise<number> {
    const inOrder = inOrderOfTime(this.appends);
    for (let first = 0; first < inOrder.length; first += MAX_ON_THE_WAY)
      await Promise.all(
        inOrder
          .slice(first, first + MAX_ON_THE_WAY)
          .map(({ stream, revision, events }) => eventStore.append(stream, revision, events)),
      );
    return this.position;
  }
}

/**
 * Sorts events by time and keeps the order within each stream. Joins consecutive events of a stream
 * into one append.
 */
export const inOrderOfTime = (
  appends: readonly Readonly<{ at: string; append: Append }>[],
): Append[] => {
  const latest = new Map<string, string>();
  const timed = appends.map(({ at, append }) => {
    const notBefore = latest.get(append.stream) ?? '';
    const time = at < notBefore ? notBefore : at;
    latest.set(append.stream, time);
    return { time, append };
  });
  const sorted = timed.sort((left, right) =>
    left.time < right.time ? -1 : left.time > right.time ? 1 : 0,
  );
  const joined: Append[] = [];
  for (const { append } of sorted) {
    const last = joined.at(-1);
    const events = [...(last?.events ?? []), ...append.events];
    if (last?.stream === append.stream && events.length <= MAX_EVENTS)
      joined[joined.length - 1] = { ...last, events };
    else joined.push(append);
  }
  return joined;
};
