import type { Unreadable } from '../kernel/codec.js';
import type { Recorded } from '../kernel/events.js';
import type { AnyProjection, Projection, Stored } from './projection.js';

/** An event as it was read from the log, understood or not. */
export type Read = Recorded | Unreadable;

/**
 * What a batch did: the documents that changed (null: removed), the streams that cannot be read on, with the reason, and how
 * often a document had passed an event already.
 */
export type Applied = Readonly<{
  changed: ReadonlyMap<string, Stored | null>;
  parked: readonly Readonly<{
    event: Pick<Unreadable, 'id' | 'stream' | 'revision' | 'position'>;
    reason: string;
  }>[];
  passed: number;
}>;

/** The documents that a fold works on, in memory or beyond. */
export type Documents = {
  get(id: string): Stored | undefined;
  set(id: string, document: Stored): unknown;
  delete(id: string): unknown;
};

/** An event moves several documents, and only some of them have it: a write of theirs was cut off. They must be built anew. */
export class TornWrite extends Error {}

/** The ids of the documents that an event touches. @throws whatever the projection's `key` throws */
export const keysOf = (projection: AnyProjection, event: Recorded): readonly string[] => {
  const ids = (projection as unknown as Projection).key(event);
  return typeof ids === 'string' ? [ids] : ids;
};

const has = (document: Stored | undefined, { position }: Recorded): boolean =>
  document !== undefined && document.position >= position;

type Next = readonly (readonly [id: string, document: Stored | null])[];

const evolved = (
  projection: AnyProjection,
  documents: Pick<Documents, 'get'>,
  event: Recorded,
): Next => {
  const { evolve, evolveAll } = projection as unknown as Projection;
  const ids = keysOf(projection, event);
  const due = ids.filter((id) => !has(documents.get(id), event));
  const stored = (id: string, content: object): Stored => ({
    ...content,
    _id: id,
    position: event.position,
  });
  if (evolve)
    return due.map((id) => {
      const content = evolve(documents.get(id) ?? null, event);
      return [id, content && stored(id, content)];
    });
  if (due.length === 0) return [];
  if (due.length < ids.length)
    throw new TornWrite(`${projection.name}: event ${event.id} is in some of its documents only`);
  const found = new Map(
    ids.flatMap((id) => documents.get(id) ?? []).map((document) => [document._id, document]),
  );
  const next = [...evolveAll(found, event)];
  const foreign = next.find(([id]) => !ids.includes(id));
  if (foreign) throw new Error(`evolveAll answers ${foreign[0]}, which key does not name`);
  return next.map(([id, content]) => [id, stored(id, content)]);
};

/**
 * Folds events into documents. An event at or before a document's position is in it already and changes
 * nothing. A stream whose event cannot be read or folded is parked: this event and all later ones of it are left out.
 * @throws TornWrite
 */
export const foldBatch = (
  projection: AnyProjection,
  events: readonly Read[],
  documents: Documents,
  isParked: (stream: string) => boolean,
): Applied => {
  const changed = new Map<string, Stored | null>();
  const parked = new Map<string, Applied['parked'][number]>();
  let passed = 0;
  for (const event of events) {
    if (isParked(event.stream) || parked.has(event.stream)) continue;
    if ('unreadable' in event) {
      parked.set(event.stream, { event, reason: event.unreadable });
      continue;
    }
    try {
      const next = evolved(projection, documents, event);
      if (next.length === 0) passed++;
      for (const [id, document] of next) {
        changed.set(id, document);
        if (document) documents.set(id, document);
        else documents.delete(id);
      }
    } catch (error) {
      if (error instanceof TornWrite) throw error;
      parked.set(event.stream, {
        event,
        reason: error instanceof Error ? error.message : String(error),
      });
    }
  }
  return { changed, parked: [...parked.values()], passed };
};
