import { setTimeout as delay } from 'node:timers/promises';
import { type EventStore, RevisionConflict } from '../platform/stores/event-store.js';
import { StoreUnavailable } from '../platform/stores/store-unavailable.js';
import type { EncodedEvent } from '../platform/stores/stored-event.js';

const TRIES = 20;
const PAUSE_MS = 500;

/**
 * Writes a stream that is new, with the patience of somebody who writes very many: a store that is slow under them is asked again, with
 * the same event ids, which it writes once. Answers the position of its last event, null where the stream was there before.
 * @throws StoreUnavailable when the store stays away
 */
export const appendNew = async (
  store: Pick<EventStore, 'append'>,
  stream: string,
  events: readonly EncodedEvent[],
): Promise<string | null> => {
  for (let attempt = 1; ; attempt++)
    try {
      return await store.append(stream, -1, events);
    } catch (error) {
      if (error instanceof RevisionConflict) return null;
      if (!(error instanceof StoreUnavailable) || attempt === TRIES) throw error;
      await delay(PAUSE_MS);
    }
};
