import { z } from 'zod';
import { CourtDetail, courtId } from './courts.js';
import { BookingRules, WeeklyHours } from './opening-hours.js';
import { route } from './route.js';
import { Instant, LocalDate } from './wire.js';

/** One bookable hour. `time` is the court's wall clock; the offset tells the two hours apart that a clock change repeats. */
export const Slot = z.object({
  start: z.string(),
  end: z.string(),
  time: z.string().describe('such as 10:00 AM, in the zone of the court'),
  zone: z.string(),
  offset: z.string().describe('from UTC, such as -07:00'),
  opensForYouAt: z.string().nullable().describe('set while only Elite may book it'),
});
export type Slot = z.infer<typeof Slot>;

const Hours = z.strictObject({ weeklyHours: WeeklyHours, policy: BookingRules.optional() });
const closing = {
  reason: z.string().trim().max(120).default(''),
  cancelBookings: z
    .boolean()
    .default(false)
    .describe('cancels and refunds the bookings of these hours'),
};
const Closure = z.strictObject({ startTime: Instant, endTime: Instant, ...closing });
const closed = { startTime: z.string(), endTime: z.string(), reason: z.string() };
export const Closures = z.array(z.object(closed));
export const ClosuresOfCourts = z.array(z.object({ courtId: z.string(), ...closed }));

/** So many days can be closed, or looked at, in one go: six weeks, as a page of a calendar shows them. */
export const MOST_DAYS = 42;
const DAY_MS = 24 * 60 * 60 * 1000;
const days = { from: LocalDate, to: LocalDate.describe('the last day, inclusive') };
const inOrder = ({ from, to }: { from: string; to: string }) => from <= to;
const fewEnough = ({ from, to }: { from: string; to: string }) =>
  Date.parse(to) - Date.parse(from) < MOST_DAYS * DAY_MS;
const comesAfter = {
  path: ['to'],
  message: 'Choose a last day that does not come before the first',
};
const tooMany = { path: ['to'], message: `Choose at most ${MOST_DAYS} days` };

export const availabilityRoutes = {
  availability: route({
    method: 'GET',
    path: '/api/courts/:courtId/availability/:date',
    summary: "The bookable hours of one of the court's days",
    access: 'anyone',
    params: courtId.extend({ date: LocalDate }),
    reads: ['courts', 'courtDays'],
    status: 200,
    response: z.array(Slot),
    errors: ['not_found'],
  }),
  setHours: route({
    method: 'PUT',
    path: '/api/courts/:courtId/hours',
    summary: 'Set the weekly hours and the booking rules of a court',
    access: 'owner',
    params: courtId,
    body: Hours,
    status: 200,
    response: CourtDetail,
    errors: ['not_found', 'store_unavailable'],
  }),
  listClosures: route({
    method: 'GET',
    path: '/api/courts/:courtId/closures/:date',
    summary: 'The closed hours of one day',
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
    summary: 'Close hours of one day',
    access: 'owner',
    params: courtId,
    body: Closure,
    status: 201,
    response: Closures,
    errors: ['not_found', 'hours_booked', 'store_unavailable'],
  }),
  closeDays: route({
    method: 'POST',
    path: '/api/courts/:courtId/closures/days',
    summary:
      'Close several days, each as a whole; nothing is closed while a booking stands in the way of any',
    access: 'owner',
    params: courtId,
    body: z
      .strictObject({ ...days, ...closing })
      .refine(inOrder, comesAfter)
      .refine(fewEnough, tooMany),
    status: 201,
    response: Closures,
    errors: ['not_found', 'hours_booked', 'store_unavailable'],
  }),
  ownerClosures: route({
    method: 'GET',
    path: '/api/owner/closures',
    summary: "The closed hours of all the caller's courts over some days",
    access: 'owner',
    query: z.strictObject(days).refine(inOrder, comesAfter).refine(fewEnough, tooMany),
    reads: ['courts', 'courtDays'],
    status: 200,
    response: ClosuresOfCourts,
  }),
  reopenHours: route({
    method: 'POST',
    path: '/api/courts/:courtId/closures/reopen',
    summary: 'Open closed hours again',
    access: 'owner',
    params: courtId,
    body: z.strictObject({ startTime: Instant, endTime: Instant }),
    status: 200,
    response: Closures,
    errors: ['not_found', 'store_unavailable'],
  }),
};
