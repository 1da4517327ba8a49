import type { UnreadableEvent } from '../kernel/codec.js';
import type { DecodedEvent } from './fold.js';

/** The first event that only a newer release can read, except in parked streams. */
export const firstUnknown = (
  events: readonly DecodedEvent[],
  isParked: (stream: string) => boolean,
): UnreadableEvent | undefined =>
  events.find(
    (event): event is UnreadableEvent =>
      'unreadable' in event && event.newer !== undefined && !isParked(event.stream),
  );

/** Only a newer release can continue. */
export class UnknownEventSchema extends Error {
  constructor(readonly event: UnreadableEvent) {
    super(event.unreadable);
  }
}
