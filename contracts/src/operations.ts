import { z } from 'zod';
import { route } from './route.js';

const Health = z.object({
  status: z.enum(['ok', 'error']),
  details: z.record(z.string(), z.unknown()),
});

export const operationRoutes = {
  docs: route({
    method: 'GET',
    path: '/api/docs',
    summary: 'This contract as a page on which it can be tried',
    access: 'anyone',
    kind: 'text',
    mediaType: 'text/html; charset=utf-8',
    status: 200,
    response: z.string(),
  }),
  docsDocument: route({
    method: 'GET',
    path: '/api/docs-json',
    summary: 'This contract as an OpenAPI document',
    access: 'anyone',
    status: 200,
    response: z.record(z.string(), z.unknown()),
  }),
  live: route({
    method: 'GET',
    path: '/api/health/live',
    summary: 'The process answers',
    access: 'anyone',
    status: 200,
    response: Health,
  }),
  ready: route({
    method: 'GET',
    path: '/api/health/ready',
    summary: 'Commands and reads are served and every projection has caught up once',
    access: 'anyone',
    status: 200,
    response: Health,
    errors: ['store_unavailable'],
  }),
};
