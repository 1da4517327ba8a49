import type { UnreadableEvent } from '../kernel/codec.js';
import type { RecordedEvent } from '../kernel/events.js';
import type { AnyProjection, Projection, StoredDocument } from './projection.js';

/** A decoded event, readable or not. */
export type DecodedEvent = RecordedEvent | UnreadableEvent;

/** The result of a batch: changed documents, and newly parked streams with the reasons. */
export type BatchResult = Readonly<{
  changed: ReadonlyMap<string, StoredDocument>;
  parked: readonly Readonly<{
    event: Pick<UnreadableEvent, 'id' | 'stream' | 'revision' | 'position'>;
    reason: string;
  }>[];
}>;

/** The documents of a fold, in memory or on disk. */
export type Documents = {
  get(id: string): StoredDocument | undefined;
  set(id: string, document: StoredDocument): unknown;
};

/** The ids of the documents that an event touches. @throws as the projection's `key` throws */
export const keysOf = (projection: AnyProjection, event: RecordedEvent): readonly string[] => {
  const ids = (projection as unknown as Projection).key(event);
  return typeof ids === 'string' ? [ids] : ids;
};

const has = (document: StoredDocument | undefined, { position }: RecordedEvent): boolean =>
  document !== undefined && document.position >= position;

/**
 * The documents that an event changes, with its position.
 * @throws Error if the projection would remove a document, or as `evolve` throws
 */
const evolved = (
  projection: AnyProjection,
  documents: Pick<Documents, 'get'>,
  event: RecordedEvent,
): StoredDocument[] => {
  const { name, evolve } = projection as unknown as Projection;
  const pending = keysOf(projection, event).filter((id) => !has(documents.get(id), event));
  return pending.flatMap((id) => {
    const existing = documents.get(id) ?? null;
    const content = evolve(existing, event, id);
    if (!content && existing) throw new Error(`${name} must not remove document ${id}`);
    return content ? [{ ...content, _id: id, position: event.position }] : [];
  });
};

/**
 * Folds events into documents. Skips events at or before a document's position. Parks a stream at
 * an event that cannot be read or folded, and skips its later events.
 */
export const foldBatch = (
  projection: AnyProjection,
  events: readonly DecodedEvent[],
  documents: Documents,
  isParked: (stream: string) => boolean,
): BatchResult => {
  const changed = new Map<string, StoredDocument>();
  const parked = new Map<string, BatchResult['parked'][number]>();
  for (const event of events) {
    if (isParked(event.stream) || parked.has(event.stream)) continue;
    if ('unreadable' in event) {
      parked.set(event.stream, { event, reason: event.unreadable });
      continue;
    }
    try {
      const next = evolved(projection, documents, event);
      for (const document of next) {
        changed.set(document._id, document);
        documents.set(document._id, document);
      }
    } catch (error) {
      parked.set(event.stream, {
        event,
        reason: error instanceof Error ? error.message : String(error),
      });
    }
  }
  return { changed, parked: [...parked.values()] };
};
