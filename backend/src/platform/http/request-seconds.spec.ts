import { afterEach, expect, it, jest } from '@jest/globals';
import type { Response } from 'express';
import { requestSeconds } from '../stores/metrics.js';
import { observeRequest } from './request-seconds.js';

afterEach(() => void jest.restoreAllMocks());

const finish = (method: string, path: string | undefined, statusCode: number) =>
  observeRequest.call({
    statusCode,
    req: { method, route: path && { path }, receivedAt: performance.now() - 20 },
  } as unknown as Response);

it('measures each request with the labels of its route, which are reused', () => {
  const observe = jest.spyOn(requestSeconds, 'observe');
  finish('GET', '/api/courts/:courtId', 200);
  finish('GET', '/api/courts/:courtId', 200);
  finish('GET', '/api/courts/:courtId', 404);
  finish('POST', undefined, 404);
  const calls = observe.mock.calls as unknown as [labels: object, seconds: number][];
  expect(calls.map(([labels]) => labels)).toEqual([
    { method: 'GET', route: '/api/courts/:courtId', status: 200 },
    { method: 'GET', route: '/api/courts/:courtId', status: 200 },
    { method: 'GET', route: '/api/courts/:courtId', status: 404 },
    { method: 'POST', route: 'none', status: 404 },
  ]);
  expect(calls[1]![0]).toBe(calls[0]![0]);
  for (const [, seconds] of calls) expect(seconds).toBeCloseTo(0.02, 1);
});
