import { projectBatch } from './project-batch.js';
import type { DecodedEvent } from './fold.js';
import type { Assignment, ProjectedCollection } from './assignment.js';
import type { Parking } from './parking.js';
import type { ReadModelCollection } from './projection.js';
import type { StoredEvent } from '../stores/stored-event.js';

type BatchEnd = Pick<StoredEvent, 'id' | 'position'>;

/**
 * A collection under construction. Its name contains the epoch, so no other process writes to it.
 */
export class ShadowCollection implements ProjectedCollection {
  readonly parked = new Set<string>();
  position: string | null = null;
  /** The id of the event at `position`. */
  eventId: string | null = null;
  /**
   * The ids whose keys were erased since the build started. Documents may still contain their data.
   */
  readonly erasedIds = new Set<string>();
  private pendingWrite = Promise.resolve();

  constructor(
    readonly assignment: Assignment,
    /** Identifies the request, so callers can follow the rebuild. */
    readonly rebuildId: string,
    readonly collection: ReadModelCollection,
    private readonly parkingStore: Parking,
  ) {}

  /** Starts to write a batch that ends at `lastEvent`, as soon as the previous batch is written. */
  writeLater(decodedEvents: readonly DecodedEvent[], lastEvent: BatchEnd): void {
    const { pendingWrite: previousWrite } = this;
    this.pendingWrite = (async () => {
      await previousWrite;
      await this.writeBatch(decodedEvents, lastEvent);
    })();
    // The next caller of whenSettled() receives the error.
    this.pendingWrite.catch(() => undefined);
  }

  /**
   * Waits for pending writes.
   * @throws UnknownEventSchema; store errors
   */
  whenSettled(): Promise<void> {
    return this.pendingWrite;
  }

  /** Clears a failure, so that the events after `position` can be written again. */
  clearFailure(): void {
    this.pendingWrite = Promise.resolve();
  }

  private async writeBatch(decodedEvents: readonly DecodedEvent[], { id, position }: BatchEnd) {
    await projectBatch(this.assignment, this, decodedEvents, this.parkingStore);
    if (this.position !== null && position <= this.position) return;
    this.position = position;
    this.eventId = id;
  }
}
