import type { Message } from '../../platform/kernel/decider.js';
import { categoryOf } from '../../platform/kernel/events.js';
import { defineProjection } from '../../platform/projections/projection.js';
import { idIn, peopleIn } from './concerned.js';

/**
 * One event as the audit finds it: where it stands, when it was decided (UTC), who acted, and the ids of whom and what it
 * concerns. What it says stands in the log alone, so that no personal data is here.
 */
export type Audited = Readonly<{
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

/** Which courts a person keeps and whom they follow is theirs alone. */
const isPrivate = (stream: string): boolean =>
  ['favourites', 'follows'].includes(categoryOf(stream));

const latest = { at: -1, position: -1 } as const;

/** Every event of the log by its id. Each index gives one search in the order of time, whichever way it is read. */
export const audit = defineProjection<Audited, Message<string, Record<string, unknown>>>({
  name: 'audit',
  version: 1,
  indexes: [
    { ...latest },
    { people: 1, ...latest },
    { actorId: 1, ...latest },
    { courtId: 1, ...latest },
    { bookingId: 1, ...latest },
    { type: 1, ...latest },
    { stream: 1, ...latest },
  ],
  handles: 'all',
  key: ({ id }) => id,
  evolve: (_document, { stream, revision, type, data, metadata }) => ({
    stream,
    revision,
    type,
    at: metadata.at,
    actorId: metadata.actor.id,
    actorRole: metadata.actor.role,
    requestId: metadata.$correlationId,
    people: peopleIn(isPrivate(stream) ? { userId: data['userId'] } : data),
    courtId: isPrivate(stream) ? null : idIn(data, 'courtId'),
    bookingId: idIn(data, 'bookingId'),
  }),
  audience: () => [],
});
