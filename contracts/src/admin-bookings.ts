import { z } from 'zod';
import { AdminBooking } from './admin-users.js';
import { BookingStatus, PaymentStatus } from './bookings.js';
import { oneLine } from './fields.js';
import { pageQuery } from './paging.js';
import { route } from './route.js';
import { Instant, Money } from './wire.js';

const searchFields = {
  person: oneLine({ most: 254 })
    .optional()
    .describe(
      'The player or host: a full email, an id, or a prefix of the username, first name, or last name.',
    ),
  court: oneLine({ most: 80 }).optional().describe('A court id, or text in the name or city.'),
  booking: oneLine({ most: 80 }).optional().describe('A booking id.'),
  amountFrom: Money.optional().describe('The smallest total, including the service fee and tax.'),
  amountTo: Money.optional().describe('The largest total.'),
  from: Instant.optional().describe('The earliest start.'),
  to: Instant.optional().describe('The end of the period; later starts are excluded.'),
  payment: PaymentStatus.optional(),
};

/** All filters apply together. */
export const BookingSearch = z.strictObject({
  ...searchFields,
  status: BookingStatus.optional(),
  ...pageQuery(),
});
export type BookingSearch = z.infer<typeof BookingSearch>;

export const BookingCountSearch = z.strictObject(searchFields);
export type BookingCountSearch = z.infer<typeof BookingCountSearch>;

/** The bookings of each status, at most `MOST_COUNTED`. */
export const BookingCounts = z.record(BookingStatus, z.number());
export type BookingCounts = z.infer<typeof BookingCounts>;

/** A booking in the search results. */
export const FoundBooking = AdminBooking.extend({
  moneyCaseId: z.string().nullable().describe('An open money case of the booking.'),
});
export type FoundBooking = z.infer<typeof FoundBooking>;

export const adminBookingRoutes = {
  searchBookings: route({
    method: 'GET',
    path: '/api/admin/bookings',
    summary:
      'Find bookings by person, court, amount, start, and status, latest start first. If a name matches too many people or courts, the request is refused.',
    access: 'admin',
    query: BookingSearch,
    reads: ['bookings', 'courts', 'people', 'moneyCases'],
    status: 200,
    response: z.array(FoundBooking),
  }),
  countBookings: route({
    method: 'GET',
    path: '/api/admin/booking-counts',
    summary: 'Count the bookings that match a search, by status.',
    access: 'admin',
    query: BookingCountSearch,
    reads: ['bookings', 'courts', 'people'],
    status: 200,
    response: BookingCounts,
  }),
};
