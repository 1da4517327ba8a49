import type { AuditEntry, AuditEvent } from '@courtly/contracts/audit';
import type { Message } from '../../platform/kernel/decider.js';
import type { RecordedEvent } from '../../platform/kernel/events.js';
import type { Audited } from './audit.projection.js';
import { stateChanges } from './changes.js';
import { foldStream } from './folds.js';

type Fields = Readonly<Record<string, unknown>>;
type Document = Audited & Readonly<{ _id: string }>;

/** Names of accounts and applicants by id. */
export type NamesById = ReadonlyMap<string, string>;

const systemActorNames: Readonly<Record<string, string>> = {
  courtly: 'Courtly',
  operator: 'an operator',
  visitor: 'a visitor',
};

const accountName = (names: NamesById, id: string): string => names.get(id) ?? 'a former member';

export const auditEvent = (document: Document, names: NamesById): AuditEvent => {
  const { _id: id, at, type, stream, actorId, actorRole, courtId, bookingId, requestId } = document;
  const actorName = systemActorNames[actorId] ?? accountName(names, actorId);
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
export const reasonText = (data: Fields): string | null => {
  const reasons = ['reason', 'declineReason', 'excuse', 'code', 'note'].map((field) => data[field]);
  return reasons.filter((reason) => typeof reason === 'string' && reason !== '').join(': ') || null;
};

const policyIdIn = ({ policyId }: Fields): string | null =>
  typeof policyId === 'string' ? policyId : null;

/**
 * An event with the changes it made. `events` are the readable events of its stream, from the start.
 * If no fold exists for the stream, all data of the event count as changes.
 */
export const auditEntry = (
  document: Document,
  events: readonly RecordedEvent[],
  names: NamesById,
): AuditEntry => {
  const auditedEvent = events.find(({ id }) => id === document._id);
  const data = (auditedEvent?.data ?? {}) as Fields;
  const eventsThrough = (revision: number): readonly Message[] =>
    events.filter((recordedEvent) => recordedEvent.revision <= revision);
  const stateBefore = foldStream(document.stream, eventsThrough(document.revision - 1), data);
  const stateAfter = foldStream(document.stream, eventsThrough(document.revision), data);
  return {
    ...auditEvent(document, names),
    people: document.people.map((id) => ({ id, name: accountName(names, id) })),
    reason: reasonText(data),
    policyId: policyIdIn(data),
    changes:
      stateBefore === undefined ? stateChanges(null, data) : stateChanges(stateBefore, stateAfter),
  };
};
