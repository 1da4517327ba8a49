import type mongoose from 'mongoose';
import type { Message } from '../kernel/decider.js';
import type { RecordedEvent } from '../kernel/events.js';

/** In an audience: everyone who follows the document by its id. */
export const FOLLOWERS = '*';

/** The parts of a projection other than its fold. */
export type ReadModel<D extends object = object, E extends Message = Message> = Readonly<{
  name: string;
  version: number;
  indexes: readonly Readonly<Record<string, 1 | -1>>[];
  /** The types of the events that it handles, or all. */
  handles: readonly E['type'][] | 'all';
  /** The ids of the documents that an event touches. */
  key(event: RecordedEvent<E>): string | readonly string[];
  /** The ids of the users who may see the document. Omitted if everyone may see it. */
  audience?(document: D): readonly string[];
  /**
   * The ids of the users whose personal data the document contains. Erasures find the document by
   * these ids.
   */
  people?(document: D): readonly string[];
}>;

/**
 * A read model as data: a pure fold of events into documents. `key` names the documents that an
 * event changes. `evolve` returns the next state of one document, or null while it does not exist;
 * documents are never removed. A new `version` builds a separate collection.
 */
export type Projection<D extends object = object, E extends Message = Message> = ReadModel<D, E> &
  Readonly<{ evolve(document: D | null, event: RecordedEvent<E>, id: string): D | null }>;

/** Any projection, with its types erased for the runner. */
export type AnyProjection = Pick<Projection, 'name' | 'version' | 'indexes'> &
  Readonly<{
    handles: readonly string[] | 'all';
    key(event: never): string | readonly string[];
    evolve(document: never, event: never, id: string): object | null;
    audience?(document: never): readonly string[];
    people?(document: never): readonly string[];
  }>;

/**
 * What is needed to refold a document after an erasure: the users whose personal data it contains,
 * the streams with its events (null if there are too many), and how often it has been refolded.
 */
export type Folded = Readonly<{
  people: readonly string[];
  streams: readonly string[] | null;
  again: number;
}>;

/**
 * A stored document. `position` is the log position of its last event and guards against older
 * writes. `folded` is set if the projection declares `people`.
 */
export type StoredDocument<D extends object = object> = D & {
  _id: string;
  position: string;
  folded?: Folded;
};

export type ReadModelCollection<D extends object = object> = mongoose.mongo.Collection<
  StoredDocument<D>
>;

export const PROJECTIONS = Symbol('projections');

/** Infers the types of a projection. */
export const defineProjection = <D extends object, E extends Message>(
  projection: Projection<D, E>,
): Projection<D, E> => projection;

/**
 * The batch size of a cursor over a collection. By default, MongoDB fetches up to 16 MB, which
 * takes five times as much memory once decoded.
 */
export const CURSOR_BATCH_SIZE = 1_000;
