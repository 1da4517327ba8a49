import type { UnreadableEvent } from '../kernel/codec.js';
import type { RecordedEvent } from '../kernel/events.js';
import type { AnyProjection, Folded, Projection, StoredDocument } from './projection.js';

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

/**
 * The ids of the documents that an event touches.
 * @throws errors of the projection's `key`
 */
export const documentIdsOf = (
  projection: AnyProjection,
  decodedEvent: RecordedEvent,
): readonly string[] => {
  const documentIds = (projection as unknown as Projection).key(decodedEvent);
  return typeof documentIds === 'string' ? [documentIds] : documentIds;
};

const hasApplied = (document: StoredDocument | undefined, { position }: RecordedEvent): boolean =>
  document !== undefined && document.position >= position;

/**
 * A document with events of more streams, such as a court with many reviews, is not refolded but
 * rebuilt.
 */
const MAX_STREAMS = 50;

const foldedAfter = (
  previous: Folded | undefined,
  people: readonly string[],
  stream: string,
): Folded => {
  const { streams = [], again = 0 } = previous ?? {};
  if (!streams || streams.includes(stream)) return { people, streams, again };
  return { people, streams: streams.length < MAX_STREAMS ? [...streams, stream] : null, again };
};

/** @throws Error if the projection would remove the document; errors of its `evolve` */
const evolveDocument = (
  projection: AnyProjection,
  existingDocument: StoredDocument | null,
  decodedEvent: RecordedEvent,
  documentId: string,
): StoredDocument | null => {
  const { name, evolve, people } = projection as unknown as Projection;
  const content = evolve(existingDocument, decodedEvent, documentId);
  if (!content && existingDocument)
    throw new Error(`${name} must not remove document ${documentId}`);
  if (!content) return null;
  const { position, stream } = decodedEvent;
  const document = { ...content, _id: documentId, position };
  if (!people) return document;
  const folded = foldedAfter(existingDocument?.folded, people(content), stream);
  return { ...document, folded };
};

/**
 * The documents that an event changes, with the event's position.
 * @throws errors of `evolveDocument`
 */
const evolveDocuments = (
  projection: AnyProjection,
  documents: Pick<Documents, 'get'>,
  decodedEvent: RecordedEvent,
): StoredDocument[] => {
  const pendingIds = documentIdsOf(projection, decodedEvent).filter(
    (documentId) => !hasApplied(documents.get(documentId), decodedEvent),
  );
  return pendingIds.flatMap((documentId) => {
    const existingDocument = documents.get(documentId) ?? null;
    return evolveDocument(projection, existingDocument, decodedEvent, documentId) ?? [];
  });
};

/**
 * Refolds a stored document from the events of its streams in log order. Returns null if the result
 * does not have the document's position; then the read model must be rebuilt.
 */
export const foldAgain = (
  projection: AnyProjection,
  { _id: documentId, position, folded }: StoredDocument,
  decodedEvents: readonly RecordedEvent[],
): StoredDocument | null => {
  let document: StoredDocument | null = null;
  try {
    for (const decodedEvent of decodedEvents)
      if (
        decodedEvent.position <= position &&
        documentIdsOf(projection, decodedEvent).includes(documentId)
      )
        document = evolveDocument(projection, document, decodedEvent, documentId);
  } catch {
    // A rebuild parks the stream.
    return null;
  }
  if (document?.position !== position || !document.folded) return null;
  return { ...document, folded: { ...document.folded, again: (folded?.again ?? 0) + 1 } };
};

/**
 * Folds events into documents. Skips events at or before a document's position. Parks a stream at
 * an event that cannot be read or folded, and skips its later events.
 */
export const foldBatch = (
  projection: AnyProjection,
  decodedEvents: readonly DecodedEvent[],
  documents: Documents,
  isParked: (stream: string) => boolean,
): BatchResult => {
  const changedDocuments = new Map<string, StoredDocument>();
  const parkedStreams = new Map<string, BatchResult['parked'][number]>();
  for (const decodedEvent of decodedEvents) {
    if (isParked(decodedEvent.stream) || parkedStreams.has(decodedEvent.stream)) continue;
    if ('unreadable' in decodedEvent) {
      parkedStreams.set(decodedEvent.stream, {
        event: decodedEvent,
        reason: decodedEvent.unreadable,
      });
      continue;
    }
    try {
      const nextDocuments = evolveDocuments(projection, documents, decodedEvent);
      for (const document of nextDocuments) {
        changedDocuments.set(document._id, document);
        documents.set(document._id, document);
      }
    } catch (error) {
      parkedStreams.set(decodedEvent.stream, {
        event: decodedEvent,
        reason: error instanceof Error ? error.message : String(error),
      });
    }
  }
  return { changed: changedDocuments, parked: [...parkedStreams.values()] };
};
