import { formatAmount, toAmount, US_DOLLARS } from '@courtly/contracts/amount';
import type { AuditEntry, AuditThing } from '@courtly/contracts/audit';
import { AuditKind } from '@courtly/contracts/audit';
import { categoryOf, type RecordedEvent } from '../../platform/kernel/events.js';
import type { AuditDocument } from './audit.projection.js';
import { stateChanges } from './changes.js';
import { PERSON_ID_FIELDS } from './concerned.js';
import { foldStream } from './folds.js';
import { hasPrivateContent } from './private-content.js';
import { sentenceOf } from './sentences.js';

type Fields = Readonly<Record<string, unknown>>;
type StoredAuditDocument = AuditDocument & Readonly<{ _id: string }>;

/** The names of accounts and applicants, by id. */
export type NamesById = ReadonlyMap<string, string>;

export type AuditNamesById = Readonly<{ people: NamesById; courts: NamesById }>;

const systemActorNames: Readonly<Record<string, string>> = {
  courtly: 'Courtly',
  operator: 'an operator',
  visitor: 'a visitor',
};

const accountName = (namesById: NamesById, subjectId: string): string =>
  namesById.get(subjectId) ?? 'a former member';

const amountText = (cents: number, currency: unknown): string =>
  formatAmount(toAmount(cents, typeof currency === 'string' ? currency : US_DOLLARS));

const factText =
  ({ facts }: Pick<AuditDocument, 'facts'>, names: AuditNamesById) =>
  (fieldName: string, fieldValue: unknown): string => {
    if (PERSON_ID_FIELDS.has(fieldName))
      return typeof fieldValue === 'string' ? accountName(names.people, fieldValue) : 'someone';
    if (fieldName === 'courtId') return names.courts.get(String(fieldValue)) ?? 'a court';
    if (fieldName.endsWith('Cents') && typeof fieldValue === 'number')
      return amountText(
        fieldValue,
        fieldName === 'foundCents'
          ? facts['foundCurrency']
          : (facts['currency'] ?? facts['wrongCurrency']),
      );
    return fieldValue === undefined ? '' : String(fieldValue).replaceAll('_', ' ');
  };

/** The people whom the sentence of an event names, including the one who acted. */
export const namedIn = ({ actorId, facts }: Pick<AuditDocument, 'actorId' | 'facts'>): string[] => [
  ...(actorId in systemActorNames ? [] : [actorId]),
  ...Object.entries(facts).flatMap(([fieldName, fieldValue]) =>
    PERSON_ID_FIELDS.has(fieldName) && typeof fieldValue === 'string' ? [fieldValue] : [],
  ),
];

/** The record to which an event belongs. A booking has several streams. */
const thingOf = ({ stream, bookingId, facts }: AuditDocument): AuditThing | null => {
  if (bookingId) return { kind: 'booking', id: bookingId };
  const category = categoryOf(stream);
  const kind = AuditKind.safeParse(category);
  if (!kind.success) return null;
  if (kind.data !== 'application')
    return { kind: kind.data, id: stream.slice(category.length + 1) };
  const { applicationId } = facts;
  return typeof applicationId === 'string' ? { kind: 'application', id: applicationId } : null;
};

/** The response contract decides which of the other fields are sent. */
export const auditEvent = (auditDocument: StoredAuditDocument, names: AuditNamesById) => {
  const { _id: id, actorId, actorRole, type, facts } = auditDocument;
  const name = systemActorNames[actorId] ?? accountName(names.people, actorId);
  return {
    ...auditDocument,
    id,
    actor: { id: actorId, role: actorRole, name },
    sentence: sentenceOf(type, name, facts, factText(auditDocument, names)),
    thing: thingOf(auditDocument),
  };
};

/** The fields in which events store why something happened, the listed reason first. */
const REASON_FIELDS = [
  'reason',
  'because',
  'declineReason',
  'excuse',
  'code',
  'failureCode',
  'note',
  'words',
  'hostNote',
];

/** The listed reason comes first, followed by free text. */
export const reasonText = (eventData: Fields): string | null => {
  const givenReasons = REASON_FIELDS.map((fieldName) => eventData[fieldName]);
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
  names: AuditNamesById,
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
    ...auditEvent(auditDocument, names),
    people: auditDocument.people.map((id) => ({ id, name: accountName(names.people, id) })),
    reason: reasonText(eventData),
    policyId: typeof policyId === 'string' ? policyId : null,
    changes: hasPrivateContent(stream)
      ? []
      : stateBefore === undefined
        ? stateChanges(null, eventData)
        : stateChanges(stateBefore, stateAt(revision)),
  };
};
