import type { Unreadable } from '../kernel/codec.js';
import type { Read } from './fold.js';

/** The first event that only a newer program understands, and that is not left out. */
export const firstNewer = (
  events: readonly Read[],
  isLeftOut: (event: Read) => boolean,
): Unreadable | undefined =>
  events.find(
    (event): event is Unreadable =>
      'unreadable' in event && event.newer !== undefined && !isLeftOut(event),
  );

/** Only a newer program can go on from here. */
export class NewerThanProgram extends Error {
  constructor(readonly event: Unreadable) {
    super(event.unreadable);
  }
}
