import { z } from 'zod';
import { Policy } from './policy.js';
import { route } from './route.js';

/** The values of the policy in force that pages show to everyone. */
export const Catalog = Policy.pick({
  feeShare: true,
  eliteFeeShare: true,
  payoutShare: true,
  lateRefundShare: true,
  freeCancelMinutes: true,
  headStartMinutes: true,
  hostAnswerMinutes: true,
  openBookings: true,
  eliteOpenBookings: true,
  reviewHours: true,
}).extend({
  policyId: z.string(),
  foundingPrice: z.string().describe('The price of a founding year of Elite.'),
  monthlyPrice: z.string().describe('The price of a month of Elite.'),
});
export type Catalog = z.infer<typeof Catalog>;

export const catalogRoutes = {
  showCatalog: route({
    method: 'GET',
    path: '/api/catalog',
    summary: 'Get the prices, fees, and periods that apply to everyone.',
    access: 'anyone',
    status: 200,
    response: Catalog,
  }),
};
