import { z } from 'zod';
import { courtId } from './courts.js';
import { weekdays } from './opening-hours.js';
import { pageQuery } from './paging.js';
import { route } from './route.js';

/** A month in the court's local calendar, such as `2027-03`. */
const Month = z.string().describe('In the local calendar of each court.');

/** Totals over a host's bookings. Amounts are the agreed ones, whether or not money has moved. */
export const Earnings = z.object({
  bookings: z.number().describe('Bookings that were not canceled.'),
  completed: z.number(),
  cancelled: z.number(),
  expected: z.string().describe('Payouts of confirmed bookings that are not completed yet.'),
  earned: z
    .string()
    .describe("Payouts of completed bookings and the host's share of late cancellations."),
  lateFees: z.string().describe('The part of `earned` from late cancellations by players.'),
  refunds: z.string().describe('Refunds of confirmed bookings that were canceled.'),
});
export type Earnings = z.infer<typeof Earnings>;

export const EarningsOfMonth = Earnings.extend({ month: Month });
export type EarningsOfMonth = z.infer<typeof EarningsOfMonth>;

export const HostFigures = z.object({
  courts: z.object({ listed: z.number(), active: z.number() }),
  pending: z.number().describe('Requests awaiting a response.'),
  upcoming: z.number().describe('Pending and confirmed bookings that are not over.'),
  month: EarningsOfMonth.describe(
    'The current month at the court whose local time is furthest ahead.',
  ),
  total: Earnings,
});
export type HostFigures = z.infer<typeof HostFigures>;

/** Hours offered and hours played. */
export const CourtUse = z.object({ offered: z.number(), played: z.number() });
export type CourtUse = z.infer<typeof CourtUse>;

/**
 * Responses to requests, by the month of the requested hour. Pending and withdrawn requests are
 * excluded.
 */
export const AnswerStatistics = z.object({
  accepted: z.number(),
  declined: z.number(),
  expired: z.number().describe('Requests that received no response in time.'),
  atOnce: z.number().describe('Instant bookings.'),
  usualMinutes: z
    .number()
    .nullable()
    .describe('The median minutes from request to response; null without responses.'),
});
export type AnswerStatistics = z.infer<typeof AnswerStatistics>;

/** Cancellations of confirmed bookings. */
export const CancellationCounts = z.object({
  byPlayers: z.number(),
  byHost: z.number().describe('Canceled by the host directly or by closing the hour.'),
  excused: z.number().describe('Host cancellations for weather or safety.'),
  byOthers: z.number().describe('Canceled by Courtly or because the card was declined.'),
});
export type CancellationCounts = z.infer<typeof CancellationCounts>;

export const Analytics = z.object({
  months: z
    .array(EarningsOfMonth.extend({ use: CourtUse }))
    .describe('Every month of the period, earliest first.'),
  total: Earnings,
  use: z
    .object({
      total: CourtUse,
      prime: CourtUse.describe('Only prime hours, which `PRIME_HOURS` lists.'),
      weekdays: z.array(CourtUse.extend({ weekday: z.enum(weekdays) })),
      courts: z
        .array(CourtUse.extend({ courtId: z.string(), name: z.string() }))
        .describe('At most 100 courts, newest first.'),
    })
    .describe(
      'From the start of the period through yesterday. Offered hours follow the weekly hours at the start of each day, on days when the court was visible, minus closures.',
    ),
  previous: z
    .object({ total: Earnings, prime: CourtUse })
    .describe('As many months before the period as the period has complete months.'),
  hours: z
    .array(z.object({ weekday: z.enum(weekdays), booked: z.array(z.number()) }))
    .describe('Confirmed and played hours by weekday and local start hour (24 values each).'),
  answers: AnswerStatistics,
  cancellations: CancellationCounts,
});
export type Analytics = z.infer<typeof Analytics>;

const monthCount = z.coerce
  .number()
  .int()
  .min(1)
  .max(24)
  .default(6)
  .describe('The number of months up to the current one.');

/** The public profile of a host. */
export const HostProfile = z.object({
  id: z.string(),
  firstName: z.string(),
  memberSince: z.string(),
  isApproved: z.boolean().describe('Whether we approved their application to host.'),
  hoursHosted: z.number(),
  answersWithinMinutes: z
    .number()
    .nullable()
    .describe('The median of the last 20 responses; null without responses.'),
});
export type HostProfile = z.infer<typeof HostProfile>;

export const hostingRoutes = {
  courtHost: route({
    method: 'GET',
    path: '/api/courts/:courtId/host',
    summary: 'Get the host of a court.',
    access: 'anyone',
    params: courtId,
    reads: ['courts', 'people', 'hostRecords'],
    status: 200,
    response: HostProfile,
    errors: ['not_found'],
  }),
  hostFigures: route({
    method: 'GET',
    path: '/api/host/figures',
    summary: "Get the caller's court, booking, and earnings totals.",
    access: 'signedIn',
    reads: ['earnings', 'courts', 'bookings'],
    status: 200,
    response: HostFigures,
  }),
  hostEarnings: route({
    method: 'GET',
    path: '/api/host/earnings',
    summary: "List the caller's earnings by month, newest first.",
    access: 'signedIn',
    query: z.strictObject(pageQuery({ maxLimit: 120 })),
    reads: ['earnings'],
    status: 200,
    response: z.array(EarningsOfMonth),
  }),
  hostAnalytics: route({
    method: 'GET',
    path: '/api/host/analytics',
    summary: "Get the caller's host analytics: earnings, court use, and responses.",
    access: 'signedIn',
    query: z.strictObject({ months: monthCount }),
    reads: ['earnings', 'courtUse', 'courtOffers', 'courts'],
    status: 200,
    response: Analytics,
  }),
  courtAnalytics: route({
    method: 'GET',
    path: '/api/host/courts/:courtId/analytics',
    summary: "Get the analytics of one of the caller's courts.",
    access: 'signedIn',
    params: courtId,
    query: z.strictObject({ months: monthCount }),
    reads: ['courtUse', 'courtOffers', 'courts'],
    status: 200,
    response: Analytics,
    errors: ['not_found'],
  }),
  analyticsCsv: route({
    method: 'GET',
    path: '/api/host/analytics.csv',
    summary: 'Export host analytics as CSV, one line per month and court.',
    access: 'signedIn',
    kind: 'text',
    mediaType: 'text/csv; charset=utf-8',
    query: z.strictObject({ months: monthCount }),
    reads: ['courtUse', 'courtOffers', 'courts'],
    status: 200,
    response: z.string(),
  }),
};
