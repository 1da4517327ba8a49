import { projectBatch } from './project-batch.js';
import type { DecodedEvent } from './fold.js';
import type { Assignment, ProjectedCollection } from './assignment.js';
import type { Parking } from './parking.js';
import type { ReadModelCollection } from './projection.js';

/**
 * A collection under construction. Its name contains the epoch, so no other process writes to it.
 */
export class ShadowCollection implements ProjectedCollection {
  readonly parked = new Set<string>();
  position: string | null = null;
  /** Set if keys were erased after the build started: documents may contain data read with them. */
  stale = false;
  private writing = Promise.resolve();

  constructor(
    readonly assignment: Assignment,
    /** Identifies the request, for those who watch the rebuild. */
    readonly rebuildId: string,
    readonly collection: ReadModelCollection,
    private readonly parking: Parking,
  ) {}

  /** Starts to write a batch that ends at `position` once the previous one is written. */
  take(events: readonly DecodedEvent[], position: string): void {
    const { writing } = this;
    this.writing = (async () => {
      await writing;
      await this.write(events, position);
    })();
    // The next caller of settled() receives the error.
    this.writing.catch(() => undefined);
  }

  /** Waits for pending writes. @throws UnknownEventSchema; store errors */
  settled(): Promise<void> {
    return this.writing;
  }

  /** Clears a failure, to take the events after `position` again. */
  again(): void {
    this.writing = Promise.resolve();
  }

  private async write(events: readonly DecodedEvent[], position: string) {
    await projectBatch(this.assignment, this, events, this.parking);
    if (this.position === null || position > this.position) this.position = position;
  }
}
