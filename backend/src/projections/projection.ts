import type { Message } from '../kernel/decider.js';
import type { Recorded } from '../kernel/events.js';

/**
 * A read model, as data: how documents follow from events. `key` names the documents that an event touches and `evolve`
 * answers the next document, or null to remove it. Both are pure: what they need is in the event and in the document. A new
 * `version` makes the runner build the collection anew beside the old one. `name` is also the collection's name.
 */
export type Projection<D extends object = object, E extends Message = Message> = Readonly<{
  name: string;
  version: number;
  indexes: readonly Readonly<Record<string, 1 | -1>>[];
  handles: readonly E['type'][];
  key(event: Recorded<E>): string | readonly string[];
  evolve(document: D | null, event: Recorded<E>): D | null;
  /** Whose screens show the document: ids of people; left out where everybody may see it. */
  audience?(document: D): readonly string[];
}>;

/** Any projection, to the runner, which hands each only the events that it handles. */
export type AnyProjection = Pick<Projection, 'name' | 'version' | 'indexes'> &
  Readonly<{
    handles: readonly string[];
    key(event: never): string | readonly string[];
    evolve(document: never, event: never): object | null;
    audience?(document: never): readonly string[];
  }>;

/** A document as it is stored: `position` is the log position of the last event in it, the guard against older writes. */
export type Stored<D extends object = object> = D & { _id: string; position: string };

/** Keeps the types of a projection together. */
export const defineProjection = <D extends object, E extends Message>(projection: Projection<D, E>) => projection;
