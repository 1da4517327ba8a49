import { z } from 'zod';
import { route } from './route.js';

/** The reason why a process is not ready is only on its metrics port, at `GET /health`. */
const Health = z.object({ status: z.literal('ok') });

export const operationRoutes = {
  docs: route({
    method: 'GET',
    path: '/api/docs',
    summary: 'Show the API reference.',
    access: 'anyone',
    kind: 'text',
    mediaType: 'text/html; charset=utf-8',
    status: 200,
    response: z.string(),
  }),
  docsDocument: route({
    method: 'GET',
    path: '/api/docs-json',
    summary: 'Get the OpenAPI document.',
    access: 'anyone',
    status: 200,
    response: z.record(z.string(), z.unknown()),
  }),
  live: route({
    method: 'GET',
    path: '/api/health/live',
    summary: 'Check that the process responds.',
    access: 'anyone',
    status: 200,
    response: Health,
  }),
  ready: route({
    method: 'GET',
    path: '/api/health/ready',
    summary: 'Check that the process can serve requests and every projection has caught up once.',
    access: 'anyone',
    status: 200,
    response: Health,
    errors: ['store_unavailable'],
  }),
};
