/**
 * How far a projection is, kept in the database that it describes, so that an empty database means: from the start.
 * `owner` runs it until `leaseUntil` (milliseconds since 1970, UTC); `epoch` grows with every change of owner and fences
 * off one that was thought dead. `caughtUp` tells that it has once reached the end of the log.
 */
export type Checkpoint = Readonly<{
  _id: string;
  version: number;
  position: string | null;
  caughtUp: boolean;
  owner: string | null;
  epoch: number;
  leaseUntil: number;
  rebuild: Rebuild | null;
}>;

/** A rebuild beside the live collection: asked for, running with its progress, or ended with the hash of what came out. */
export type Rebuild = Readonly<{
  id: string;
  state: 'asked' | 'running' | 'done' | 'failed';
  events: number;
  position: string | null;
  startedAt: number;
  seconds: number;
  hash: string | null;
  error: string | null;
}>;

/** A stream that a projection cannot read on, from which event and why. `_id` is `<projection>/<stream>`. */
export type Parked = Readonly<{
  _id: string;
  projection: string;
  stream: string;
  eventId: string;
  revision: number;
  position: string;
  reason: string;
  at: string;
  /** Set by an operator: read the stream on from this event, now that the cause is mended. */
  retry: boolean;
}>;
