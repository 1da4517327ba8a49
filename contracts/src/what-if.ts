import { z } from 'zod';
import { courtId } from './courts.js';
import { HOURLY_RATE } from './entered-number.js';
import { weekdays } from './opening-hours.js';
import { route } from './route.js';
import { dollars, zoned } from './wire.js';

const hourOfDay = (earliest: number, latest: number) =>
  z.coerce.number().int().min(earliest).max(latest).optional();

/** Alternative rules for a court. Missing fields keep the actual values. */
export const WhatIfQuery = z
  .strictObject({
    months: z.coerce
      .number()
      .int()
      .min(1)
      .max(12)
      .default(12)
      .describe('The number of months up to the current one.'),
    rate: z
      .literal('')
      .transform(() => undefined)
      .or(dollars(HOURLY_RATE))
      .optional(),
    from: hourOfDay(0, 23).describe('The opening hour: 9 is 9:00 AM.'),
    to: hourOfDay(1, 24).describe('The closing hour.'),
    days: z
      .string()
      .max(80)
      .transform((text) => text.split(','))
      .or(z.array(z.string()))
      .pipe(z.array(z.enum(weekdays)).min(1, 'Choose at least one day').max(7))
      .optional()
      .describe('The open weekdays, separated by commas.'),
    buffer: z.coerce
      .number()
      .int()
      .min(0)
      .max(720)
      .default(0)
      .describe('Minutes between two bookings.'),
  })
  .refine(({ from = 0, to = 24 }) => from < to, {
    path: ['to'],
    message: 'Choose an end after the start',
  });
export type WhatIfQuery = z.infer<typeof WhatIfQuery>;

const RevenueOutcome = z.object({ bookings: z.number(), earned: z.string() });

/** A past booking that the alternative rules would not have allowed. */
export const RejectedBooking = z.object({
  bookingId: z.string(),
  startTime: z.string(),
  endTime: z.string(),
  ...zoned,
  why: z.enum(['closed', 'buffer']),
  earned: z.string().describe("The host's earnings from the booking."),
});
export type RejectedBooking = z.infer<typeof RejectedBooking>;

/** The past bookings of a court, compared with alternative rules under the same demand. */
export const WhatIf = z.object({
  was: RevenueOutcome,
  wouldBe: RevenueOutcome,
  closed: z.number().describe('Bookings outside the alternative hours.'),
  buffer: z.number().describe('Bookings within the buffer.'),
  misfits: z.array(RejectedBooking).describe('The rejected bookings, newest first, at most 50.'),
});
export type WhatIf = z.infer<typeof WhatIf>;

export const whatIfRoutes = {
  whatIf: route({
    method: 'GET',
    path: '/api/host/courts/:courtId/what-if',
    summary:
      'Estimate what past bookings of a court would have earned at a different rate, with different hours, or with a buffer, assuming the same demand.',
    access: 'signedIn',
    params: courtId,
    query: WhatIfQuery,
    reads: ['bookings', 'courts'],
    status: 200,
    response: WhatIf,
    errors: ['not_found'],
  }),
};
