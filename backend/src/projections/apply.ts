import type mongoose from 'mongoose';
import type { Unreadable } from '../kernel/codec.js';
import { type EventSet, type Recorded, categoryOf } from '../kernel/events.js';
import type { AnyProjection, Projection, Stored } from './projection.js';

export type ReadModelCollection = mongoose.mongo.Collection<Stored>;

type Write = mongoose.mongo.AnyBulkWriteOperation<Stored>;

/** What a batch did: the documents that changed (null: removed), and the streams that cannot be read on, with the reason. */
export type Applied = Readonly<{
  changed: ReadonlyMap<string, Stored | null>;
  parked: readonly Readonly<{ event: Pick<Unreadable, 'id' | 'stream' | 'revision' | 'position'>; reason: string }>[];
}>;

/** The categories of stream that can hold an event which the projection handles. */
export const categoriesOf = (projection: AnyProjection, sets: readonly EventSet[]): readonly string[] =>
  sets
    .filter(({ definitions }) => projection.handles.some((type) => type in definitions))
    .flatMap(({ categories }) => categories);

const asArray = (ids: string | readonly string[]): readonly string[] => (typeof ids === 'string' ? [ids] : ids);

/**
 * Folds events into documents, in memory. An event at or before a document's position is in it already and changes
 * nothing. A stream whose event cannot be read or folded is parked: this event and all later ones of it are left out.
 */
export const foldBatch = (
  projection: AnyProjection,
  events: readonly (Recorded | Unreadable)[],
  documents: Map<string, Stored>,
  isParked: (stream: string) => boolean,
): Applied => {
  const { evolve } = projection as unknown as Projection;
  const changed = new Map<string, Stored | null>();
  const parked = new Map<string, Applied['parked'][number]>();
  for (const event of events) {
    if (isParked(event.stream) || parked.has(event.stream)) continue;
    if ('unreadable' in event) {
      parked.set(event.stream, { event, reason: event.unreadable });
      continue;
    }
    try {
      const next = keysOf(projection, event).flatMap((id) => {
        const document = documents.get(id) ?? null;
        if (document && document.position >= event.position) return [];
        const content = evolve(document, event);
        return [[id, content && { ...content, _id: id, position: event.position }] as const];
      });
      for (const [id, document] of next) {
        changed.set(id, document);
        if (document) documents.set(id, document);
        else documents.delete(id);
      }
    } catch (error) {
      parked.set(event.stream, { event, reason: error instanceof Error ? error.message : String(error) });
    }
  }
  return { changed, parked: [...parked.values()] };
};

const keysOf = (projection: AnyProjection, event: Recorded): readonly string[] =>
  asArray((projection as unknown as Projection).key(event));

/** The events of a batch that concern a projection: those that it handles, and damaged ones that it might have handled. */
export const concerning = (
  projection: AnyProjection,
  categories: readonly string[],
  events: readonly (Recorded | Unreadable)[],
): (Recorded | Unreadable)[] =>
  events.filter((event) =>
    'unreadable' in event ? categories.includes(categoryOf(event.stream)) : projection.handles.includes(event.type),
  );

/**
 * Loads the touched documents in one query, folds, and writes whole documents in one bulk, each only where the document
 * still has the position that the fold began with. @throws when another process wrote in between: start from the
 * checkpoint again.
 */
export const applyBatch = async (
  collection: ReadModelCollection,
  projection: AnyProjection,
  events: readonly (Recorded | Unreadable)[],
  isParked: (stream: string) => boolean,
): Promise<Applied> => {
  const ids = new Set<string>();
  for (const event of events) {
    try {
      if (!('unreadable' in event)) for (const id of keysOf(projection, event)) ids.add(id);
    } catch {
      // foldBatch meets the same failure again, and parks the stream for it.
    }
  }
  const found = ids.size > 0 ? await collection.find({ _id: { $in: [...ids] } }).toArray() : [];
  const before = new Map(found.map((document) => [document._id, document]));
  const applied = foldBatch(projection, events, new Map(before), isParked);
  const writes = [...applied.changed].flatMap(([_id, document]): Write[] => {
    const position = before.get(_id)?.position;
    if (position === undefined) return document ? [{ insertOne: { document } }] : [];
    const filter = { _id, position };
    return [document ? { replaceOne: { filter, replacement: document } } : { deleteOne: { filter } }];
  });
  if (writes.length === 0) return applied;
  const { insertedCount, matchedCount, deletedCount } = await collection.bulkWrite(writes, { ordered: false });
  if (insertedCount + matchedCount + deletedCount !== writes.length)
    throw new Error(`${projection.name}: another process wrote at the same time`);
  return applied;
};
