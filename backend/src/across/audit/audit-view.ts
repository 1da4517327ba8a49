import type { AuditEntry, AuditEvent } from '@courtly/contracts/audit';
import type { Message } from '../../platform/kernel/decider.js';
import type { RecordedEvent } from '../../platform/kernel/events.js';
import type { Audited } from './audit.projection.js';
import { changesBetween } from './changes.js';
import { stateOf } from './folds.js';

type Fields = Readonly<Record<string, unknown>>;
type Document = Audited & Readonly<{ _id: string }>;

/** The names of accounts and of applicants, by id. */
export type Names = ReadonlyMap<string, string>;

const ofNobody: Readonly<Record<string, string>> = {
  courtly: 'Courtly',
  operator: 'an operator',
  visitor: 'a visitor',
};

const nameOf = (names: Names, id: string): string => names.get(id) ?? 'a former member';

export const auditEvent = (document: Document, names: Names): AuditEvent => {
  const { _id: id, at, type, stream, actorId, actorRole, courtId, bookingId, requestId } = document;
  const name = ofNobody[actorId] ?? nameOf(names, actorId);
  return {
    id,
    at,
    type,
    stream,
    actor: { id: actorId, role: actorRole, name },
    courtId,
    bookingId,
    requestId,
  };
};

/** Why something happened, in the words of the event: reasons from lists, then what somebody wrote. */
export const reasonIn = (data: Fields): string | null => {
  const given = ['reason', 'declineReason', 'excuse', 'code', 'note'].map((field) => data[field]);
  return given.filter((text) => typeof text === 'string' && text !== '').join(': ') || null;
};

const policyIn = ({ policyId }: Fields): string | null =>
  typeof policyId === 'string' ? policyId : null;

/**
 * An event opened: what its own slice's fold made of the stream before and after it. `events` are those of its stream from the
 * start, as far as they can be read. Where nobody folds such streams, what it says counts as what it changed.
 */
export const auditEntry = (
  document: Document,
  events: readonly RecordedEvent[],
  names: Names,
): AuditEntry => {
  const own = events.find(({ id }) => id === document._id);
  const data = (own?.data ?? {}) as Fields;
  const upTo = (revision: number): readonly Message[] =>
    events.filter((event) => event.revision <= revision);
  const before = stateOf(document.stream, upTo(document.revision - 1), data);
  const after = stateOf(document.stream, upTo(document.revision), data);
  return {
    ...auditEvent(document, names),
    people: document.people.map((id) => ({ id, name: nameOf(names, id) })),
    reason: reasonIn(data),
    policyId: policyIn(data),
    changes: before === undefined ? changesBetween(null, data) : changesBetween(before, after),
  };
};
