import { z } from 'zod';
import { route } from './route.js';

/** The secret address of a person's calendar, for programs that follow it; whoever has it reads the calendar. */
export const CalendarFeed = z.object({
  address: z.string().nullable().describe('null where there is none'),
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
    summary: "The address of the caller's calendar, where there is one",
    access: 'signedIn',
    status: 200,
    response: CalendarFeed,
    errors: ['store_unavailable'],
  }),
  openCalendarFeed: route({
    method: 'POST',
    path: '/api/calendar',
    summary: "Make a secret address of the caller's calendar, in the place of the one before",
    access: 'signedIn',
    status: 201,
    response: CalendarFeed,
    errors: ['fair_use', 'conflict', 'store_unavailable'],
  }),
  closeCalendarFeed: route({
    method: 'DELETE',
    path: '/api/calendar',
    summary: "End the address of the caller's calendar",
    access: 'signedIn',
    status: 204,
    response: z.undefined(),
    errors: ['conflict', 'store_unavailable'],
  }),
  readCalendarFeed: route({
    method: 'GET',
    path: '/api/calendar/:token.ics',
    summary:
      "A person's bookings as player and host, pending ones as tentative: from 90 days back, the 500 that are next or were last",
    access: 'anyone',
    ...calendar,
    params: z.object({ token: z.string().max(200) }),
    reads: ['bookings', 'courts'],
    errors: ['not_found'],
  }),
  bookingCalendar: route({
    method: 'GET',
    path: '/api/bookings/:bookingId/calendar.ics',
    summary: 'One booking for a calendar, for its player and its host',
    access: 'signedIn',
    ...calendar,
    params: z.object({ bookingId: z.string().max(80) }),
    reads: ['bookings', 'courts'],
    errors: ['not_found'],
  }),
};
