import type { AnyProjection } from './projection.js';

/** The collection that readers of a read model read, and how much of the log it shows (null: nothing was written yet). */
export type LivePointer = Readonly<{ collection: string; position: string | null }>;

/**
 * One version of a projection: where it lives, who runs it, how far it is. Kept in the database that it describes, so that an
 * empty database means: from the start. `live` is null until a first collection has come to the end of the log. `epoch` grows
 * with every change of owner and with every collection that is begun, and fences off an owner that was thought dead.
 */
export type Checkpoint = Readonly<{
  /** `<projection>@<version>` */
  _id: string;
  projection: string;
  version: number;
  live: LivePointer | null;
  owner: string | null;
  epoch: number;
  rebuild: Rebuild | null;
  /** Where a program released it last, until a program passes that event. */
  stopped?: StopReason | null;
}>;

/** An event of a type or version that a program does not know, which therefore left the projection to newer ones. */
export type StopReason = Readonly<{
  stream: string;
  revision: number;
  eventId: string;
  type: string;
  reason: string;
  program: string;
}>;

/** A build beside the live collection: asked for, running with its progress, or ended with the hash of what came out. */
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

/** A rebuild that nobody has begun. Whoever runs the projection takes it up. */
export const requestedRebuild = (id: string): Rebuild => ({
  id,
  state: 'asked',
  events: 0,
  position: null,
  startedAt: 0,
  seconds: 0,
  hash: null,
  error: null,
});

/**
 * A stream that a collection cannot read on, from which event and why, and the program that could not: see PROGRAM. It belongs
 * to the collection, so that it goes live and is dropped with it. `_id` is `<collection>/<stream>`.
 */
export type ParkedStream = Readonly<{
  _id: string;
  collection: string;
  projection: string;
  stream: string;
  eventId: string;
  revision: number;
  position: string;
  reason: string;
  program: string;
  at: string;
}>;

type Versioned = Pick<AnyProjection, 'name' | 'version'>;

export const checkpointId = ({ name, version }: Versioned): string => `${name}@${version}`;

/** The name of a collection that is begun in an epoch: no other is ever called the same. */
export const collectionName = (projection: Versioned, epoch: number): string =>
  `${checkpointId(projection)}.${epoch}`;
