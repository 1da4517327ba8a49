import type mongoose from 'mongoose';
import type { Message } from '../kernel/decider.js';
import type { RecordedEvent } from '../kernel/events.js';

/** What a projection is beside its fold. */
export type ReadModel<D extends object = object, E extends Message = Message> = Readonly<{
  name: string;
  version: number;
  indexes: readonly Readonly<Record<string, 1 | -1>>[];
  /** The types of event that it is folded from, or all there are. */
  handles: readonly E['type'][] | 'all';
  /** The ids of the documents that an event touches. */
  key(event: RecordedEvent<E>): string | readonly string[];
  /** Whose screens show the document: ids of people; left out where everybody may see it. */
  audience?(document: D): readonly string[];
  /** Whose personal data stand in the document: ids of people, by whom an erasure finds it. */
  people?(document: D): readonly string[];
}>;

/**
 * A read model, as data: how documents follow from events, purely from what is in the event and in the documents. `key` names
 * the documents that an event touches. `evolve` returns the next version of one of them, by its id, or null while there is
 * none; documents are never removed. A new `version` makes the runner build a separate collection.
 */
export type Projection<D extends object = object, E extends Message = Message> = ReadModel<D, E> &
  Readonly<{ evolve(document: D | null, event: RecordedEvent<E>, id: string): D | null }>;

/** Any projection, to the runner, which hands each only the events that it handles. */
export type AnyProjection = Pick<Projection, 'name' | 'version' | 'indexes'> &
  Readonly<{
    handles: readonly string[] | 'all';
    key(event: never): string | readonly string[];
    evolve(document: never, event: never, id: string): object | null;
    audience?(document: never): readonly string[];
    people?(document: never): readonly string[];
  }>;

/** A document as it is stored: `position` is the log position of the last event in it, the guard against older writes. */
export type StoredDocument<D extends object = object> = D & { _id: string; position: string };

export type ReadModelCollection<D extends object = object> = mongoose.mongo.Collection<
  StoredDocument<D>
>;

/** Where the projections of all slices are found in Nest's container. */
export const PROJECTIONS = Symbol('projections');

/** Keeps the types of a projection together. */
export const defineProjection = <D extends object, E extends Message>(
  projection: Projection<D, E>,
): Projection<D, E> => projection;

/**
 * Documents that a walk over a collection brings at a time. Left to itself, MongoDB brings as many as fit into 16 MB, which take five
 * times that as objects.
 */
export const WALKED_TOGETHER = 1_000;
