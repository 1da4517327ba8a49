import { EventCodec, type UnreadableEvent } from '../../platform/kernel/codec.js';
import type { RecordedEvent } from '../../platform/kernel/events.js';
import type { PersonKeys } from '../../platform/kernel/personal-data.js';
import { type MatchEvent, matchEvents } from '../matches/match.events.js';
import type { EventStore } from '../../platform/stores/event-store.js';

const BATCH_SIZE = 500;

/** Treats every user as erased and requests no keys, because ratings need no personal data. */
export const noPersonKeys: PersonKeys = {
  find: async (userIds) => new Map(userIds.map((userId) => [userId, null])),
  createKey: async () => null,
  noteUnusable: () => undefined,
  forgetKeys: () => undefined,
  idsErasedWith: async () => [],
};

const assertReadable = (
  decodedEvent: RecordedEvent | UnreadableEvent,
): RecordedEvent<MatchEvent> => {
  // A replay without this event would produce wrong ratings.
  if ('unreadable' in decodedEvent)
    throw new Error(
      `${decodedEvent.stream} #${decodedEvent.revision} cannot be read: ${decodedEvent.unreadable}`,
    );
  return decodedEvent as unknown as RecordedEvent<MatchEvent>;
};

/**
 * Yields all match events in log order, in batches, up to the current end of the log.
 * @throws Error if an event is unreadable or the store is lost; the replay must then start over
 */
export async function* readMatchLog(
  eventStore: Pick<EventStore, 'follow'>,
  abortSignal: AbortSignal,
): AsyncGenerator<readonly RecordedEvent<MatchEvent>[]> {
  const eventCodec = new EventCodec([matchEvents], noPersonKeys);
  for await (const { events, caughtUp } of eventStore.follow(
    matchEvents.categories,
    null,
    BATCH_SIZE,
    abortSignal,
  )) {
    if (events.length > 0) yield (await eventCodec.decode(events)).map(assertReadable);
    if (caughtUp) return;
  }
  abortSignal.throwIfAborted();
}
