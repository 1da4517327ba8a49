import type { EventStore } from './event-store.js';

/** How far a reader has come: the position and id of the last event that it handled. */
export type StoredPosition = Readonly<{
  position: string;
  /** Missing if an older release stored the position. */
  eventId?: string | null;
}>;

/**
 * Whether the log still has the event at a position, and was not replaced or restored from an older
 * backup. Check before subscribing: a real server skips new events before it.
 * @throws StoreUnavailable
 */
export const isInLog = async (
  eventStore: Pick<EventStore, 'readLogEnd' | 'readAt'>,
  { position, eventId }: StoredPosition,
): Promise<boolean> => {
  if (position > ((await eventStore.readLogEnd()) ?? '')) return false;
  const event = await eventStore.readAt(position);
  return event !== null && (!eventId || event.id === eventId);
};
