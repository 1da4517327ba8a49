import type { Refold } from './checkpoint.js';
import type { AnyProjection, ReadModelCollection } from './projection.js';

/** A collection that is written, its position, and its parked streams. */
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
  /** The categories of streams with events of the projection. */
  readonly categories: readonly string[];
  epoch: number;
  /** The collection that readers use; null until the first build is complete. */
  live: ProjectedCollection | null;
  /** Erasures whose documents in `live` are not all folded again yet. */
  refold: Refold | null;
  /**
   * Set if it must be rebuilt: it contains streams that another release parked, or documents of
   * erased people that cannot be folded again.
   */
  stale: boolean;
  /** Set when this process no longer runs it. */
  lost: boolean;
};
