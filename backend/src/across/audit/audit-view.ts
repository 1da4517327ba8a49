import type { AuditEntry } from '@courtly/contracts/audit';
import type { RecordedEvent } from '../../platform/kernel/events.js';
import type { AuditDocument } from './audit.projection.js';
import { stateChanges } from './changes.js';
import { foldStream } from './folds.js';

type Fields = Readonly<Record<string, unknown>>;
type StoredAuditDocument = AuditDocument & Readonly<{ _id: string }>;

/** The names of accounts and applicants, by id. */
export type NamesById = ReadonlyMap<string, string>;

const systemActorNames: Readonly<Record<string, string>> = {
  courtly: 'Courtly',
  operator: 'an operator',
  visitor: 'a visitor',
};

const accountName = (namesById: NamesById, subjectId: string): string =>
  namesById.get(subjectId) ?? 'a former member';

/** The response contract decides which of the other fields are sent. */
export const auditEvent = (auditDocument: StoredAuditDocument, namesById: NamesById) => {
  const { _id: id, actorId, actorRole } = auditDocument;
  const name = systemActorNames[actorId] ?? accountName(namesById, actorId);
  return { ...auditDocument, id, actor: { id: actorId, role: actorRole, name } };
};

/** The listed reason comes first, followed by free text. */
export const reasonText = (eventData: Fields): string | null => {
  const givenReasons = ['reason', 'declineReason', 'excuse', 'code', 'note'].map(
    (fieldName) => eventData[fieldName],
  );
  return (
    givenReasons
      .filter((reasonValue) => typeof reasonValue === 'string' && reasonValue !== '')
      .join(': ') || null
  );
};

/**
 * An event with the changes that it made. `events` are the readable events of its stream, from the
 * start. If there is no fold for the stream, all data of the event counts as changes.
 */
export const auditEntry = (
  auditDocument: StoredAuditDocument,
  streamEvents: readonly RecordedEvent[],
  namesById: NamesById,
): AuditEntry => {
  const auditedEvent = streamEvents.find(({ id }) => id === auditDocument._id);
  const eventData = (auditedEvent?.data ?? {}) as Fields;
  const { stream, revision } = auditDocument;
  const stateAt = (lastRevision: number) =>
    foldStream(
      stream,
      streamEvents.filter((streamEvent) => streamEvent.revision <= lastRevision),
      eventData,
    );
  const stateBefore = stateAt(revision - 1);
  const { policyId } = eventData;
  return {
    ...auditEvent(auditDocument, namesById),
    people: auditDocument.people.map((id) => ({ id, name: accountName(namesById, id) })),
    reason: reasonText(eventData),
    policyId: typeof policyId === 'string' ? policyId : null,
    changes:
      stateBefore === undefined
        ? stateChanges(null, eventData)
        : stateChanges(stateBefore, stateAt(revision)),
  };
};
