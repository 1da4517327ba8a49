import { z } from 'zod';
import { courtId } from './courts.js';
import { weekdays } from './opening-hours.js';
import { pageQuery } from './paging.js';
import { route } from './route.js';

/** A month of a court's own calendar: `2027-03`. */
const Month = z.string().describe("on the calendar of each booking's court");

/** What the bookings of a host come to. Amounts say what is agreed, not that money has moved. */
export const Earnings = z.object({
  bookings: z.number().describe('those that were not cancelled'),
  completed: z.number(),
  cancelled: z.number(),
  expected: z.string().describe('payouts of confirmed bookings that are not completed yet'),
  earned: z.string().describe('payouts of completed bookings'),
  lateFees: z
    .string()
    .describe(
      "the host's part of bookings that their players cancelled too late for a full refund",
    ),
  refunds: z.string().describe('what players get back of confirmed bookings that were cancelled'),
});
export type Earnings = z.infer<typeof Earnings>;

export const EarningsOfMonth = Earnings.extend({ month: Month });
export type EarningsOfMonth = z.infer<typeof EarningsOfMonth>;

export const HostFigures = z.object({
  courts: z.object({ listed: z.number(), active: z.number() }),
  pending: z.number().describe('requests that wait for an answer'),
  month: EarningsOfMonth.describe('the month that it is at the court which is furthest ahead'),
  total: Earnings,
});
export type HostFigures = z.infer<typeof HostFigures>;

/** Hours that courts offered and that were played. */
export const Use = z.object({ offered: z.number(), played: z.number() });
export type Use = z.infer<typeof Use>;

/** How requests were answered, by the month in which their hour lies; those that wait or were withdrawn are in none. */
export const Answers = z.object({
  accepted: z.number(),
  declined: z.number(),
  expired: z.number().describe('not answered in time'),
  atOnce: z.number().describe('bookings that were confirmed without asking the host'),
  usualMinutes: z
    .number()
    .nullable()
    .describe('from a request to its answer, yes or no: the median; null before the first'),
});
export type Answers = z.infer<typeof Answers>;

/** Who gave up bookings that were confirmed. */
export const Cancellations = z.object({
  byPlayers: z.number(),
  byHost: z.number().describe('by cancelling, or by closing the hour'),
  excused: z.number().describe('those of the host for weather or safety'),
  byOthers: z.number().describe('by Courtly, or since the card was refused'),
});
export type Cancellations = z.infer<typeof Cancellations>;

export const Analytics = z.object({
  months: z
    .array(EarningsOfMonth.extend({ use: Use }))
    .describe('the earliest first, each month of the period'),
  total: Earnings,
  use: z
    .object({
      total: Use,
      weekdays: z.array(Use.extend({ weekday: z.enum(weekdays) })),
      courts: z
        .array(Use.extend({ courtId: z.string(), name: z.string() }))
        .describe('the newest first, 100 at most'),
    })
    .describe(
      'from the first of the period until yesterday: hours that the weekly hours offered when their day began, while players found the court, less closed ones; and those of them that were played',
    ),
  hours: z
    .array(z.object({ weekday: z.enum(weekdays), booked: z.array(z.number()) }))
    .describe(
      "confirmed and played hours, 24 for each weekday, by when they start on their court's clock",
    ),
  answers: Answers,
  cancellations: Cancellations,
});
export type Analytics = z.infer<typeof Analytics>;

const months = z.coerce.number().int().min(1).max(24).default(6).describe('up to the present one');

/** A host as everybody may know them. */
export const HostProfile = z.object({
  id: z.string(),
  firstName: z.string(),
  memberSince: z.string(),
  hoursHosted: z.number(),
  answersWithinMinutes: z
    .number()
    .nullable()
    .describe('the median of their last twenty answers; null before the first'),
});
export type HostProfile = z.infer<typeof HostProfile>;

export const hostingRoutes = {
  courtHost: route({
    method: 'GET',
    path: '/api/courts/:courtId/host',
    summary: 'Who hosts a court',
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
    summary: 'What the courts and bookings of the caller come to, now and in all',
    access: 'signedIn',
    reads: ['earnings', 'courts', 'bookings'],
    status: 200,
    response: HostFigures,
  }),
  hostEarnings: route({
    method: 'GET',
    path: '/api/host/earnings',
    summary: 'What the caller earns with courts, month by month, the latest first, in pages',
    access: 'signedIn',
    query: z.strictObject(pageQuery({ most: 120 })),
    reads: ['earnings'],
    status: 200,
    response: z.array(EarningsOfMonth),
  }),
  hostAnalytics: route({
    method: 'GET',
    path: '/api/host/analytics',
    summary:
      'The last months of the caller as host: what was earned, how much courts were used, how requests were answered',
    access: 'signedIn',
    query: z.strictObject({ months }),
    reads: ['earnings', 'courtUse', 'courtOffers', 'courts'],
    status: 200,
    response: Analytics,
  }),
  courtAnalytics: route({
    method: 'GET',
    path: '/api/host/courts/:courtId/analytics',
    summary: "The same for one of the caller's courts",
    access: 'signedIn',
    params: courtId,
    query: z.strictObject({ months }),
    reads: ['courtUse', 'courtOffers', 'courts'],
    status: 200,
    response: Analytics,
    errors: ['not_found'],
  }),
  analyticsCsv: route({
    method: 'GET',
    path: '/api/host/analytics.csv',
    summary: 'The same for spreadsheets: a line for each month and court',
    access: 'signedIn',
    kind: 'text',
    mediaType: 'text/csv; charset=utf-8',
    query: z.strictObject({ months }),
    reads: ['courtUse', 'courtOffers', 'courts'],
    status: 200,
    response: z.string(),
  }),
};
