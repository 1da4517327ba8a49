import { ReasonBody } from './admin-users.js';
import { BookingSide } from './bookings.js';
import { z } from 'zod';
import { lines } from './fields.js';
import { ANSWER_LENGTH, DAMAGE_DOLLARS, REPORT_LENGTH } from './incident-limits.js';
import { pageQuery } from './paging.js';
import { route } from './route.js';
import { AwaitsConfirmation } from './second-admin.js';
import { Instant, dollars, zoned } from './wire.js';

/** What went wrong with a booked hour. */
export const IncidentKind = z.enum(['no_show', 'damage', 'weather']);
export type IncidentKind = z.infer<typeof IncidentKind>;

export const WeatherReason = z.enum(['rain', 'lightning', 'heat']);
export type WeatherReason = z.infer<typeof WeatherReason>;

/** `open` awaits the other side, and `ruling` an admin. */
export const IncidentStatus = z.enum(['open', 'ruling', 'upheld', 'dismissed']);
export type IncidentStatus = z.infer<typeof IncidentStatus>;

/** What a weather service reported for the hour when the claim was made. */
export const WeatherReading = z.object({
  source: z.string(),
  readAt: z.string(),
  temperatureCelsius: z.number().nullable(),
  rainMillimeters: z.number().nullable(),
  weatherCode: z.number().nullable().describe('WMO code 4677: 95 and above is a thunderstorm.'),
});
export type WeatherReading = z.infer<typeof WeatherReading>;

const incidentFields = {
  id: z.string(),
  bookingId: z.string(),
  kind: IncidentKind,
  status: IncidentStatus,
  side: BookingSide.describe('Who reported it.'),
  words: z.string(),
  amount: z.string().nullable().describe('The claimed damage in dollars; null for other kinds.'),
  weather: WeatherReason.nullable(),
  reading: WeatherReading.nullable().describe(
    'Null if no weather service was asked or none responded.',
  ),
  answer: z.object({ agrees: z.boolean(), words: z.string(), at: z.string() }).nullable(),
  decision: z
    .object({
      by: z.enum(['agreement', 'time', 'admin']),
      reason: z.string().nullable(),
      at: z.string(),
    })
    .nullable(),
  moveBy: z
    .string()
    .nullable()
    .describe(
      'Until when the player can choose between another hour and the refund, after an upheld weather claim; null otherwise.',
    ),
  hasMoved: z.boolean().describe('Whether the player moved the hour instead of the refund.'),
  reportedAt: z.string(),
  answerBy: z.string(),
  owner: z
    .enum(['player', 'host', 'admin'])
    .nullable()
    .describe('Who has to act by `dueAt`; null once it is decided.'),
  dueAt: z.string().nullable(),
};

export const Incident = z.object({
  ...incidentFields,
  mayAnswer: z.boolean().describe('Whether the caller can respond to it now.'),
  mayMove: z.boolean().describe('Whether the caller can move the hour now.'),
});
export type Incident = z.infer<typeof Incident>;

/** The incidents of a booking, and those that the caller can still report. */
export const BookingIncidents = z.object({
  incidents: z.array(Incident),
  canReport: z.array(z.object({ kind: IncidentKind, until: z.string() })),
  answerHours: z.number().describe('How long the other side has to respond.'),
});
export type BookingIncidents = z.infer<typeof BookingIncidents>;

const words = lines({
  ...REPORT_LENGTH,
  tooShort: 'Describe what happened in a few words',
  tooLong: `Use at most ${REPORT_LENGTH.most} characters`,
});

export const ReportIncidentBody = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('no_show'), words }),
  z.strictObject({
    kind: z.literal('damage'),
    words,
    amount: dollars(DAMAGE_DOLLARS),
  }),
  z.strictObject({ kind: z.literal('weather'), words, weather: WeatherReason }),
]);
export type ReportIncidentBody = z.infer<typeof ReportIncidentBody>;

export const AnswerIncidentBody = z.strictObject({
  agrees: z.boolean(),
  words: lines({ most: ANSWER_LENGTH, tooLong: `Use at most ${ANSWER_LENGTH} characters` }).default(
    '',
  ),
});
export type AnswerIncidentBody = z.infer<typeof AnswerIncidentBody>;

export const MoveHourBody = z.strictObject({
  startTime: Instant.describe('The start of a free hour of the same court and local day.'),
});

