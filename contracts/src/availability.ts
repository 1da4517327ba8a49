import { z } from 'zod';
import { CourtDetail, courtId } from './courts.js';
import { oneLine } from './fields.js';
import { BookingRules, WeeklyHours } from './opening-hours.js';
import { route } from './route.js';
import { Instant, LocalDate } from './wire.js';

/** One bookable hour. `offset` distinguishes the two hours that a clock change repeats. */
export const Slot = z.object({
  start: z.string(),
  end: z.string(),
  time: z.string().describe('The local start time at the court, such as 10:00 AM.'),
  zone: z.string(),
  offset: z.string().describe('The UTC offset, such as -07:00.'),
  opensForYouAt: z
    .string()
    .nullable()
    .describe('When the slot opens for the caller. Set only during the Elite head start.'),
});
export type Slot = z.infer<typeof Slot>;

/** One hour of a local day at a court, whether free or not. */
export const CourtHour = Slot.omit({ opensForYouAt: true }).extend({
  isOffered: z.boolean().describe('Whether it is within the weekly hours.'),
});
export type CourtHour = z.infer<typeof CourtHour>;

/** A day with bookable hours. */
export const FreeDay = z.object({ date: z.string(), hours: z.number().int() });
export type FreeDay = z.infer<typeof FreeDay>;

const SetHoursBody = z.strictObject({
  weeklyHours: WeeklyHours,
  policy: BookingRules.optional(),
  version: z
    .number()
    .int()
    .optional()
    .describe(
      'The court version that the client loaded. If the court has changed since, the response is `court_changed`.',
    ),
});
const closureOptions = {
  reason: oneLine({ most: 120 }).default(''),
  cancelBookings: z
    .boolean()
    .default(false)
    .describe('Cancel and refund the bookings in these hours.'),
};
const CloseHoursBody = z.strictObject({ startTime: Instant, endTime: Instant, ...closureOptions });
const closedHours = { startTime: z.string(), endTime: z.string(), reason: z.string() };
export const Closures = z.array(z.object(closedHours));
export const ClosuresOfCourts = z.array(z.object({ courtId: z.string(), ...closedHours }));

/** The longest range of days per request: six weeks, which a calendar page shows. */
export const MOST_DAYS = 42;
const DAY_MS = 24 * 60 * 60 * 1000;
const dayRange = { from: LocalDate, to: LocalDate.describe('The last day, inclusive.') };
const isInOrder = ({ from, to }: { from: string; to: string }) => from <= to;
const isWithinDayLimit = ({ from, to }: { from: string; to: string }) =>
  Date.parse(to) - Date.parse(from) < MOST_DAYS * DAY_MS;
const lastDayNotBeforeFirst = {
  path: ['to'],
  message: 'Choose a last day on or after the first day',
};
const dayLimitMessage = { path: ['to'], message: `Choose at most ${MOST_DAYS} days` };

export const availabilityRoutes = {
  availability: route({
    method: 'GET',
    path: '/api/courts/:courtId/availability/:date',
    summary: 'List the bookable hours of a court on one local day.',
    access: 'anyone',
    params: courtId.extend({ date: LocalDate }),
    reads: ['courts', 'courtDays', 'people'],
    status: 200,
    response: z.array(Slot),
    errors: ['not_found'],
  }),
  freeDays: route({
    method: 'GET',
    path: '/api/courts/:courtId/free-days',
    summary:
      'Count the hours of each local day that the caller can book now. Omits days without any.',
    access: 'anyone',
    params: courtId,
    query: z
      .strictObject(dayRange)
      .refine(isInOrder, lastDayNotBeforeFirst)
      .refine(isWithinDayLimit, dayLimitMessage),
    reads: ['courts', 'courtDays', 'people'],
    status: 200,
    response: z.array(FreeDay),
    errors: ['not_found'],
  }),
  courtHours: route({
    method: 'GET',
    path: '/api/courts/:courtId/hours/:date',
    summary: 'List all hours of a court on one local day, to close or reopen them.',
    access: 'owner',
    params: courtId.extend({ date: LocalDate }),
    reads: ['courts'],
    status: 200,
    response: z.array(CourtHour),
    errors: ['not_found'],
  }),
  setHours: route({
    method: 'PUT',
    path: '/api/courts/:courtId/hours',
    summary: 'Set the weekly hours and booking rules of a court.',
    access: 'owner',
    params: courtId,
    body: SetHoursBody,
    status: 200,
    response: CourtDetail,
    errors: ['not_found', 'court_changed', 'store_unavailable'],
  }),
  listClosures: route({
    method: 'GET',
    path: '/api/courts/:courtId/closures/:date',
    summary: 'List the closed hours of a court on one local day.',
    access: 'owner',
    params: courtId.extend({ date: LocalDate }),
    reads: ['courts', 'courtDays'],
    status: 200,
    response: Closures,
    errors: ['not_found'],
  }),
  closeHours: route({
    method: 'POST',
    path: '/api/courts/:courtId/closures',
    summary: 'Close hours of one local day.',
    access: 'owner',
    params: courtId,
    body: CloseHoursBody,
    status: 201,
    response: Closures,
    errors: ['not_found', 'hours_booked', 'store_unavailable'],
  }),
  closeDays: route({
    method: 'POST',
    path: '/api/courts/:courtId/closures/days',
    summary: 'Close several whole days. If a booking conflicts with any of them, no day is closed.',
    access: 'owner',
    params: courtId,
    body: z
      .strictObject({ ...dayRange, ...closureOptions })
      .refine(isInOrder, lastDayNotBeforeFirst)
      .refine(isWithinDayLimit, dayLimitMessage),
    status: 201,
    response: Closures,
    errors: ['not_found', 'hours_booked', 'store_unavailable'],
  }),
  ownerClosures: route({
    method: 'GET',
    path: '/api/owner/closures',
    summary: "List the closed hours of all the caller's courts in a range of days.",
    access: 'owner',
    query: z
      .strictObject(dayRange)
      .refine(isInOrder, lastDayNotBeforeFirst)
      .refine(isWithinDayLimit, dayLimitMessage),
    reads: ['courts', 'courtDays'],
    status: 200,
    response: ClosuresOfCourts,
  }),
  reopenHours: route({
    method: 'POST',
    path: '/api/courts/:courtId/closures/reopen',
    summary: 'Reopen closed hours.',
    access: 'owner',
    params: courtId,
    body: z.strictObject({ startTime: Instant, endTime: Instant }),
    status: 200,
    response: Closures,
    errors: ['not_found', 'store_unavailable'],
  }),
};
