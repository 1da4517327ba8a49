import { EventCodec, type UnreadableEvent } from '../../platform/kernel/codec.js';
import type { RecordedEvent } from '../../platform/kernel/events.js';
import type { PersonKeys } from '../../platform/kernel/personal-data.js';
import { type MatchEvent, matchEvents } from '../matches/match.events.js';
import type { EventStore } from '../../platform/stores/event-store.js';

const BATCH = 500;

/** Treats every user as erased, because ratings need no personal data; no key is requested. */
export const nobodysKeys: PersonKeys = {
  find: async (people) => new Map(people.map((person) => [person, null])),
  createKey: async () => null,
  forgetKeys: () => undefined,
};

const readable = (event: RecordedEvent | UnreadableEvent): RecordedEvent<MatchEvent> => {
  // A replay without this event would produce wrong ratings.
  if ('unreadable' in event)
    throw new Error(`${event.stream} #${event.revision} cannot be read: ${event.unreadable}`);
  return event as unknown as RecordedEvent<MatchEvent>;
};

/**
 * All match events in log order, in batches, up to the current end of the log.
 * @throws Error if an event is unreadable or the store is lost; the replay must start over
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
