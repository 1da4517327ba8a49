import { z } from 'zod';
import { route } from './route.js';

/** Work that follows from an event or a date, such as an email or a transfer, and has failed. */
const FailedJob = z.object({
  id: z.string(),
  attempts: z.number().int(),
  lastTriedAt: z.string(),
  retryAt: z.string().nullable().describe('Null if the job is not retried automatically.'),
});
export type FailedJob = z.infer<typeof FailedJob>;

/** Failed jobs of one process with the same reason. Either all of them are retried or none is. */
const FailedJobs = z.object({
  process: z.string().describe('The process manager that added the jobs.'),
  reason: z.string().describe('The message of the last error.'),
  count: z.number().int(),
  nextFrom: z.string().nullable().describe('The first next attempt; null if there is none.'),
  nextUntil: z.string().nullable().describe('The last next attempt.'),
  jobs: z.array(FailedJob).describe('At most 20 of the jobs.'),
});
export type FailedJobs = z.infer<typeof FailedJobs>;

const params = z.object({ jobId: z.string().max(200) });

export const jobRoutes = {
  failedJobs: route({
    method: 'GET',
    path: '/api/admin/jobs',
    summary: 'List failed jobs by process and reason, with those that wait for their next attempt.',
    access: 'admin',
    status: 200,
    response: z.array(FailedJobs),
    errors: ['store_unavailable'],
  }),
  retryJob: route({
    method: 'POST',
    path: '/api/admin/jobs/:jobId/attempts',
    summary: 'Run a failed job now.',
    access: 'admin',
    decides: { noParties: 'Jobs carry out what is already decided.' },
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
    decides: { noParties: 'Jobs carry out what is already decided.' },
    params,
    status: 204,
    response: z.undefined(),
    errors: ['not_found', 'store_unavailable'],
  }),
};
