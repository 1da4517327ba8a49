import type mongoose from 'mongoose';
import type { Message } from '../kernel/decider.js';
import type { Recorded } from '../kernel/events.js';

/** What a projection is beside its fold. */
export type ReadModel<D extends object = object, E extends Message = Message> = Readonly<{
  name: string;
  version: number;
  indexes: readonly Readonly<Record<string, 1 | -1>>[];
  /** The types of event that it is folded from, or all there are. */
  handles: readonly E['type'][] | 'all';
  /** The ids of the documents that an event touches. */
  key(event: Recorded<E>): string | readonly string[];
  /** Whose screens show the document: ids of people; left out where everybody may see it. */
  audience?(document: D): readonly string[];
  /** Whose personal data stand in the document: ids of people, by whom an erasure finds it. */
  people?(document: D): readonly string[];
}>;

type OfOne<D extends object, E extends Message> = ReadModel<D, E> &
  Readonly<{ evolve(document: D | null, event: Recorded<E>): D | null; evolveAll?: never }>;

type OfSeveral<D extends object, E extends Message> = ReadModel<D, E> &
  Readonly<{
    evolve?: never;
    evolveAll(documents: ReadonlyMap<string, D>, event: Recorded<E>): ReadonlyMap<string, D>;
  }>;

/**
 * A read model, as data: how documents follow from events, purely from what is in the event and in the documents. `key` names
 * the documents that an event touches. `evolve` sees one of them and answers the next, or null to remove it; `evolveAll` sees
 * all of them that exist, by id, and answers those that change, for events that move several at once; it removes none. A new
 * `version` makes the runner build a collection of its own, beside that of the older version.
 */
export type Projection<D extends object = object, E extends Message = Message> =
  OfOne<D, E> | OfSeveral<D, E>;

/** Any projection, to the runner, which hands each only the events that it handles. */
export type AnyProjection = Pick<Projection, 'name' | 'version' | 'indexes'> &
  Readonly<{
    handles: readonly string[] | 'all';
    key(event: never): string | readonly string[];
    evolve?(document: never, event: never): object | null;
    evolveAll?(documents: never, event: never): ReadonlyMap<string, object>;
    audience?(document: never): readonly string[];
    people?(document: never): readonly string[];
  }>;

/** A document as it is stored: `position` is the log position of the last event in it, the guard against older writes. */
export type Stored<D extends object = object> = D & { _id: string; position: string };

export type ReadModelCollection<D extends object = object> = mongoose.mongo.Collection<Stored<D>>;

/** Where the projections of all slices are found in Nest's container. */
export const PROJECTIONS = Symbol('projections');

/** Keeps the types of a projection together. */
export function defineProjection<D extends object, E extends Message>(
  projection: OfOne<D, E>,
): OfOne<D, E>;
export function defineProjection<D extends object, E extends Message>(
  projection: OfSeveral<D, E>,
): OfSeveral<D, E>;
export function defineProjection(projection: Projection): Projection {
  return projection;
}

/**
 * Documents that a walk over a collection brings at a time. Left to itself, MongoDB brings as many as fit into 16 MB, which take five
 * times that as objects.
 */
export const WALKED_TOGETHER = 1_000;
