import type { AnyProjection, ReadModelCollection } from './projection.js';

/** A collection that is written to: how much of the log it shows, and which streams it leaves out. */
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
  /** Of the streams that may concern it. */
  readonly categories: readonly string[];
  epoch: number;
  /** What readers see; null until a first collection is complete. */
  live: ProjectedCollection | null;
  /** Set when keys of people were erased after some of its documents were read with them: they must be read anew. */
  stale: boolean;
  /** Set when this process does not run it any more. */
  lost: boolean;
};
