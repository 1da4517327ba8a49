import { setTimeout as delay } from 'node:timers/promises';
import { type EventStore, RevisionConflict } from '../platform/stores/event-store.js';
import { StoreUnavailable } from '../platform/stores/store-unavailable.js';
import type { EncodedEvent } from '../platform/stores/stored-event.js';

const TRIES = 20;
const PAUSE_MS = 500;

/**
 * Appends a new stream during a bulk import. Retries patiently with the same event ids while the
 * store is slow. Returns the position of the last event, or null if the stream existed.
 * @throws StoreUnavailable if the store remains down
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
