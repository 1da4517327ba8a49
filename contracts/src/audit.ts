import { z } from 'zod';
import { pageQuery } from './paging.js';
import { route } from './route.js';
import { Instant, LocalDate } from './wire.js';

/** So many rows an export holds at most, the newest; one that leaves some out says so in the header `Courtly-Truncated`. */
export const MOST_EXPORTED = 10_000;

const id = z.string().trim().min(1).max(160);

/** Whom an event concerns and who acted may be said by the e-mail of an account, too. */
const somebody = z.string().trim().min(1).max(254);

const search = {
  person: somebody
    .optional()
    .describe('whom it concerns: the id or the e-mail of an account, or an application'),
  actor: somebody.optional().describe('who acted: an id or an e-mail'),
  court: id.optional(),
  booking: id.optional(),
  type: id.optional().describe('a type of event'),
  from: Instant.optional().describe('decided at that instant or later'),
  to: Instant.optional().describe('decided before that instant'),
};

export const AuditSearch = z.strictObject({ ...search, ...pageQuery({ usual: 40, most: 100 }) });
export type AuditSearch = z.infer<typeof AuditSearch>;

export const AuditExport = z.strictObject({ ...search, format: z.enum(['csv', 'jsonl']) });
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

/** Either a stream by its name, or a thing by its kind and id. */
export const AuditTimeline = z.strictObject({
  stream: id.optional(),
  kind: AuditKind.optional(),
  id: id.optional(),
  ...pageQuery({ usual: 20, most: 50 }),
});
export type AuditTimeline = z.infer<typeof AuditTimeline>;

/** What happened, without personal data of those whom it concerns. `at` is the instant of the decision (UTC). */
export const AuditEvent = z.object({
  id: z.string(),
  at: z.string(),
  type: z.string(),
  stream: z.string(),
  actor: z.object({ id: z.string(), role: z.string(), name: z.string() }),
  courtId: z.string().nullable(),
  bookingId: z.string().nullable(),
  requestId: z.string(),
});
export type AuditEvent = z.infer<typeof AuditEvent>;

/** One field that an event changed, as texts; null where there is nothing. */
export const AuditChange = z.object({
  field: z.string(),
  before: z.string().nullable(),
  after: z.string().nullable(),
});
export type AuditChange = z.infer<typeof AuditChange>;

/** The same event opened: whom it concerns, why it happened, by which policy, and what it changed. */
export const AuditEntry = AuditEvent.extend({
  people: z.array(z.object({ id: z.string(), name: z.string() })),
  reason: z.string().nullable(),
  policyId: z.string().nullable(),
  changes: z.array(AuditChange),
});
export type AuditEntry = z.infer<typeof AuditEntry>;

const fields = z.record(z.string(), z.unknown());

/** The event as the log has it, personal data in the clear. */
export const AuditedEvent = AuditEntry.extend({
  revision: z.number(),
  data: fields,
  metadata: fields,
});
export type AuditedEvent = z.infer<typeof AuditedEvent>;

/** What a thing was at an instant: the fold of what had been decided by then; null where it did not exist yet. */
export const StateAsOf = z.object({
  kind: AuditKind,
  id: z.string(),
  at: z.string(),
  events: z.number().describe('how many events had happened to it'),
  last: z.object({ type: z.string(), at: z.string() }).nullable(),
  state: fields.nullable(),
});
export type StateAsOf = z.infer<typeof StateAsOf>;

/** The hours of one court on one of its days, as they stood at an instant. */
export const CalendarAsOf = z.object({
  courtId: z.string(),
  date: z.string(),
  zone: z.string(),
  at: z.string(),
  isActive: z.boolean(),
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

const reads = ['audit', 'people', 'applications'];

export const auditRoutes = {
  searchAudit: route({
    method: 'GET',
    path: '/api/admin/audit',
    summary: 'Everything that happened, in pages, the newest first',
    access: 'admin',
    query: AuditSearch,
    reads: ['audit', 'people'],
    status: 200,
    response: z.array(AuditEvent),
  }),
  auditTypes: route({
    method: 'GET',
    path: '/api/admin/audit/types',
    summary: 'The types of event that there are',
    access: 'admin',
    status: 200,
    response: z.array(z.string()),
  }),
  auditTimeline: route({
    method: 'GET',
    path: '/api/admin/audit/timeline',
    summary: 'What happened to one thing, or in one stream, in pages from its beginning on',
    access: 'admin',
    query: AuditTimeline,
    reads,
    status: 200,
    response: z.array(AuditEntry),
    errors: ['too_many_requests'],
  }),
  auditEvent: route({
    method: 'GET',
    path: '/api/admin/audit/events/:eventId',
    summary: 'One event with what it changed, as the log has it',
    access: 'admin',
    params: z.object({ eventId: z.string().max(80) }),
    reads,
    status: 200,
    response: AuditedEvent,
    errors: ['not_found', 'too_many_requests'],
  }),
  exportAudit: route({
    method: 'GET',
    path: '/api/admin/audit/export',
    summary: `The same list as a file of at most ${MOST_EXPORTED} rows, the newest first: CSV, or a JSON object a line`,
    access: 'admin',
    kind: 'text',
    mediaType: 'text/csv; charset=utf-8',
    query: AuditExport,
    reads: ['audit'],
    status: 200,
    response: z.string(),
  }),
  stateAsOf: route({
    method: 'GET',
    path: '/api/admin/audit/as-of',
    summary: 'What a thing was at an instant',
    access: 'admin',
    query: z.strictObject({ kind: AuditKind, id, at: Instant }),
    reads: ['applications'],
    status: 200,
    response: StateAsOf,
    errors: ['not_found', 'too_many_requests'],
  }),
  calendarAsOf: route({
    method: 'GET',
    path: '/api/admin/audit/calendar',
    summary: 'What the calendar of a court showed of a day at an instant',
    access: 'admin',
    query: z.strictObject({ courtId: id, date: LocalDate, at: Instant }),
    status: 200,
    response: CalendarAsOf,
    errors: ['not_found', 'store_unavailable'],
  }),
};
