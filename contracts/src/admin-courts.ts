import { z } from 'zod';
import { AdminBooking, AdminBookingFilters, ReasonBody } from './admin-users.js';
import { lines, oneLine } from './fields.js';
import { pageQuery } from './paging.js';
import { route } from './route.js';

/**
 * `isActive` is the host's choice. `hiddenBecause` is an admin's reason; null if the court is not
 * hidden.
 */
export const AdminCourt = z.object({
  id: z.string(),
  name: z.string(),
  location: z.string(),
  host: z.object({ id: z.string(), name: z.string() }),
  isActive: z.boolean(),
  hiddenBecause: z.string().nullable(),
  awaitsApproval: z
    .boolean()
    .describe(
      'Players cannot find or book the court, because its host is not approved or is suspended.',
    ),
  cityNote: z.string().describe('What the city requires. Empty if there is none.'),
  createdAt: z.string(),
});
export type AdminCourt = z.infer<typeof AdminCourt>;

export const AdminCourtFilters = z.strictObject({
  search: oneLine({ most: 80 }).optional().describe('A court id, or text in the name or city.'),
  hidden: z
    .enum(['true', 'false'])
    .transform((flag) => flag === 'true')
    .optional()
    .describe('Only courts that an admin has hidden.'),
  ...pageQuery({ maxLimit: 100 }),
});
export type AdminCourtFilters = z.infer<typeof AdminCourtFilters>;

/**
 * A separate name, because for `courtId`, the access matrix expects `not_found` if the court
 * belongs to another host.
 */
const deskCourtId = z.object({ deskCourtId: z.string().max(40) });
const changeErrors = [
  'not_found',
  'conflict',
  'idempotency_mismatch',
  'store_unavailable',
] as const;

export const adminCourtRoutes = {
  listAdminCourts: route({
    method: 'GET',
    path: '/api/admin/courts',
    summary: 'List all courts, newest first.',
    access: 'admin',
    query: AdminCourtFilters,
    reads: ['courts', 'people'],
    status: 200,
    response: z.array(AdminCourt),
  }),
  adminCourtBookings: route({
    method: 'GET',
    path: '/api/admin/courts/:deskCourtId/bookings',
    summary: 'List the bookings of a court.',
    access: 'admin',
    params: deskCourtId,
    query: AdminBookingFilters,
    reads: ['bookings', 'courts', 'people'],
    status: 200,
    response: z.array(AdminBooking),
  }),
  hideCourt: route({
    method: 'POST',
    path: '/api/admin/courts/:deskCourtId/hidings',
    summary:
      'Hide a court from search and booking, regardless of its status. Existing bookings remain valid.',
    access: 'admin',
    decides: 'court',
    params: deskCourtId,
    body: ReasonBody,
    status: 200,
    response: AdminCourt,
    errors: changeErrors,
  }),
  noteCity: route({
    method: 'PUT',
    path: '/api/admin/courts/:deskCourtId/city-note',
    summary: 'Record what the city requires of a court. An empty note removes the record.',
    access: 'admin',
    decides: 'court',
    params: deskCourtId,
    body: z.strictObject({
      note: lines({ most: 1000, tooLong: 'Use at most 1,000 characters for the note' }),
    }),
    status: 200,
    response: AdminCourt,
    errors: changeErrors,
  }),
  unhideCourt: route({
    method: 'POST',
    path: '/api/admin/courts/:deskCourtId/hiding-ends',
    summary: 'Unhide a court. It becomes visible if the host has activated it.',
    access: 'admin',
    decides: 'court',
    params: deskCourtId,
    body: ReasonBody,
    status: 200,
    response: AdminCourt,
    errors: changeErrors,
  }),
};
