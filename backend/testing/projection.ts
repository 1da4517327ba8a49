import type { Message } from '../src/platform/kernel/decider.js';
import type { RecordedEvent } from '../src/platform/kernel/events.js';
import { foldBatch } from '../src/platform/projections/fold.js';
import { eventsFor } from '../src/platform/projections/event-filter.js';
import type {
  AnyProjection,
  Projection,
  StoredDocument,
} from '../src/platform/projections/projection.js';

/** Recorded events of one stream, from its start. */
export const inStream = <E extends Message>(stream: string, ...events: E[]): RecordedEvent<E>[] =>
  events.map((event, revision) => ({
    ...event,
    id: `${stream}#${revision}`,
    stream,
    revision,
    position: String(revision + 1).padStart(20, '0'),
    metadata: {
      version: 1,
      actor: { id: 'someone', role: 'player' },
      at: '2027-03-10T12:00:00.000Z',
      command: `command-${revision}`,
      fingerprint: '',
      $correlationId: `request-${revision}`,
    },
  }));

/** Documents by id, folded like in the runner. @throws if the runner would park the stream */
export const fold = <D extends object, E extends Message>(
  projection: Projection<D, E>,
  ...events: RecordedEvent<E>[]
): Map<string, D> => {
  const any = projection as unknown as AnyProjection;
  const documents = new Map<string, StoredDocument>();
  const { parked } = foldBatch(any, eventsFor(any, [], events), documents, () => false);
  if (parked[0]) throw new Error(parked[0].reason);
  return new Map(
    [...documents].map(
      ([id, { _id, position: _position, folded: _folded, ...document }]) =>
        [id, document as unknown as D] as const,
    ),
  );
};

/**
 * Each document that an event changes, in its new state, together with the event. Unlike `fold`,
 * this ignores positions, so the events may come from unrelated examples.
 */
export const documentStates = (
  { handles, key, evolve }: Pick<Projection, 'handles' | 'key' | 'evolve'>,
  events: readonly RecordedEvent[],
): { event: RecordedEvent; document: object }[] => {
  const documents = new Map<string, object>();
  return events
    .filter(({ type }) => handles === 'all' || handles.includes(type))
    .flatMap((event) =>
      [key(event)].flat().flatMap((documentId) => {
        const document = evolve(documents.get(documentId) ?? null, event, documentId);
        if (!document) return [];
        documents.set(documentId, document);
        return [{ event, document }];
      }),
    );
};
