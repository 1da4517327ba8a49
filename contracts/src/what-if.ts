import { z } from 'zod';
import { courtId } from './courts.js';
import { weekdays } from './opening-hours.js';
import { route } from './route.js';
import { Money } from './wire.js';

const hour = (least: number, most: number) =>
  z.coerce.number().int().min(least).max(most).optional();

/** Another way to have run a court. What is left out stays as it was. */
export const WhatIfQuery = z
  .strictObject({
    months: z.coerce.number().int().min(1).max(12).default(12).describe('up to the present one'),
    rate: z
      .literal('')
      .transform(() => undefined)
      .or(
        Money.refine(
          (text) => Number(text) >= 1 && Number(text) <= 10_000,
          'Use a rate between 1.00 and 10000.00',
        ),
      )
      .optional(),
    from: hour(0, 23).describe('the first hour that is open: 9 is 9:00 AM'),
    to: hour(1, 24).describe('when the last one ends'),
    days: z
      .string()
      .max(80)
      .transform((text) => text.split(','))
      .or(z.array(z.string()))
      .pipe(z.array(z.enum(weekdays)).min(1, 'Choose a day at least').max(7))
      .optional()
      .describe('the weekdays that are open, with a comma between them'),
    buffer: z.coerce
      .number()
      .int()
      .min(0)
      .max(720)
      .default(0)
      .describe('minutes that stay free between two bookings'),
  })
  .refine(({ from = 0, to = 24 }) => from < to, {
    path: ['to'],
    message: 'Choose an end that comes after the beginning',
  });
export type WhatIfQuery = z.infer<typeof WhatIfQuery>;

const Outcome = z.object({ bookings: z.number(), earned: z.string() });

/** A booking of the past that would not have fitted: its hour would have been closed, or too close to the one before. */
export const Misfit = z.object({
  bookingId: z.string(),
  startTime: z.string(),
  endTime: z.string(),
  zone: z.string(),
  why: z.enum(['closed', 'buffer']),
  earned: z.string().describe('what it brought'),
});
export type Misfit = z.infer<typeof Misfit>;

/** What the past bookings of a court brought, and what they would have brought under other rules, the demand held fixed. */
export const WhatIf = z.object({
  was: Outcome,
  wouldBe: Outcome,
  closed: z.number().describe('bookings that other hours would have turned away'),
  buffer: z.number().describe('bookings that the buffer would have turned away'),
  misfits: z.array(Misfit).describe('these, the latest first, 50 at most'),
});
export type WhatIf = z.infer<typeof WhatIf>;

export const whatIfRoutes = {
  whatIf: route({
    method: 'GET',
    path: '/api/host/courts/:courtId/what-if',
    summary:
      "What the past bookings of one of the caller's courts would have brought at another rate, in other hours or with a buffer; the same people would have asked for the same hours",
    access: 'signedIn',
    params: courtId,
    query: WhatIfQuery,
    reads: ['bookings', 'courts'],
    status: 200,
    response: WhatIf,
    errors: ['not_found'],
  }),
};
