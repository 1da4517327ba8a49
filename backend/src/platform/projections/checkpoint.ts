import type { AnyProjection } from './projection.js';

/**
 * The collection that readers use, its position in the log (null if it is empty), and the id of the
 * event at that position (missing if an older release stored the position).
 */
export type LivePointer = Readonly<{
  collection: string;
  position: string | null;
  eventId?: string | null;
  /**
   * The position of the event with `eventId`. It differs from `position` if an older release
   * advanced only that.
   */
  eventPosition?: string | null;
}>;

/**
 * A position that the log no longer has, because the log was replaced or restored from an older
 * backup.
 */
export type TornPosition = Readonly<{ position: string; eventId: string | null; at: string }>;

/**
 * The state of one projection version: its collection, owner, and position. It is in the same
 * database, so an empty database leads to a build from the start. `live` is null until the first
 * build is complete. `epoch` grows with each new owner and collection, and fences off stalled
 * owners.
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
  /** Erasures whose documents are not all refolded yet. */
  refold?: Refold | null;
  /** The event at which a release last stopped; null once a release has passed it. */
  stopped?: StopReason | null;
  /** The position that the log no longer has; set until the read model is rebuilt. */
  torn?: TornPosition | null;
}>;

/** An event of a type or version that a release does not know. */
export type StopReason = Readonly<{
  stream: string;
  revision: number;
  eventId: string;
  type: string;
  reason: string;
  program: string;
}>;

/**
 * A build next to the live collection: requested, running with its progress, or ended with the
 * content hash.
 */
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

/**
 * One pass over the documents of erased people, in the order of document ids. `erasedIds` are the
 * users and applications without a key, `after` is the last finished document, and `waiting` are
 * those erased since then, for the next pass.
 */
export type Refold = Readonly<{
  erasedIds: readonly string[];
  after: string | null;
  waiting: readonly string[];
}>;

/**
 * Adds erased people. A running pass continues first, so that frequent erasures cannot delay it.
 */
export const withErased = (refold: Refold | null, erasedIds: readonly string[]): Refold =>
  refold
    ? { ...refold, waiting: [...new Set([...refold.waiting, ...erasedIds])] }
    : { erasedIds, after: null, waiting: [] };

/** The number of erased users and applications whose documents are not all refolded. */
export const pendingErasures = (refold: Refold | null | undefined): number =>
  refold ? refold.erasedIds.length + refold.waiting.length : 0;

/** What remains to be refolded after the last document of a page, or after the last page (null). */
export const refoldAfter = (
  { erasedIds, waiting }: Refold,
  lastId: string | null,
): Refold | null => {
  if (lastId !== null) return { erasedIds, after: lastId, waiting };
  return waiting.length > 0 ? withErased(null, waiting) : null;
};

/** A rebuild that the projection's owner has yet to start. */
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
 * A stream that a collection skips from an event on, the reason, and the release (PROGRAM) that
 * could not read it. The row is removed with the collection. `_id` is `<collection>/<stream>`.
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

/** The unique name of a projection's collection in an epoch. */
export const collectionName = (projection: Versioned, epoch: number): string =>
  `${checkpointId(projection)}.${epoch}`;
