import type { Refold } from './checkpoint.js';
import type { AnyProjection, ReadModelCollection } from './projection.js';

/** A collection to which this process writes, its position, and its parked streams. */
export type ProjectedCollection = {
  readonly collection: ReadModelCollection;
  readonly parked: Set<string>;
  position: string | null;
};

/** A projection that this process runs. */
export type Assignment = {
  /** `<projection>@<version>` */
  readonly id: string;
  readonly projection: AnyProjection;
  /** The categories of streams that may contain events of the projection. */
  readonly categories: readonly string[];
  epoch: number;
  /** The collection that readers use; null until the first build is complete. */
  live: ProjectedCollection | null;
  /** Erasures whose documents in `live` are not all refolded yet. */
  refold: Refold | null;
  /**
   * Set if the collection must be rebuilt: it contains streams that another release parked, or
   * documents of erased people that cannot be refolded.
   */
  stale: boolean;
  /** Set when this process no longer runs it. */
  lost: boolean;
};
