import { z } from 'zod';
import { route } from './route.js';

/** Work that follows from an event or a date and failed, such as an email or a transfer. */
const FailedJob = z.object({
  id: z.string(),
  process: z.string().describe('The process manager that added the job.'),
  attempts: z.number().int(),
  reason: z.string().describe('The message of the last error.'),
  lastTriedAt: z.string(),
  retryAt: z.string().nullable().describe('Null if the job is not retried automatically.'),
});
export type FailedJob = z.infer<typeof FailedJob>;

const params = z.object({ jobId: z.string().max(200) });

export const jobRoutes = {
  failedJobs: route({
    method: 'GET',
    path: '/api/admin/jobs',
    summary: 'List failed jobs, with those that wait for their next attempt.',
    access: 'admin',
    status: 200,
    response: z.array(FailedJob),
    errors: ['store_unavailable'],
  }),
  retryJob: route({
    method: 'POST',
    path: '/api/admin/jobs/:jobId/attempts',
    summary: 'Run a failed job now.',
    access: 'admin',
    params,
    status: 202,
    response: z.undefined(),
    errors: ['not_found', 'store_unavailable'],
  }),
  dropJob: route({
    method: 'DELETE',
    path: '/api/admin/jobs/:jobId',
    summary: 'Remove a failed job without running it. A job that is still due is added again.',
    access: 'admin',
    params,
    status: 204,
    response: z.undefined(),
    errors: ['not_found', 'store_unavailable'],
  }),
};
