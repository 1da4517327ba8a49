import type { AuditEntry, AuditEvent } from '@courtly/contracts/audit';
import type { Message } from '../../platform/kernel/decider.js';
import type { RecordedEvent } from '../../platform/kernel/events.js';
import type { AuditDocument } from './audit.projection.js';
import { stateChanges } from './changes.js';
import { foldStream } from './folds.js';

type Fields = Readonly<Record<string, unknown>>;
type StoredAuditDocument = AuditDocument & Readonly<{ _id: string }>;

/** Names of accounts and applicants by id. */
export type NamesById = ReadonlyMap<string, string>;

const systemActorNames: Readonly<Record<string, string>> = {
  courtly: 'Courtly',
  operator: 'an operator',
  visitor: 'a visitor',
};

const accountName = (namesById: NamesById, subjectId: string): string =>
  namesById.get(subjectId) ?? 'a former member';

export const auditEvent = (
  auditDocument: StoredAuditDocument,
  namesById: NamesById,
): AuditEvent => {
  const {
    _id: id,
    at,
    type,
    stream,
    actorId,
    actorRole,
    courtId,
    bookingId,
    requestId,
  } = auditDocument;
  const actorName = systemActorNames[actorId] ?? accountName(namesById, actorId);
  return {
    id,
    at,
    type,
    stream,
    actor: { id: actorId, role: actorRole, name: actorName },
    courtId,
    bookingId,
    requestId,
  };
};

/** Listed reasons first, then free text. */
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

const policyIdIn = ({ policyId }: Fields) => (typeof policyId === 'string' ? policyId : null);

/**
 * An event with the changes it made. `events` are the readable events of its stream, from the start.
 * If no fold exists for the stream, all data of the event count as changes.
 */
export const auditEntry = (
  auditDocument: StoredAuditDocument,
  streamEvents: readonly RecordedEvent[],
  namesById: NamesById,
): AuditEntry => {
  const auditedEvent = streamEvents.find(({ id }) => id === auditDocument._id);
  const eventData = (auditedEvent?.data ?? {}) as Fields;
  const eventsThrough = (lastRevision: number): readonly Message[] =>
    streamEvents.filter((recordedEvent) => recordedEvent.revision <= lastRevision);
  const stateBefore = foldStream(
    auditDocument.stream,
    eventsThrough(auditDocument.revision - 1),
    eventData,
  );
  const stateAfter = foldStream(
    auditDocument.stream,
    eventsThrough(auditDocument.revision),
    eventData,
  );
  return {
    ...auditEvent(auditDocument, namesById),
    people: auditDocument.people.map((subjectId) => ({
      id: subjectId,
      name: accountName(namesById, subjectId),
    })),
    reason: reasonText(eventData),
    policyId: policyIdIn(eventData),
    changes:
      stateBefore === undefined
        ? stateChanges(null, eventData)
        : stateChanges(stateBefore, stateAfter),
  };
};
