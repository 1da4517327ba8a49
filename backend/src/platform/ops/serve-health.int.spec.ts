import { expect, it } from '@jest/globals';
import express, { type NextFunction, type Request, type Response } from 'express';
import supertest from 'supertest';
import { serveHealth } from './serve-health.js';

const serverThatIs = ({ ready }: { ready: boolean }) =>
  express()
    .use(serveHealth({ checkHealth: async () => ({ ready }) as never }))
    .use((_request: Request, response: Response) => void response.status(404).end())
    .use(
      ({ code }: { code: string }, _request: Request, response: Response, _next: NextFunction) =>
        void response.status(503).json({ code }),
    );

it('reports a process as live even if it is not ready', async () => {
  const server = supertest(serverThatIs({ ready: false }));
  expect((await server.get('/api/health/live').expect(200)).body).toEqual({ status: 'ok' });
  const { body } = await server.get('/api/health/ready').expect(503);
  expect(body).toEqual({ code: 'store_unavailable' });
});

it('prevents caches from storing that a process is ready', async () => {
  const server = supertest(serverThatIs({ ready: true }));
  const { body, headers } = await server.get('/api/health/ready').expect(200);
  expect([body, headers['cache-control']]).toEqual([{ status: 'ok' }, 'no-store']);
});

it('responds only to health checks', async () => {
  const server = supertest(serverThatIs({ ready: true }));
  for (const path of ['/api/health', '/api/health/ready/', '/api/courts'])
    await server.get(path).expect(404);
  await server.post('/api/health/live').expect(404);
});
