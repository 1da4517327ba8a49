import { z } from 'zod';
import { route } from './route.js';

const Health = z.object({ status: z.enum(['ok', 'error']), details: z.record(z.string(), z.unknown()) });

export const operationRoutes = {
  live: route({
    method: 'GET',
    path: '/api/health/live',
    summary: 'The process answers',
    access: 'anyone',
    status: 200,
    answer: Health,
  }),
  ready: route({
    method: 'GET',
    path: '/api/health/ready',
    summary: 'Commands and reads are served and every projection has caught up once',
    access: 'anyone',
    status: 200,
    answer: Health,
    refusals: ['store_unavailable'],
  }),
};
