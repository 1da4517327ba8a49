import { z } from 'zod';
import { route } from './route.js';

/** The secret URL of a person's calendar feed. Anyone who knows it can read the calendar. */
export const CalendarFeed = z.object({
  address: z.string().nullable().describe('Null if there is no feed.'),
  since: z.string().nullable(),
});
export type CalendarFeed = z.infer<typeof CalendarFeed>;

const calendar = {
  kind: 'text',
  mediaType: 'text/calendar; charset=utf-8',
  status: 200,
  response: z.string(),
} as const;

export const calendarRoutes = {
  showCalendarFeed: route({
    method: 'GET',
    path: '/api/calendar',
    summary: "Get the URL of the caller's calendar feed, if there is one.",
    access: 'signedIn',
    status: 200,
    response: CalendarFeed,
    errors: ['store_unavailable'],
  }),
  openCalendarFeed: route({
    method: 'POST',
    path: '/api/calendar',
    summary: "Create or replace the secret URL of the caller's calendar feed.",
    access: 'signedIn',
    status: 201,
    response: CalendarFeed,
    errors: ['fair_use', 'conflict', 'store_unavailable'],
  }),
  closeCalendarFeed: route({
    method: 'DELETE',
    path: '/api/calendar',
    summary: "Revoke the URL of the caller's calendar feed.",
    access: 'signedIn',
    status: 204,
    response: z.undefined(),
    errors: ['conflict', 'store_unavailable'],
  }),
  readCalendarFeed: route({
    method: 'GET',
    path: '/api/calendar/:token.ics',
    summary:
      "Get a person's bookings as iCalendar. Includes up to 500 bookings from the last 90 days onward; pending ones are tentative.",
    access: 'anyone',
    ...calendar,
    robots: 'noindex',
    params: z.object({ token: z.string().max(200) }),
    reads: ['bookings', 'courts'],
    errors: ['not_found'],
  }),
  bookingCalendar: route({
    method: 'GET',
    path: '/api/bookings/:bookingId/calendar.ics',
    summary: 'Get a booking as iCalendar, as its player or host.',
    access: 'signedIn',
    ...calendar,
    params: z.object({ bookingId: z.string().max(80) }),
    reads: ['bookings', 'courts'],
    errors: ['not_found'],
  }),
};
