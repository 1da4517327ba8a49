import type { Message } from '../../platform/kernel/decider.js';
import { categoryOf } from '../../platform/kernel/events.js';
import { defineProjection } from '../../platform/projections/projection.js';
import { idFieldOf, concernedIds } from './concerned.js';

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
}>;

/** Favorites and follows are private, even for admins. */
const hasPrivateContent = (streamName: string): boolean =>
  ['favourites', 'follows'].includes(categoryOf(streamName));

const latestFirst = { at: -1, position: -1 } as const;

/** Every event in the log by its id, with one index for each kind of search. */
export const audit = defineProjection<AuditDocument, Message<string, Record<string, unknown>>>({
  name: 'audit',
  version: 2,
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
    people: concernedIds(hasPrivateContent(stream) ? { userId: eventData['userId'] } : eventData),
    courtId: hasPrivateContent(stream) ? null : idFieldOf(eventData, 'courtId'),
    bookingId: idFieldOf(eventData, 'bookingId'),
  }),
  audience: () => [],
});
