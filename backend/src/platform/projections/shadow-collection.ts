import { projectBatch } from './project-batch.js';
import type { DecodedEvent } from './fold.js';
import type { Assignment, ProjectedCollection } from './assignment.js';
import type { Parking } from './parking.js';
import type { ReadModelCollection } from './projection.js';

/** A collection that is built beside the live one. Nobody else writes to it: its name is that of one epoch of its owner. */
export class ShadowCollection implements ProjectedCollection {
  readonly parked = new Set<string>();
  position: string | null = null;
  /** Set when keys of people were erased after it was begun: some of its documents may have been read with them. */
  stale = false;
  private writing = Promise.resolve();

  constructor(
    readonly assignment: Assignment,
    /** What asked for it, for those who watch. */
    readonly rebuildId: string,
    readonly collection: ReadModelCollection,
    private readonly parking: Parking,
  ) {}

  /** Begins to write a batch that ends at `position`, as soon as the one before is written. */
  take(events: readonly DecodedEvent[], position: string): void {
    const { writing } = this;
    this.writing = (async () => {
      await writing;
      await this.write(events, position);
    })();
    // Whoever waits for it next meets its failure.
    this.writing.catch(() => undefined);
  }

  /** Waits until everything that was taken is written. @throws NewerThanProgram, or what the store throws */
  settled(): Promise<void> {
    return this.writing;
  }

  /** Forgets a failure, to be given the events after `position` again. */
  again(): void {
    this.writing = Promise.resolve();
  }

  private async write(events: readonly DecodedEvent[], position: string) {
    await projectBatch(this.assignment, this, events, this.parking);
    if (this.position === null || position > this.position) this.position = position;
  }
}
