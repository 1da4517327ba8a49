import { z } from 'zod';
import { route } from './route.js';

const count = z.number().int();

/** How many items wait for an admin. Counts stop at 1,000. */
export const AdminWaiting = z.object({
  applications: count,
  money: count,
  approvals: count,
  reports: count.describe('Reviews and conversations with open reports.'),
  disputes: count,
  incidents: count.describe('Reports and claims that an admin has to decide.'),
});
export type AdminWaiting = z.infer<typeof AdminWaiting>;

export const adminWaitingRoutes = {
  adminWaiting: route({
    method: 'GET',
    path: '/api/admin/waiting',
    summary: 'Count what waits for an admin.',
    access: 'admin',
    reads: [
      'applications',
      'moneyCases',
      'confirmations',
      'reviews',
      'conversations',
      'matches',
      'incidents',
    ],
    status: 200,
    response: AdminWaiting,
  }),
};
