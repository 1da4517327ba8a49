import type { Message } from '../../platform/kernel/decider.js';
import { defineProjection } from '../../platform/projections/projection.js';
import { concernedIds, idFieldOf, sealedFieldsOf } from './concerned.js';
import { hasPrivateContent } from './private-content.js';
import { sentenceFields } from './sentences.js';

/**
 * The metadata of one event, and the ids that the event concerns. Its data remains in the log, so
 * this contains no personal data. `at` is UTC.
 */
export type AuditDocument = Readonly<{
  stream: string;
  revision: number;
  type: string;
  at: string;
  actorId: string;
  actorRole: string;
  requestId: string;
  people: readonly string[];
  courtId: string | null;
  bookingId: string | null;
  /** The fields of the event that its sentence shows. */
  facts: Readonly<Record<string, string | number | boolean>>;
}>;

type Fields = Readonly<Record<string, unknown>>;

const isScalar = (fieldValue: unknown): fieldValue is string | number | boolean =>
  ['string', 'number', 'boolean'].includes(typeof fieldValue);

/** The unsealed fields that the sentence of an event shows, and the currency of its amounts. */
const sentenceFacts = (eventType: string, eventData: Fields): AuditDocument['facts'] => {
  const sealedFields = sealedFieldsOf(eventType);
  return Object.fromEntries(
    [...sentenceFields(eventType), 'currency', 'foundCurrency'].flatMap((fieldName) => {
      const fieldValue = eventData[fieldName];
      return isScalar(fieldValue) && !sealedFields.includes(fieldName)
        ? [[fieldName, fieldValue]]
        : [];
    }),
  );
};

const latestFirst = { at: -1, position: -1 } as const;

/** Every event in the log by its id, with one index for each kind of search. */
export const audit = defineProjection<AuditDocument, Message<string, Record<string, unknown>>>({
  name: 'audit',
  version: 10,
  indexes: [
    { ...latestFirst },
    { people: 1, ...latestFirst },
    { actorId: 1, ...latestFirst },
    { courtId: 1, ...latestFirst },
    { bookingId: 1, ...latestFirst },
    { type: 1, ...latestFirst },
    { stream: 1, ...latestFirst },
  ],
  handles: 'all',
  key: ({ id }) => id,
  evolve: (_document, { stream, revision, type, data: eventData, metadata }) => ({
    stream,
    revision,
    type,
    at: metadata.at,
    actorId: metadata.actor.id,
    actorRole: metadata.actor.role,
    requestId: metadata.$correlationId,
    people: hasPrivateContent(stream)
      ? concernedIds('', { userId: eventData['userId'] })
      : // A record of a read concerns the people whose data was read, not the reader.
        concernedIds(type, eventData).filter(
          (personId) => type !== 'PersonalDataRead' || personId !== metadata.actor.id,
        ),
    courtId: hasPrivateContent(stream) ? null : idFieldOf(eventData, 'courtId'),
    bookingId: idFieldOf(eventData, 'bookingId'),
    facts: sentenceFacts(type, eventData),
  }),
  audience: () => [],
});
