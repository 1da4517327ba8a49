import { setTimeout as delay } from 'node:timers/promises';
import { type EventStore, RevisionConflict } from '../platform/stores/event-store.js';
import { StoreUnavailable } from '../platform/stores/store-unavailable.js';
import type { EncodedEvent } from '../platform/stores/stored-event.js';

const MAX_TRIES = 20;
const RETRY_DELAY_MS = 500;

/**
 * Appends a new stream during a bulk import. While the store is slow, retries with the same event
 * ids. Returns the position of the last event, or null if the stream already existed.
 * @throws StoreUnavailable if the store remains down
 */
export const appendNew = async (
  eventStore: Pick<EventStore, 'append'>,
  streamName: string,
  encodedEvents: readonly EncodedEvent[],
): Promise<string | null> => {
  for (let attempt = 1; ; attempt++)
    try {
      return await eventStore.append(streamName, -1, encodedEvents);
    } catch (error) {
      if (error instanceof RevisionConflict) return null;
      if (!(error instanceof StoreUnavailable) || attempt === MAX_TRIES) throw error;
      await delay(RETRY_DELAY_MS);
    }
};
