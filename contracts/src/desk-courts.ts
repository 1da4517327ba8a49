import { z } from 'zod';
import { DeskBooking, DeskBookings, Why } from './desk-users.js';
import { pageQuery } from './paging.js';
import { route } from './route.js';

/** A court as admins see it: `isActive` is its host's word, `hiddenBecause` that of an admin, null where none has hidden it. */
export const DeskCourt = z.object({
  id: z.string(),
  name: z.string(),
  location: z.string(),
  host: z.object({ id: z.string(), name: z.string() }),
  isActive: z.boolean(),
  hiddenBecause: z.string().nullable(),
  createdAt: z.string(),
});
export type DeskCourt = z.infer<typeof DeskCourt>;

export const DeskCourtFilters = z.strictObject({
  search: z.string().trim().max(80).optional().describe('an id, or text in the name or the city'),
  hidden: z
    .enum(['true', 'false'])
    .transform((value) => value === 'true')
    .optional()
    .describe('only those that an admin has hidden'),
  ...pageQuery({ most: 100 }),
});
export type DeskCourtFilters = z.infer<typeof DeskCourtFilters>;

/** A court is named apart from those of hosts: to admins every court exists. */
const deskCourtId = z.object({ deskCourtId: z.string().max(40) });
const changes = ['not_found', 'conflict', 'idempotency_mismatch', 'store_unavailable'] as const;

export const deskCourtRoutes = {
  findDeskCourts: route({
    method: 'GET',
    path: '/api/admin/courts',
    summary: 'Every court, in pages: the newest first',
    access: 'admin',
    query: DeskCourtFilters,
    reads: ['courts', 'people'],
    status: 200,
    response: z.array(DeskCourt),
  }),
  deskCourtBookings: route({
    method: 'GET',
    path: '/api/admin/courts/:deskCourtId/bookings',
    summary: 'The bookings of a court, in pages: those to come, or those played',
    access: 'admin',
    params: deskCourtId,
    query: DeskBookings,
    reads: ['bookings', 'courts', 'people'],
    status: 200,
    response: z.array(DeskBooking),
  }),
  hideCourt: route({
    method: 'POST',
    path: '/api/admin/courts/:deskCourtId/hidings',
    summary: 'Hide a court: nobody finds or books it, whatever its host does. Bookings stay',
    access: 'admin',
    params: deskCourtId,
    body: Why,
    status: 200,
    response: DeskCourt,
    errors: changes,
  }),
  unhideCourt: route({
    method: 'POST',
    path: '/api/admin/courts/:deskCourtId/hiding-ends',
    summary: 'Show a court again that an admin has hidden, where its host shows it',
    access: 'admin',
    params: deskCourtId,
    body: Why,
    status: 200,
    response: DeskCourt,
    errors: changes,
  }),
};