/** What upheld no-show reports of the last `days` mean for the caller. */
export const Strikes = z.object({
  strikes: z.array(z.object({ bookingId: z.string(), at: z.string(), until: z.string() })),
  days: z.number(),
  instantOnlyFrom: z.number(),
  suspendedFrom: z.number(),
  isInstantOnly: z.boolean(),
});
export type Strikes = z.infer<typeof Strikes>;

const party = z.object({ id: z.string(), name: z.string() });

export const AdminIncident = z.object({
  ...incidentFields,
  court: party,
  player: party,
  host: party,
  startTime: z.string(),
  endTime: z.string(),
  ...zoned,
  isOverdue: z.boolean(),
  mayDecide: z.boolean().describe('False if the caller is the player or the host.'),
});
export type AdminIncident = z.infer<typeof AdminIncident>;

export const AdminIncidentFilters = z.strictObject({
  status: IncidentStatus.default('ruling'),
  ...pageQuery({ maxLimit: 100 }),
});
export type AdminIncidentFilters = z.infer<typeof AdminIncidentFilters>;

export const DecideIncidentBody = ReasonBody.extend({ isUpheld: z.boolean() });

const bookingId = z.object({ bookingId: z.string().max(80) });
const incidentOfBooking = bookingId.extend({ kind: IncidentKind });
const changeErrors = [
  'not_found',
  'wrong_status',
  'conflict',
  'idempotency_mismatch',
  'store_unavailable',
] as const;

export const incidentRoutes = {
  bookingIncidents: route({
    method: 'GET',
    path: '/api/bookings/:bookingId/incidents',
    summary: 'List no-show reports, damage claims, and weather claims about a booking.',
    access: 'signedIn',
    params: bookingId,
    reads: ['incidents', 'bookings'],
    status: 200,
    response: BookingIncidents,
    errors: ['not_found'],
  }),
  reportIncident: route({
    method: 'POST',
    path: '/api/bookings/:bookingId/incidents',
    summary: 'Report a no-show, claim damage as the host, or claim bad weather.',
    access: 'signedIn',
    params: bookingId,
    body: ReportIncidentBody,
    status: 201,
    response: Incident,
    errors: changeErrors,
  }),
  answerIncident: route({
    method: 'POST',
    path: '/api/bookings/:bookingId/incidents/:kind/answer',
    summary: 'Agree with a report by the other side, or dispute it.',
    access: 'signedIn',
    params: incidentOfBooking,
    body: AnswerIncidentBody,
    status: 200,
    response: Incident,
    errors: changeErrors,
  }),
  moveHour: route({
    method: 'POST',
    path: '/api/bookings/:bookingId/move',
    summary:
      'Move an hour with an upheld weather claim to another free hour of the same court and day, as its player, without a fee.',
    access: 'signedIn',
    params: bookingId,
    body: MoveHourBody,
    status: 200,
    response: Incident,
    errors: ['slot_taken', 'slot_unavailable', 'fair_use', ...changeErrors],
  }),
  declineMove: route({
    method: 'POST',
    path: '/api/bookings/:bookingId/move/decline',
    summary: 'Get the refund of an upheld weather claim instead of another hour, as its player.',
    access: 'signedIn',
    params: bookingId,
    status: 200,
    response: Incident,
    errors: changeErrors,
  }),
  ownStrikes: route({
    method: 'GET',
    path: '/api/strikes',
    summary: "Get the caller's upheld no-show reports and what they mean.",
    access: 'signedIn',
    reads: ['strikes'],
    status: 200,
    response: Strikes,
  }),
  adminIncidents: route({
    method: 'GET',
    path: '/api/admin/incidents',
    summary: 'List reports and claims with a status, earliest deadline first.',
    access: 'admin',
    query: AdminIncidentFilters,
    reads: ['incidents', 'courts', 'people'],
    status: 200,
    response: z.array(AdminIncident),
  }),
  decideIncident: route({
    method: 'POST',
    path: '/api/admin/incidents/:incidentId/decision',
    summary: 'Uphold or dismiss a report or claim, with a reason that both sides read.',
    access: 'admin',
    decides: 'incident',
    needsSecondAdmin: 'incident_ruling',
    params: z.object({ incidentId: z.string().max(100) }),
    body: DecideIncidentBody,
    status: 200,
    response: z.union([AdminIncident, AwaitsConfirmation]),
    errors: ['forbidden', ...changeErrors],
  }),
};
