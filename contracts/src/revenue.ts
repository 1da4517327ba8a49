import { z } from 'zod';
import { route } from './route.js';

/**
 * What a month has come to for Courtly: money that moved. Bookings count in the month of their court's calendar in which they
 * start, memberships in the UTC month in which they were paid. `net` is the commission and the memberships less the rest.
 */
export const MonthOfRevenue = z.object({
  month: z.string(),
  commission: z
    .string()
    .describe(
      'what players were charged less what hosts were paid, and what they are to be paid for hours that are over',
    ),
  memberships: z.string().describe('what members have paid'),
  fees: z.string().describe('of the processor, for bookings, their disputes, and memberships'),
  refunds: z.string(),
  disputes: z.string().describe('what banks have taken back'),
  net: z.string(),
});
export type MonthOfRevenue = z.infer<typeof MonthOfRevenue>;

export const revenueRoutes = {
  platformRevenue: route({
    method: 'GET',
    path: '/api/admin/revenue',
    summary:
      'What the platform earned by month, the latest first: so many months with this one, and those to come',
    access: 'admin',
    query: z.strictObject({ months: z.coerce.number().int().min(1).max(36).default(12) }),
    reads: ['revenue', 'payouts'],
    status: 200,
    response: z.array(MonthOfRevenue),
  }),
};
