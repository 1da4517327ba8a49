import type { Refold } from './checkpoint.js';
import type { AnyProjection, ReadModelCollection } from './projection.js';

/** A collection to which this process writes, its position, and its parked streams. */
export type ProjectedCollection = {
  readonly collection: ReadModelCollection;
  readonly parked: Set<string>;
  position: string | null;
};

/**
 * A projection that this process runs.
 *
 *     absent ── lease acquired ──> building, or live if there is a collection
 *     building ── end of the log reached ──> live
 *     live ── streams that another release parked, a document that cannot be refolded ──> stale
 *     stale ── rebuilt next to the collection that readers use ──> live
 *     live ── key erased ──> live with a refold ── last page ──> live
 *     any ── lease lost or released ──> lost, which is final: the next lease starts from absent
 *
 * Two states are in the checkpoint, for the next owner of the lease:
 *
 *     building, live ── event of an unknown type or version ──> lost, stopped until a release
 *         passes the event; this process tries again after half a minute
 *     live ── log without the last event ──> lost, torn until the collection is built again
 *
 * A rebuild that an operator requests (`rebuild` of the checkpoint) runs like that of a stale one.
 */
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
