import type { UnreadableEvent } from '../kernel/codec.js';
import type { RecordedEvent } from '../kernel/events.js';
import type { AnyProjection, Projection, StoredDocument } from './projection.js';

/** An event as it was read from the log, understood or not. */
export type DecodedEvent = RecordedEvent | UnreadableEvent;

/**
 * What a batch did: the documents that changed, the streams that cannot be read on, with the reason, and how
 * often a document had passed an event already.
 */
export type BatchResult = Readonly<{
  changed: ReadonlyMap<string, StoredDocument>;
  parked: readonly Readonly<{
    event: Pick<UnreadableEvent, 'id' | 'stream' | 'revision' | 'position'>;
    reason: string;
  }>[];
}>;

/** The documents that a fold works on, in memory or beyond. */
export type Documents = {
  get(id: string): StoredDocument | undefined;
  set(id: string, document: StoredDocument): unknown;
};

/** The ids of the documents that an event touches. @throws whatever the projection's `key` throws */
export const keysOf = (projection: AnyProjection, event: RecordedEvent): readonly string[] => {
  const ids = (projection as unknown as Projection).key(event);
  return typeof ids === 'string' ? [ids] : ids;
};

const has = (document: StoredDocument | undefined, { position }: RecordedEvent): boolean =>
  document !== undefined && document.position >= position;

/**
 * The documents that an event changes, each with the event's position; null if all of them have the
 * event already. @throws Error if the projection would remove a document, or as `evolve` does
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
 * Folds events into documents. An event at or before a document's position is in it already and changes
 * nothing. A stream whose event cannot be read or folded is parked: this event and all later ones of it are left out.
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
