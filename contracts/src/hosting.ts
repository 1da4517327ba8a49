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
  lateFees: z.string().describe("the host's part of bookings that their players cancelled too late for a full refund"),
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

export const Analytics = z.object({
  months: z.array(EarningsOfMonth).describe('the earliest first, each month of the period'),
  total: Earnings,
  use: z
    .object({
      total: Use,
      weekdays: z.array(Use.extend({ weekday: z.enum(weekdays) })),
      courts: z.array(Use.extend({ courtId: z.string(), name: z.string() })),
    })
    .describe(
      'of the newest active courts, 100 at most: completed hours of those that their present weekly hours offer, on whole days from the first of the period, or from the day after a court was listed, until yesterday',
    ),
});
export type Analytics = z.infer<typeof Analytics>;

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
    summary: 'The last months of the caller as host, and how much their courts were used',
    access: 'signedIn',
    query: z.strictObject({ months: z.coerce.number().int().min(1).max(24).default(6) }),
    reads: ['earnings', 'courtUse', 'courts'],
    status: 200,
    response: Analytics,
  }),
};
