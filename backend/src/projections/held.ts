import type { AnyProjection } from './projection.js';

/** A projection that this process runs: how far it is, and which streams it leaves out. */
export type Held = {
  readonly projection: AnyProjection;
  readonly epoch: number;
  readonly parked: Set<string>;
  position: string | null;
  caughtUp: boolean;
  /** False while only a rebuild may write, because the collection is of another version. */
  live: boolean;
};
