import type { UnreadableEvent } from '../kernel/codec.js';
import type { DecodedEvent } from './fold.js';

/** Finds the first event that only a newer release can read, ignoring parked streams. */
export const firstUnknown = (
  decodedEvents: readonly DecodedEvent[],
  isParked: (stream: string) => boolean,
): UnreadableEvent | undefined =>
  decodedEvents.find(
    (decodedEvent): decodedEvent is UnreadableEvent =>
      'unreadable' in decodedEvent &&
      decodedEvent.newer !== undefined &&
      !isParked(decodedEvent.stream),
  );

/** Only a newer release can continue at this event. */
export class UnknownEventSchema extends Error {
  constructor(readonly event: UnreadableEvent) {
    super(event.unreadable);
  }
}
