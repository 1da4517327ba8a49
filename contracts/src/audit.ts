import { z } from 'zod';
import { oneLine } from './fields.js';
import { pageQuery } from './paging.js';
import { route } from './route.js';
import { Instant, LocalDate, zoned } from './wire.js';

/**
 * The maximum number of rows in an export, which contains the newest. A truncated export sets the
 * header `Courtly-Truncated`.
 */
export const MOST_EXPORTED = 10_000;

const identifier = oneLine({ least: 1, most: 160 });

/** An account's id or email. */
const personReference = oneLine({ least: 1, most: 254 });

const auditFilters = {
  person: personReference
    .optional()
    .describe('The person affected: an account id, an account email, or an application id.'),
  actor: personReference.optional().describe('The person who acted: an account id or email.'),
  court: identifier.optional(),
  booking: identifier.optional(),
  type: identifier.optional().describe('An event type.'),
  from: Instant.optional().describe('Only events decided at or after this instant.'),
  to: Instant.optional().describe('Only events decided before this instant.'),
};

export const AuditSearch = z.strictObject({
  ...auditFilters,
  ownReads: z
    .enum(['true', 'false'])
    .transform((flag) => flag === 'true')
    .optional()
    .describe("Whether to list the records of the caller's own reads of personal data."),
  ...pageQuery({ defaultLimit: 40, maxLimit: 100 }),
});
export type AuditSearch = z.infer<typeof AuditSearch>;

export const AuditExport = z.strictObject({ ...auditFilters, format: z.enum(['csv', 'jsonl']) });
export type AuditExport = z.infer<typeof AuditExport>;

export const AuditKind = z.enum([
  'application',
  'booking',
  'court',
  'user',
  'payment',
  'payout',
  'membership',
  'match',
  'policy',
]);
export type AuditKind = z.infer<typeof AuditKind>;

/** Selects a stream by name, or a record by kind and id. */
export const AuditTimeline = z.strictObject({
  stream: identifier.optional(),
  kind: AuditKind.optional(),
  id: identifier.optional(),
  ...pageQuery({ defaultLimit: 20, maxLimit: 50 }),
});
export type AuditTimeline = z.infer<typeof AuditTimeline>;

/** The record to which an event belongs. */
export const AuditThing = z.object({ kind: AuditKind, id: z.string() });
export type AuditThing = z.infer<typeof AuditThing>;

/** An event in one sentence. `at` is the decision time (UTC). */
export const AuditEvent = z.object({
  id: z.string(),
  at: z.string(),
  type: z.string(),
  sentence: z.string().describe('What happened, such as `Avery suspended Hugo Brandt`.'),
  thing: AuditThing.nullable().describe('Null for events that belong to no such record.'),
  stream: z.string(),
  actor: z.object({ id: z.string(), role: z.string(), name: z.string() }),
  courtId: z.string().nullable(),
  bookingId: z.string().nullable(),
  requestId: z.string(),
});
export type AuditEvent = z.infer<typeof AuditEvent>;

/** One changed field as text. Null means that the field had or has no value. */
export const AuditChange = z.object({
  field: z.string(),
  before: z.string().nullable(),
  after: z.string().nullable(),
});
export type AuditChange = z.infer<typeof AuditChange>;

/** An event with the affected people, its reason, its policy, and its changes. */
export const AuditEntry = AuditEvent.extend({
  people: z.array(z.object({ id: z.string(), name: z.string() })),
  reason: z.string().nullable(),
  policyId: z.string().nullable(),
  changes: z.array(AuditChange),
});
export type AuditEntry = z.infer<typeof AuditEntry>;

const eventFields = z.record(z.string(), z.unknown());

/** The stored event, with its personal data decrypted. */
export const AuditedEvent = AuditEntry.extend({
  revision: z.number(),
  data: eventFields,
  metadata: eventFields,
});
export type AuditedEvent = z.infer<typeof AuditedEvent>;

/** The state of a record at an instant, folded from its events. Null if it did not exist yet. */
export const StateAsOf = z.object({
  kind: AuditKind,
  id: z.string(),
  at: z.string(),
  events: z.number().describe('The number of events up to that instant.'),
  last: z.object({ type: z.string(), at: z.string() }).nullable(),
  state: eventFields.nullable(),
  names: z
    .record(z.string(), z.string())
    .describe('The current names of the people and courts in the state, by id.'),
  place: z.object(zoned).nullable().describe('The zone of the court, if the record is about one.'),
});
export type StateAsOf = z.infer<typeof StateAsOf>;

/** The hours of one court on one local day, as they were at an instant. */
export const CalendarAsOf = z.object({
  courtId: z.string(),
  date: z.string(),
  ...zoned,
  at: z.string(),
  isActive: z.boolean(),
  isHidden: z.boolean().describe('Whether an admin had hidden the court.'),
  hours: z.array(
    z.object({
      start: z.string(),
      end: z.string(),
      state: z.enum(['free', 'held', 'closed']),
      bookingId: z.string().nullable(),
      status: z.string().nullable(),
    }),
  ),
});
export type CalendarAsOf = z.infer<typeof CalendarAsOf>;

const auditReadModels = ['audit', 'people', 'applications', 'courts'];

export const auditRoutes = {
  searchAudit: route({
    method: 'GET',
    path: '/api/admin/audit',
    summary: 'Search all events, newest first.',
    access: 'admin',
    query: AuditSearch,
    reads: auditReadModels,
    status: 200,
    response: z.array(AuditEvent),
    errors: ['too_many_requests'],
  }),
  auditTypes: route({
    method: 'GET',
    path: '/api/admin/audit/types',
    summary: 'List all event types.',
    access: 'admin',
    status: 200,
    response: z.array(z.string()),
  }),
  auditTimeline: route({
    method: 'GET',
    path: '/api/admin/audit/timeline',
    summary: 'List the events of one record or one stream, oldest first.',
    access: 'admin',
    query: AuditTimeline,
    reads: auditReadModels,
    status: 200,
    response: z.array(AuditEntry),
    errors: ['too_many_requests'],
  }),
  auditEvent: route({
    method: 'GET',
    path: '/api/admin/audit/events/:eventId',
    summary: 'Get one event as stored, with its changes.',
    access: 'admin',
    params: z.object({ eventId: z.string().max(80) }),
    reads: auditReadModels,
    status: 200,
    response: AuditedEvent,
    errors: ['not_found', 'too_many_requests'],
  }),
  exportAudit: route({
    method: 'GET',
    path: '/api/admin/audit/export',
    summary: `Export the newest ${MOST_EXPORTED} matching events as CSV or JSON Lines.`,
    access: 'admin',
    kind: 'text',
    mediaType: 'text/csv; charset=utf-8',
    query: AuditExport,
    reads: ['audit'],
    status: 200,
    response: z.string(),
    errors: ['too_many_requests'],
  }),
  stateAsOf: route({
    method: 'GET',
    path: '/api/admin/audit/as-of',
    summary: 'Get the state of a record at an instant.',
    access: 'admin',
    query: z.strictObject({ kind: AuditKind, id: identifier, at: Instant }),
    reads: ['applications'],
    status: 200,
    response: StateAsOf,
    errors: ['not_found', 'too_many_requests'],
  }),
  calendarAsOf: route({
    method: 'GET',
    path: '/api/admin/audit/calendar',
    summary: 'Get the calendar of a court-day as it was at an instant.',
    access: 'admin',
    query: z.strictObject({ courtId: identifier, date: LocalDate, at: Instant }),
    status: 200,
    response: CalendarAsOf,
    errors: ['not_found', 'store_unavailable'],
  }),
};
