import { z } from 'zod';
import { route } from './route.js';

/**
 * Platform revenue of a month. Bookings count in the local month of their start, memberships in the
 * UTC month of their payment. `net` = commission + memberships - fees - refunds - disputes.
 */
export const MonthOfRevenue = z.object({
  month: z.string(),
  commission: z.string().describe('Charges minus payouts made or due for finished bookings.'),
  memberships: z.string().describe('Membership payments.'),
  fees: z.string().describe('Processor fees for bookings, disputes, and memberships.'),
  refunds: z.string(),
  disputes: z.string().describe('Amounts charged back by banks.'),
  net: z.string(),
});
export type MonthOfRevenue = z.infer<typeof MonthOfRevenue>;

export const revenueRoutes = {
  platformRevenue: route({
    method: 'GET',
    path: '/api/admin/revenue',
    summary: 'List platform revenue by month, latest first, including future months.',
    access: 'admin',
    query: z.strictObject({ months: z.coerce.number().int().min(1).max(36).default(12) }),
    reads: ['revenue', 'payouts'],
    status: 200,
    response: z.array(MonthOfRevenue),
  }),
};
