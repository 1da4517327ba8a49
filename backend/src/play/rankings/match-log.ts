import { EventCodec, type UnreadableEvent } from '../../platform/kernel/codec.js';
import type { RecordedEvent } from '../../platform/kernel/events.js';
import type { PersonKeys } from '../../platform/kernel/personal-data.js';
import { type MatchEvent, matchEvents } from '../matches/match.events.js';
import type { EventStore } from '../../platform/stores/event-store.js';

const BATCH = 500;

/** Ratings need nobody's words: to who reads like this everybody is erased, and no key is asked for. */
export const nobodysKeys: PersonKeys = {
  find: async (people) => new Map(people.map((person) => [person, null])),
  create: async () => null,
  forget: () => undefined,
};

const readable = (event: RecordedEvent | UnreadableEvent): RecordedEvent<MatchEvent> => {
  // A replay that left something out would give other figures than it says.
  if ('unreadable' in event)
    throw new Error(`${event.stream} #${event.revision} cannot be read: ${event.unreadable}`);
  return event as unknown as RecordedEvent<MatchEvent>;
};

/**
 * All events of matches in the order of the log, in batches, up to the end that the log has now. Memory holds a batch.
 * @throws Error where one cannot be read, or the store is lost: a replay begins again then
 */
export async function* readMatchLog(
  store: Pick<EventStore, 'follow'>,
  signal: AbortSignal,
): AsyncGenerator<readonly RecordedEvent<MatchEvent>[]> {
  const codec = new EventCodec([matchEvents], nobodysKeys);
  for await (const { events, caughtUp } of store.follow(
    matchEvents.categories,
    null,
    BATCH,
    signal,
  )) {
    if (events.length > 0) yield (await codec.decode(events)).map(readable);
    if (caughtUp) return;
  }
  signal.throwIfAborted();
}
